"""Patterns by which mail programs, in five languages, introduce a quote and end a mail.

The library knows no Portuguese, and its patterns for Spanish and Korean match only
quoted text. So ours are added to its own, as a further "language". Each pattern is
bounded, so that long lines, or hundreds of them, cost little.
"""

import re

from mailparser_reply.constants import MAIL_LANGUAGES

LANGUAGE = "stoneage"
LANGUAGES = [LANGUAGE, "es", "ko", "it"]  # the library adds English

#: The rest of this line, and up to three more: programs wrap introductions, even before
#: the verb.
_REST = r"[^\n]{0,250}(?:\n[^\n]{1,250}){0,3}?\n?"
_END = r"[^\n]{0,80}(?:\n[^\n]{1,80})?:[ ]*$"
_WROTE = "|".join(
    (
        *("wrote", "writes", "schrieb", "a écrit"),
        *("escribió", "escribio", "escreveu", "ha scritto", "scrive"),
        *("skrev", "schreef", "napisał[ao]?"),
        *("작성", "쓴 글", "쓴글", "쓰셨습니다", "보낸 메시지", "썼습니다"),
    )
)
_STARTS = "|".join(
    (
        *("On", "El", "En", "Em", "No dia", "A", "Às", "Il", "In", "Alle"),
        *("Am", "Le", "Op", "Den"),
    )
)
#: A date, or a name with an address, at the start of a line.
_DATE = r"[(\[]?(?:\d{4}[-./년]|\d{1,2}[-./] ?\d{1,2}[-./])"
_WHO = r"[^\n<]{0,120}<[^\n>]{3,250}>"

_INTRODUCTIONS = (
    rf"^(?:> ?)*(?:(?:{_STARTS})[ ,]|{_DATE}|{_WHO}){_REST}(?:{_WROTE}){_END}",
    # Between dashes, as in Zoho; and in Russian, where the verb alone is enough.
    rf"^-{{2,10}} ?(?:{_STARTS})[ ,][^\n]{{0,250}}(?:{_WROTE})[^\n-]{{0,40}}-{{2,10}}$",
    r"^[^\n]{1,250} (?:написал[аи]?|пишет)[^\n]{0,40}:[ ]*$",
    # An address and a colon at the end of a line, in any language.
    r"^[^\n]{0,250}[^\s@<>(]{1,200}@[^\s@<>)]{1,200}[>)\]]{0,3}[^\n]{0,60}:[ ]*$",
)

#: Between dashes, or alone on a line.
_BANNERS = "|".join(
    (
        *("Original Message", "Original-Nachricht", "Forwarded message"),
        *("Mensaje original", "Mensaje reenviado", "Mensaje citado"),
        *("Mensagem original", "Mensagem encaminhada", "Mensagem reencaminhada"),
        *("Messaggio originale", "Messaggio inoltrato", "Forwarded Message"),
        *(
            "원본 ?메시지",
            "원본 ?메일",
            "전달된 ?메시지",
            "전달된 ?메일",
            "Original Mail",
        ),
    )
)
_FORWARDS = "|".join(
    (
        *("Begin forwarded message", "Inicio del mensaje reenviado"),
        *(
            "Início da mensagem (?:reencaminhada|encaminhada)",
            "Inizio messaggio inoltrato",
        ),
        "전달된 메시지 시작",
    )
)
_LABELS = "|".join(
    (
        *("From", "Sent", "To", "Subject", "Date", "Cc"),
        *("De", "Enviado(?: el)?", "Enviada(?: em)?", "Para", "Asunto", "Assunto"),
        *("Fecha", "Data", "Da", "Inviato", "A", "Oggetto", "Copia"),
        *("보낸 ?사람", "보낸 ?날짜", "받는 ?사람", "제목", "날짜", "참조"),
        *("발신", "수신", "보냄", "보낸 ?시간"),
        # A reader of one of our languages may have a program in another.
        *("Von", "Gesendet", "An", "Betreff", "Datum"),
        *("Envoyé", "À", "Objet", "Van", "Verzonden", "Aan", "Onderwerp"),
        *("Från", "Fra", "Skickat", "Sendt", "Till?", "Ämne", "Emne", "Dato"),
        *("От", "Отправлено", "Кому", "Тема", "Дата"),
        *("Reply-To", "Responder a", "Risposta", "Rispondi a", "답장 ?받는 ?사람"),
    )
)
_LABEL = rf"[*\t ]{{0,4}}(?:{_LABELS})[ *]{{0,3}}:[^\n]{{1,250}}"

_BEGINNINGS = (
    rf"^[-_=*> ]{{0,30}}(?:{_BANNERS})[-_=* ]{{0,30}}:?$",
    rf"^(?:> ?)*(?:{_FORWARDS}):?$",
    rf"^{_LABEL}\n{{1,2}}{_LABEL}$",
)

