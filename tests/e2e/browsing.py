"""A small browser without JavaScript: cookies, redirects, links and forms."""

from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.e2e.pages import Form, Page
from tests.support.waiting import PATIENCE


class Browser:
    """Somebody's browser: it keeps its cookies and counts its requests."""

    def __init__(self, start: str) -> None:
        self.address = start
        self.requests = 0
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, address: str) -> Page:
        """Open an address; a relative one is meant from where the browser is."""
        return self._open(Request(urljoin(self.address, address)))

    def head(self, address: str) -> Page:
        """Ask for the headers alone, as mail scanners do."""
        return self._open(Request(urljoin(self.address, address), method="HEAD"))

    def submit(
        self,
        page: Page,
        form: Form,
        button: tuple[str, str] = ("", ""),
        /,
        **values: str,
    ) -> Page:
        """Fill in ``values``, press a button of the form, and follow on."""
        fields = form.values | values
        if button[0]:
            fields |= dict([button])
        sent = urlencode({**fields, **form.repeated}, doseq=True)
        target = urljoin(page.address, form.action or page.address)
        if form.method == "get":
            return self.get(f"{target}?{sent}")
        origin = urljoin(page.address, "/").rstrip("/")
        return self._open(Request(target, sent.encode(), {"Origin": origin}))

    def _open(self, request: Request) -> Page:
        self.requests += 1
        try:
            answer = self._opener.open(request, timeout=PATIENCE)
        except HTTPError as refusal:  # an answer like others
            answer = refusal
        with answer:
            html = answer.read().decode()
            page = Page(address=answer.url, status=answer.status, html=html)
        self.address = page.address
        return page
