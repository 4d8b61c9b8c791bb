"""The words in which people say that they are away, one table for each language.

Write them as people do: case and accents do not matter. Names of weekdays and months
are Django's, and “today” and “tomorrow” stand with the commands, in ``vocabulary``.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AbsenceWords:
    """
    The words of one language. Phrases are separated by ``|``.

    If ``follow`` is set, marks are written behind the day and without a space, as in
    Korean, and all phrases are found inside words.
    """

    #: The writer is away or cannot play.
    signs: str
    #: The writer is not away, or no longer.
    denials: str
    #: Only programs write this.
    automatic: str
    #: Before the last day: until, back on.
    until: str
    #: Before the day after the last one.
    before: str
    #: Before the first day.
    since: str
    #: Between the two days of a range.
    to: str
    #: Before a length of time.
    lasting: str
    #: Before the length of time after which the writer is back.
    within: str
    #: Between a mark and its day.
    between: str
    #: Units of a length of time, and numbers in words.
    days: str
    weeks: str
    numbers: Mapping[str, int]
    #: Periods.
    this_week: str
    next_week: str
    weekend: str
    end_of_week: str
    end_of_month: str
    next_month: str
    follow: bool = False


WORDS: dict[str, AbsenceWords] = {
    "en": AbsenceWords(
        signs=(
            "away|vacation|vacations|holiday|holidays|travelling|traveling|travel|trip|"
            "abroad|camping|out of town|out of office|out of the office|offline|"
            "I'm off|I am off|I'll be off|I'm out|I'll be out|I'm gone|I'll be gone|"
            "not here|not be here|won't be here|not around|not be around|"
            "won't be around|can't play|cannot play|can not play|not be able to play|"
            "won't be able|unable to play|can't make|no internet|no time|busy|"
            "unavailable|not available|on leave|be back|I'm back|I am back|back on|"
            "stop my clock|pause my clock|hold my clock|in hospital|in the hospital|"
            "don't wait for me|can't answer|can't move"
        ),
        denials="not away|no longer away|not going away|not travelling|cancel",
        automatic="automatic reply|automatically generated|auto-reply|autoreply",
        until=(
            "until|till|til|'til|to|through|be back|I'm back|I am back|back|return|"
            "returning|home|as late as"
        ),
        before="before|earlier than",
        since="from|starting|beginning|since|leaving|leave|as of",
        to="to|-|–|through|until|till",
        lasting="for|for about|for the next|next|the next",
        within="in|in about|back in",
        between="on|the|about|around|late|early|this|coming|day|of",
        days="day|days",
        weeks="week|weeks",
        numbers={
            "a": 1,
            "an": 1,
            "one": 1,
            "two": 2,
            "three": 3,
            "four": 4,
            "five": 5,
            "six": 6,
            "seven": 7,
            "eight": 8,
            "nine": 9,
            "ten": 10,
        },
        this_week="this week|all week|the whole week|the rest of the week",
        next_week="next week|all next week|the whole of next week",
        weekend="weekend|this weekend|the weekend|the whole weekend",
        end_of_week="end of the week|end of this week|week's end",
        end_of_month="end of the month|end of this month|month's end",
        next_month="next month",
    ),
    "es": AbsenceWords(
        signs=(
            "vacaciones|viaje|viajo|viajando|viajar|fuera|ausente|ausento|no estoy|"
            "no estaré|no voy a estar|no puedo jugar|no podré|no voy a poder|"
            "sin internet|sin conexión|me voy|nos vamos|ocupado|ocupada|de baja|"
            "vuelvo|volveré|regreso|regresaré|no disponible|parad mi reloj|"
            "para mi reloj|paren mi reloj|pausad mi reloj|desconectado|desconectada|"
            "no puedo contestar|no me esperéis|no me esperen"
        ),
        denials="no me voy|ya no viajo|no estoy fuera|no estoy de vacaciones|cancelo",
        automatic="respuesta automática|mensaje automático",
        until=(
            "hasta|hasta el|hasta la|hasta el día|vuelvo|volveré|regreso|regresaré|"
            "de vuelta|estaré de vuelta|estoy de vuelta"
        ),
        before="antes de|antes del|antes de la",
        since="desde|desde el|a partir de|a partir del|del|salgo",
        to="a|al|hasta|hasta el|-|–",
        lasting="durante|por|unos|unas|durante unos|los próximos|las próximas",
        within="en|dentro de|en unos|de vuelta en|vuelvo en",
        between="el|la|día|en|por|este|esta|próximo|de|que viene|mismo",
        days="día|días",
        weeks="semana|semanas",
        numbers={
            "un": 1,
            "una": 1,
            "dos": 2,
            "tres": 3,
            "cuatro": 4,
            "cinco": 5,
            "seis": 6,
            "siete": 7,
            "ocho": 8,
            "nueve": 9,
            "diez": 10,
        },
        this_week="esta semana|toda la semana|toda esta semana",
        next_week="la próxima semana|próxima semana|la semana que viene|"
        "la semana próxima|semana que viene",
        weekend="fin de semana|el fin de semana|este fin de semana|finde|el finde",
        end_of_week="final de semana|finales de semana|fin de esta semana",
        end_of_month="fin de mes|final de mes|finales de mes|fin del mes",
        next_month="el próximo mes|próximo mes|el mes que viene|mes que viene",
    ),
    "it": AbsenceWords(
        signs=(
            "vacanza|vacanze|ferie|viaggio|viaggiando|via|fuori|assente|non ci sono|"
            "non ci sarò|non posso giocare|non potrò|non riesco a giocare|"
            "senza internet|senza connessione|parto|partiamo|torno|tornerò|rientro|"
            "rientrerò|occupato|occupata|impegnato|impegnata|non disponibile|"
            "ferma il mio orologio|fermate il mio orologio|non posso rispondere|"
            "non aspettatemi|in trasferta"
        ),
        denials="non parto|non sono via|non vado via|non sono in ferie|annullo",
        automatic="risposta automatica|messaggio automatico",
        until=(
            "fino a|fino al|fino alla|fino all'|sino a|sino al|finché|torno|tornerò|"
            "rientro|rientrerò|sono di ritorno|di ritorno|sarò di nuovo qui"
        ),
        before="prima di|prima del|prima della",
        since="da|dal|dalla|dall'|a partire da|a partire dal|dopo",
        to="a|al|all'|fino a|fino al|-|–",
        lasting="per|per circa|per i prossimi|per le prossime|i prossimi|le prossime",
        within="tra|fra|tra circa|fra circa",
        between="il|la|lo|l'|giorno|di|questo|questa|prossimo|prossima|nel|in",
        days="giorno|giorni",
        weeks="settimana|settimane",
        numbers={
            "un": 1,
            "uno": 1,
            "una": 1,
            "due": 2,
            "tre": 3,
            "quattro": 4,
            "cinque": 5,
            "sei": 6,
            "sette": 7,
            "otto": 8,
            "nove": 9,
            "dieci": 10,
        },
        this_week="questa settimana|tutta la settimana",
        next_week="la prossima settimana|prossima settimana|la settimana prossima|"
        "settimana prossima",
        weekend="weekend|il weekend|fine settimana|il fine settimana|"
        "questo weekend|nel weekend",
        end_of_week="fine della settimana|fine di questa settimana",
        end_of_month="fine mese|fine del mese|fine di questo mese",
        next_month="il prossimo mese|prossimo mese|il mese prossimo|mese prossimo",
    ),
    "pt-br": AbsenceWords(
        signs=(
            "férias|viagem|viajar|viajando|viajo|fora|ausente|não estarei|"
            "não vou estar|não posso jogar|não poderei|não vou poder|"
            "não consigo jogar|sem internet|sem conexão|volto|voltarei|retorno|"
            "retornarei|ocupado|ocupada|indisponível|pare meu relógio|"
            "parem meu relógio|pare o meu relógio|parem o meu relógio|"
            "não posso responder|não me esperem|de licença"
        ),
        denials="não vou viajar|não viajo|não estou fora|não estou de férias|cancelo",
        automatic="resposta automática|mensagem automática",
        until=(
            "até|até o|até a|até o dia|até dia|volto|volto no|volto na|voltarei|"
            "retorno|retornarei|de volta|estarei de volta|estou de volta"
        ),
        before="antes de|antes do|antes da",
        since="desde|a partir de|a partir do|a partir da|do|da|saio",
        to="a|ao|até|até o|-|–",
        lasting="por|por uns|durante|pelos próximos|pelas próximas|os próximos|"
        "as próximas",
        within="em|daqui a|dentro de|em uns",
        between="o|a|dia|no|na|em|este|esta|neste|nesta|próximo|próxima|de|só",
        days="dia|dias",
        weeks="semana|semanas",
        numbers={
            "um": 1,
            "uma": 1,
            "dois": 2,
            "duas": 2,
            "três": 3,
            "quatro": 4,
            "cinco": 5,
            "seis": 6,
            "sete": 7,
            "oito": 8,
            "nove": 9,
            "dez": 10,
        },
        this_week="esta semana|essa semana|toda a semana|a semana toda|nesta semana",
        next_week="a próxima semana|próxima semana|semana que vem|a semana que vem|"
        "na próxima semana",
        weekend="fim de semana|o fim de semana|neste fim de semana|este fim de semana",
        end_of_week="fim da semana|final da semana|fim desta semana",
        end_of_month="fim do mês|final do mês|fim deste mês",
        next_month="o próximo mês|próximo mês|mês que vem|o mês que vem",
    ),
    "ko": AbsenceWords(
        signs=(
            "휴가|부재|여행|출장|자리를 비|자리 비|못 해|못해|못 합|못합|못 하|못하|"
            "못 할|못할|못 둬|할 수 없|수가 없|없을|돌아와|돌아옵|돌아올|바빠|바쁩|"
            "바쁠|쉬어|쉬겠|쉴게|쉽니다|인터넷이 안|접속 못|접속을 못|"
            "제 시간을 멈|시간 멈춰|떠나|떠납|복귀|기다리지 마"
        ),
        denials="안 가요|안 갑니다|휴가 아니|여행 아니|취소",
        automatic="자동 응답|자동 회신|자동응답|자동회신",
        until="까지|까지는|까지만|돌아|복귀",
        before="전까지|이전에는|전에는",
        since="부터|떠나",
        to="에서|~|-|–",
        lasting="동안|간|정도",
        within="뒤에 돌아|후에 돌아|뒤 돌아|후 돌아|뒤에 복귀|후에 복귀",
        between="",
        days="일|날",
        weeks="주|주일|주간",
        numbers={
            "일": 1,
            "하루": 1,
            "한": 1,
            "두": 2,
            "이": 2,
            "세": 3,
            "삼": 3,
            "네": 4,
            "사": 4,
            "다섯": 5,
            "오": 5,
            "여섯": 6,
            "일곱": 7,
            "열": 10,
        },
        this_week="이번 주|이번주|이번 주 내내",
        next_week="다음 주|다음주|다음 주 내내",
        weekend="주말|이번 주말|이번주말",
        end_of_week="이번 주 끝|주 끝",
        end_of_month="이달 말|월말|이번 달 말",
        next_month="다음 달|다음달",
        follow=True,
    ),
}