#: The name of the mail (optional), and the words for "was sent from, with, by".
_SENT = (
    (
        r"(?:[-–—] ?)?(?:(?:This )?(?:message|e-?mail|mail) )?(?:was )?",
        "sent (?:from|via|with|using|by) ",
    ),
    (
        "(?:(?:Este )?(?:mensaje|correo|e-?mail) )?(?:fue |ha sido )?",
        "(?:re)?enviado (?:desde|con|mediante|vía|a través|por) ",
    ),
    (
        "(?:(?:Esta |Este )?(?:mensagem|e-?mail) )?(?:foi )?",
        "enviad[oa] (?:d[oae]|pel[oa]|por|a partir d[oae]|com|via|através) ",
    ),
    (
        "(?:(?:Questo |Questa )?(?:messaggio|e-?mail|mail) )?(?:è stat[oa] )?",
        "inviat[oa] (?:dal?|dall['’]|con|tramite|via) ?",
    ),
)

#: What phones and programs add below a mail, and Korean signatures.
_ENDINGS = (
    *("Get (?:the )?Outlook for", "Get BlueMail"),
    *(rf"{noun}{sent}" for noun, sent in _SENT),
    *("Obt(?:ener|én|enga) Outlook", "Descarga(?:r)? Outlook"),
    *("Obt(?:er|enha) o Outlook", "Baixe o Outlook"),
    *("(?:Scarica|Ottieni) Outlook", "Outlook per"),
    # A reader of one of our languages may have a phone in another.
    "(?:Envoyé|Envoye) (?:depuis|de|à partir de) ",
    "(?:Diese (?:Nachricht|E-?Mail) wurde )?von meine[mr] [^\n]{1,80} gesendet",
    *("Gesendet (?:von|mit) ", "Verzonden (?:vanaf|met|vanuit) "),
    *("Sendt fra min", "Skickat från min", "Отправлено "),
    r"From my (?:iPhone|iPad|Android|mobile|phone|tablet)\b",
    "[^\n]{0,40}에서 (?:보냄|보낸 ?(?:메일|메시지|이메일)|발송)",
    "[^\n]{0,20}용 Outlook",
    *("[^\n]{0,20}Outlook ?(?:for|para|per) (?:iOS|Android)", "네이버 메일 앱에서"),
    r"[^\n]{1,20}[ ](?:드림|올림)$",
    "-----BEGIN PGP SIGNATURE-----",
)

#: Beginnings of legal notices; everything after them is ignored.
_NOTICES = (
    r"\*{0,3}(?:confidentiality|disclaimer|legal notice|privacy notice)\b",
    "This (?:e-?mail|message|communication) (?:and|is|may|contains|was)",
    "The information (?:contained )?in this (?:e-?mail|message)",
    "(?:Aviso (?:legal|de)|Este (?:mensaje|correo|e-?mail)|La información contenida)",
    "(?:Esta mensagem|As informações contidas)",
    "(?:Avviso di|Questo messaggio|Questa e-?mail|Le informazioni contenute|Ai sensi)",
    "(?:본|이) ?(?:메일|이메일|전자우편|메시지)[은는이의에]",
    "(?:Please )?consider the environment|Antes de imprimir|Prima di stampare",
    "Virus-free|Libre de virus|Sin virus|Livre de vírus|Não contém vírus",
    "Privo di virus|바이러스가 없",
)

#: How people end letters. Some also begin letters so; then the rest decides.
_CLOSINGS = (
    r"(?:best|kind|warm)?[ ]?(?:regards|wishes)|all the best",
    r"cheers|best|thanks|thank you|many thanks",
    r"(?:un )?(?:cordial )?(?:saludo|saludos|abrazo)(?: cordial(?:es)?)?",
    r"(?:muchas )?gracias|atentamente|cordialmente",
    r"(?:um )?(?:abraço|abraços|cumprimentos|atenciosamente|att)",
    r"(?:muito )?obrigad[oa]|melhores cumprimentos",
    r"(?:un )?(?:cordiali |distinti )?(?:saluto|saluti|abbraccio)",
    r"grazie(?: mille)?|ciao",
    r"감사합니다|고맙습니다|수고하세요|안녕히 계세요|안부 전합니다|좋은 하루 되세요",
)

#: A line that begins so is below the typed text; no command begins with these words.
ENDING = re.compile(rf"[-_]{{2}}$|{'|'.join((*_ENDINGS, *_NOTICES))}", re.IGNORECASE)
#: Begins a text with an inline signature (RFC 4880, 7); headers follow up to a blank
#: line.
SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNED_HOW = re.compile(r"(?:Hash|Charset|NotDashEscaped):", re.IGNORECASE)
#: A line with only a closing, for signatures without the two dashes.
CLOSING = re.compile(rf"(?:{'|'.join(_CLOSINGS)})[,.! ]*", re.IGNORECASE)

MAIL_LANGUAGES[LANGUAGE] = {
    "wrote_header": "|".join(f"({pattern})" for pattern in _INTRODUCTIONS),
    "from_header": "|".join(f"({pattern})" for pattern in _BEGINNINGS),
    # The library drops everything after a "Thanks,", wherever it stands.
    "signatures": "",
    "disclaimers": "",
    "sent_from": "",
}
