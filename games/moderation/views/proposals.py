"""The page of a proposed act: somebody else of the staff confirms or refuses it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games.errors import Forbidden, Refused
from games.models.moderation import ProposedAct
from games.moderation.proposed_acts import context_of, refuse_act
from games.moderation.registry import all_actions
from games.moderation.views.acts import takes_steps
from games.moderation.views.desk import sees_games
from games.moderation.wizard import Wizard
from games.now import database_now
from games.web.reader import reading, signed_in

OWN = "You propose this yourself: somebody else of the staff has to confirm it."


@takes_steps
@sees_games
def proposed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what would come of it; a POST confirms it, or refuses it."""
    proposals = ProposedAct.objects.select_related("by", "game", "person", "case")
    proposal = get_object_or_404(proposals, pk=pk)
    by, desk = signed_in(request), reverse("moderation:dashboard")
    context = context_of(proposal, by, database_now())
    action = all_actions()[proposal.kind]
    wizard = Wizard(request, action, context, desk, proposal=proposal)
    with reading(request):
        try:
            if "refuse" in request.POST:
                why = request.POST.get("why", "").strip()
                refuse_act(proposal=proposal, by=by, why=why, now=context.now)
                messages.success(request, f"Refused: {action.title}.")
                return HttpResponseRedirect(desk, status=303)
            wizard.require_possible()
            if proposal.by == by:
                raise Forbidden(OWN)
        except Refused as refusal:
            return wizard.refuse(refusal)
        if "confirm" in request.POST:
            return wizard.carry_out(request.POST["confirm"])
        return wizard.show_preview(proposal.fields)
