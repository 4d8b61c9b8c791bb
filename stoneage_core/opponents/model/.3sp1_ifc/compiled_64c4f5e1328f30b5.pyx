# cython: language_level=3, boundscheck=False, wraparound=False
# cython: cdivision=True, infer_types=True, initializedcheck=False
cdef long long[5] DIVISOR = [2, 3, 4, 5, 6]
cdef long long[37] BENEFIT = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 6, 7, 8, 8, 8, 9]
cdef long long[37] AMOUNT = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 3, 4, 5, 7, 1, 1, 1, 2, 1, 2, 2, 2, 3, 3, 3, 1, 1, 1, 1, 2, 3, 4, 2]
cdef long long[37] GOOD = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 3, 3, 4, 1, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
cdef long long[37] SYMBOL = [-1, 3, 7, 4, 5, -1, -1, -1, -1, -1, -1, 6, -1, 6, -1, -1, 1, 3, -1, -1, -1, 5, -1, -1, -1, 0, 2, 2, -1, 0, 4, -1, 7, -1, -1, -1, 1]
cdef long long[37] FIGURE = [-1, -1, -1, -1, -1, 1, 1, 0, 0, 3, 3, -1, 1, -1, 0, 1, -1, -1, 2, 0, 2, -1, 2, 2, 2, -1, -1, -1, 1, -1, -1, 0, -1, 3, 3, 3, -1]
cdef long long[37] NUMBER = [0, 0, 0, 0, 0, 1, 2, 1, 2, 2, 2, 0, 2, 0, 2, 1, 0, 0, 2, 1, 1, 0, 1, 2, 1, 0, 0, 0, 3, 0, 0, 1, 0, 2, 1, 1, 0]
cdef long long[116] COST = [0, 0, 0, 0, 2, 1, 0, 0, 2, 0, 1, 0, 1, 2, 0, 0, 2, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 0, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
cdef long long[29] FIXED = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
cdef long long[29] FEWEST = [0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 1, 1, 1]
cdef long long[29] MOST = [0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 7, 7, 7]
cdef long long[29] KINDS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 0]
cdef long long c_draw(long long* b, long long sides) noexcept:
    x = b[19]
    x = x ^ x << 13 & 4294967295
    x = x ^ x >> 17
    x = x ^ x << 5 & 4294967295
    b[19] = x
    return x * sides >> 32
def draw(long long[::1] b, long long sides):
    return c_draw(&b[0], sides)
cdef long long c_room(long long* b, long long t, long long place) noexcept:
    home = b[t + 1]
    if home == 0 or b[t + 33 + place] > 0:
        return 0
    if place == 0:
        return home
    crowd = b[98 + place]
    if place <= 4:
        if crowd > 0 and b[0] < 4 and (b[114 + place] >= b[0] - 1):
            return 0
        return min(home, 7 - crowd)
    if crowd > 0 or place - 12 >= b[0]:
        return 0
    if place < 8:
        taken = b[98 + 5] + b[114 + 6] + b[98 + 7]
        if b[0] < 4 and taken >= 2:
            return 0
        if place == 6:
            return 2 if home >= 2 else 0
    return 1
def room(long long[::1] b, long long t, long long place):
    return c_room(&b[0], t, place)
cdef long long c_ways(long long* b, long long t, long long place) noexcept:
    most = c_room(b, t, place)
    return 1 if place == 6 and most > 0 else most
def ways(long long[::1] b, long long t, long long place):
    return c_ways(&b[0], t, place)
cdef long long c_only_placement(long long* b, long long t) noexcept:
    if b[t + 33 + 0] == 0 and b[t + 1] >= 2:
        return -1
    found = -1
    for place in range(12 + 4):
        count = c_ways(b, t, place)
        if count > 1 or (count == 1 and found >= 0):
            return -1
        if count == 1:
            found = place
    return found
def only_placement(long long[::1] b, long long t):
    return c_only_placement(&b[0], t)
cdef long long c_can_place(long long* b, long long t) noexcept:
    if b[t + 1] == 0:
        return 0
    if b[t + 33 + 0] == 0:
        return 1
    for place in range(1, 12 + 4):
        if c_room(b, t, place) > 0:
            return 1
    return 0
def can_place(long long[::1] b, long long t):
    return c_can_place(&b[0], t)
cdef long long c_next_placer(long long* b, long long first) noexcept:
    for step in range(b[0]):
        player = (first + step) % b[0]
        if c_can_place(b, 134 + player * 50) == 1:
            return player
    return -1
def next_placer(long long[::1] b, long long first):
    return c_next_placer(&b[0], first)
cdef void c_put(long long* b, long long t, long long place, long long people) noexcept:
    b[t + 33 + place] = people
    b[t + 1] -= people
    b[t + 49] += 1
    b[98 + place] += people
    b[114 + place] += 1
def put(long long[::1] b, long long t, long long place, long long people):
    return c_put(&b[0], t, place, people)
cdef void c_come_home(long long* b, long long t, long long place) noexcept:
    people = b[t + 33 + place]
    if people > 0:
        b[t + 33 + place] = 0
        b[t + 1] += people
        b[t + 49] -= 1
        b[98 + place] -= people
        b[114 + place] -= 1
def come_home(long long[::1] b, long long t, long long place):
    return c_come_home(&b[0], t, place)
cdef long long c_pieces(long long* b, long long t) noexcept:
    g = t + 4
    return b[g + 1] + b[g + 2] + b[g + 3] + b[g + 4]
def pieces(long long[::1] b, long long t):
    return c_pieces(&b[0], t)
cdef long long c_payable(long long* b, long long t, long long place) noexcept:
    total = c_pieces(b, t)
    if place < 12:
        return 1 if total > place - 8 else 0
    tile = b[61 + place - 12]
    if total < FEWEST[tile]:
        return 0
    g = t + 4 + 1
    if FIXED[tile] == 1:
        for good in range(4):
            if b[g + good] < COST[4 * tile + good]:
                return 0
        return 1
    if KINDS[tile] == 0:
        return 1
    for mask in range(1, 16):
        kinds = 0
        held = 0
        for good in range(4):
            if mask >> good & 1 == 1 and b[g + good] > 0:
                kinds += 1
                held += b[g + good]
        if kinds == KINDS[tile] and held >= FEWEST[tile]:
            return 1
    return 0
def payable(long long[::1] b, long long t, long long place):
    return c_payable(&b[0], t, place)
cdef void c_make_tool(long long* b, long long t) noexcept:
    best = -1
    rank = 2 * 4
    for slot in range(3):
        value = b[t + 9 + slot]
        if value == 0:
            b[t + 9 + slot] = 1
            return
        if 2 * value + b[t + 12 + slot] < rank:
            best = slot
            rank = 2 * value + b[t + 12 + slot]
    if best >= 0:
        b[t + 9 + best] += 1
def make_tool(long long[::1] b, long long t):
    return c_make_tool(&b[0], t)
cdef void c_raise_track(long long* b, long long t) noexcept:
    if b[t + 2] < 10:
        b[t + 2] += 1
def raise_track(long long[::1] b, long long t):
    return c_raise_track(&b[0], t)
cdef long long c_ready_tools(long long* b, long long t) noexcept:
    total = b[t + 15] + b[t + 15 + 1] + b[t + 15 + 2]
    for slot in range(3):
        if b[t + 12 + slot] == 0:
            total += b[t + 9 + slot]
    return total
def ready_tools(long long[::1] b, long long t):
    return c_ready_tools(&b[0], t)
cdef void c_cash_in(long long* b, long long t, long long added) noexcept:
    good = b[8]
    b[t + 4 + good] += (b[9] + added) // DIVISOR[good]
    b[6] = 0
    c_come_home(b, t, b[7])
def cash_in(long long[::1] b, long long t, long long added):
    return c_cash_in(&b[0], t, added)
cdef void c_throw(long long* b, long long t, long long place, long long good, long long dice) noexcept:
    pips = 0
    for _ in range(dice):
        pips += 1 + c_draw(b, 6)
    b[7] = place
    b[8] = good
    b[9] = pips
    if (pips + c_ready_tools(b, t)) // DIVISOR[good] == pips // DIVISOR[good]:
        c_cash_in(b, t, 0)
    else:
        b[6] = 1
def throw(long long[::1] b, long long t, long long place, long long good, long long dice):
    return c_throw(&b[0], t, place, good, dice)
cdef void c_use(long long* b, long long t, long long place) noexcept:
    if place <= 4:
        c_throw(b, t, place, place, b[t + 33 + place])
        return
    if place == 5:
        c_make_tool(b, t)
    elif place == 7:
        c_raise_track(b, t)
    c_come_home(b, t, place)
    if place == 6 and b[t + 0] < 10:
        b[t + 0] += 1
        b[t + 1] += 1
def use(long long[::1] b, long long t, long long place):
    return c_use(&b[0], t, place)
cdef void c_add_tools(long long* b, long long t, long long mask) noexcept:
    added = 0
    for slot in range(3):
        if mask >> slot & 1 == 1:
            added += b[t + 9 + slot]
            b[t + 12 + slot] = 1
        if mask >> slot + 3 & 1 == 1:
            added += b[t + 15 + slot]
            b[t + 15 + slot] = 0
    c_cash_in(b, t, added)
def add_tools(long long[::1] b, long long t, long long mask):
    return c_add_tools(&b[0], t, mask)
cdef void c_keep_card(long long* b, long long t, long long card) noexcept:
    if SYMBOL[card] >= 0:
        b[t + 19 + SYMBOL[card]] += 1
    else:
        b[t + 27 + FIGURE[card]] += NUMBER[card]
def keep_card(long long[::1] b, long long t, long long card):
    return c_keep_card(&b[0], t, card)
cdef long long c_draw_from(long long* b, long long pool) noexcept:
    size = b[pool]
    at = c_draw(b, size)
    taken = b[pool + 1 + at]
    for rest in range(at, size - 1):
        b[pool + 1 + rest] = b[pool + 2 + rest]
    b[pool + size] = 0
    b[pool] = size - 1
    return taken
def draw_from(long long[::1] b, long long pool):
    return c_draw_from(&b[0], pool)
cdef long long c_pay(long long* b, long long t) noexcept:
    points = 0
    for good in range(4):
        b[t + 4 + 1 + good] -= b[130 + good]
        points += (3 + good) * b[130 + good]
    return points
def pay(long long[::1] b, long long t):
    return c_pay(&b[0], t)
cdef void c_buy_card(long long* b, long long t, long long place) noexcept:
    c_pay(b, t)
    card = b[20 + place - 8]
    b[20 + place - 8] = 0
    c_come_home(b, t, place)
    c_keep_card(b, t, card)
    benefit = BENEFIT[card]
    amount = AMOUNT[card]
    if benefit == 0:
        for _ in range(b[0]):
            b[12 + 1 + c_draw(b, 6)] += 1
        b[6] = 2
        b[11] = b[0]
        b[10] = b[3]
    elif benefit == 1:
        b[t + 4] += amount
    elif benefit == 2:
        b[t + 4 + GOOD[card]] += amount
    elif benefit == 3:
        c_throw(b, t, place, GOOD[card], amount)
    elif benefit == 4:
        b[t + 3] += amount
    elif benefit == 5:
        c_make_tool(b, t)
    elif benefit == 6:
        c_raise_track(b, t)
    elif benefit == 7:
        if b[24] > 0:
            c_keep_card(b, t, c_draw_from(b, 24))
    elif benefit == 8:
        b[t + 15 + amount - 2] = amount
    elif benefit == 9:
        b[t + 18] = amount
def buy_card(long long[::1] b, long long t, long long place):
    return c_buy_card(&b[0], t, place)
cdef void c_build(long long* b, long long t, long long place) noexcept:
    stack = place - 12
    b[t + 3] += c_pay(b, t)
    b[t + 31] += 1
    c_come_home(b, t, place)
    b[65 + stack] -= 1
    b[61 + stack] = 0
    if b[65 + stack] > 0:
        b[61 + stack] = c_draw_from(b, 69)
def build(long long[::1] b, long long t, long long place):
    return c_build(&b[0], t, place)
cdef void c_pick_die(long long* b, long long face) noexcept:
    player = b[10]
    t = 134 + player * 50
    b[12 + face] -= 1
    b[11] -= 1
    b[10] = (player + 1) % b[0]
    if b[11] == 0:
        b[6] = 0
    if face <= 4:
        b[t + 4 + face] += 1
    elif face == 5:
        c_make_tool(b, t)
    else:
        c_raise_track(b, t)
def pick_die(long long[::1] b, long long face):
    return c_pick_die(&b[0], face)
cdef long long c_may_take(long long* b, long long player) noexcept:
    if b[134 + player * 50 + 18] == 0:
        return 0
    if b[4] == 1:
        return 1 if b[3] == player else 0
    return 1 if b[4] > 1 else 0
def may_take(long long[::1] b, long long player):
    return c_may_take(&b[0], player)
cdef void c_take(long long* b, long long t) noexcept:
    for good in range(4):
        b[t + 4 + 1 + good] += b[130 + good]
    b[t + 18] = 0
def take(long long[::1] b, long long t):
    return c_take(&b[0], t)
cdef long long c_awaited(long long* b) noexcept:
    if b[6] == 2:
        return b[10]
    if b[4] != 2:
        return b[3]
    for player in range(b[0]):
        if b[134 + player * 50 + 32] > 0:
            return player
    return -1
def awaited(long long[::1] b):
    return c_awaited(&b[0])
cdef void c_set_payment(long long* b, long long move) noexcept:
    for good in range(4):
        b[130 + good] = move >> 16 + 4 * good & 15
def set_payment(long long[::1] b, long long move):
    return c_set_payment(&b[0], move)
cdef void c_perform(long long* b, long long player, long long move) noexcept:
    t = 134 + player * 50
    kind = move & 15
    place = move >> 4 & 15
    number = move >> 8 & 63
    if kind == 0:
        c_put(b, t, place, number)
    elif kind == 1:
        c_use(b, t, place)
    elif kind == 2:
        c_add_tools(b, t, number)
    elif kind == 3:
        c_set_payment(b, move)
        if place < 12:
            c_buy_card(b, t, place)
        else:
            c_build(b, t, place)
    elif kind == 4:
        c_come_home(b, t, place)
    elif kind == 5:
        c_pick_die(b, number)
    elif kind == 6:
        c_set_payment(b, move)
        c_take(b, t)
    elif kind == 7:
        c_set_payment(b, move)
        c_pay(b, t)
        b[t + 32] = 0
    else:
        b[t + 3] -= 10
        b[t + 32] = 0
def perform(long long[::1] b, long long player, long long move):
    return c_perform(&b[0], player, move)
cdef void c_serve(long long* b) noexcept:
    for player in range(b[0]):
        t = 134 + player * 50
        food = b[t + 4] + b[t + 2] - b[t + 0]
        b[t + 4] = max(food, 0)
        b[t + 32] = max(-food, 0)
def serve(long long[::1] b):
    return c_serve(&b[0])
cdef long long c_tool_sum(long long* b, long long t) noexcept:
    return b[t + 9] + b[t + 9 + 1] + b[t + 9 + 2]
def tool_sum(long long[::1] b, long long t):
    return c_tool_sum(&b[0], t)
cdef long long c_final_score(long long* b, long long t) noexcept:
    first = 0
    second = 0
    for symbol in range(8):
        if b[t + 19 + symbol] > 0:
            first += 1
        if b[t + 19 + symbol] > 1:
            second += 1
    cards = first * first + second * second
    cards += b[t + 27] * b[t + 2] + b[t + 27 + 1] * b[t + 31]
    cards += b[t + 27 + 2] * b[t + 0] + b[t + 27 + 3] * c_tool_sum(b, t)
    return b[t + 3] + cards + c_pieces(b, t) + b[t + 18]
def final_score(long long[::1] b, long long t):
    return c_final_score(&b[0], t)
cdef long long c_standing(long long* b, long long t) noexcept:
    track = b[t + 2]
    tools = c_tool_sum(b, t)
    people = b[t + 0]
    if b[5] == 1:
        return b[t + 3] * 100000 + track + tools + people
    return b[t + 3] * 100000 + track * 10000 + tools * 100 + people
def standing(long long[::1] b, long long t):
    return c_standing(&b[0], t)
cdef long long c_is_over(long long* b) noexcept:
    empty = 0
    for at in range(4):
        if at < b[0] and b[65 + at] == 0:
            return 1
        if b[20 + at] == 0:
            empty += 1
    return 1 if empty > b[24] else 0
def is_over(long long[::1] b):
    return c_is_over(&b[0])
cdef void c_start_round(long long* b) noexcept:
    kept = 0
    for at in range(4):
        card = b[20 + at]
        if card > 0:
            b[20 + at] = 0
            b[20 + kept] = card
            kept += 1
    for at in range(kept, 4):
        b[20 + at] = c_draw_from(b, 24)
    b[1] += 1
    b[2] = (b[2] + 1) % b[0]
    b[4] = 0
    for player in range(b[0]):
        for slot in range(3):
            b[134 + player * 50 + 12 + slot] = 0
def start_round(long long[::1] b):
    return c_start_round(&b[0])
cdef void c_next_round(long long* b) noexcept:
    for player in range(b[0]):
        if b[134 + player * 50 + 32] > 0:
            return
    if c_is_over(b) == 1:
        for player in range(b[0]):
            t = 134 + player * 50
            b[t + 3] = c_final_score(b, t)
        b[4] = 3
        return
    c_start_round(b)
    b[3] = c_next_placer(b, b[2])
def next_round(long long[::1] b):
    return c_next_round(&b[0])
cdef void c_pass_on(long long* b) noexcept:
    if b[4] == 0:
        player = c_next_placer(b, b[3] + 1)
        if player < 0:
            b[4] = 1
            player = b[2]
        b[3] = player
    elif b[4] == 1:
        player = b[3]
        if b[6] != 0 or b[134 + player * 50 + 49] > 0:
            return
        player = (player + 1) % b[0]
        b[3] = player
        if player == b[2]:
            b[4] = 2
            b[3] = -1
            c_serve(b)
            c_next_round(b)
    elif b[4] == 2:
        c_next_round(b)
def pass_on(long long[::1] b):
    return c_pass_on(&b[0])
cdef long long c_force(long long* b) noexcept:
    if b[6] == 1 or b[4] == 3:
        return 0
    player = c_awaited(b)
    t = 134 + player * 50
    if b[6] == 2:
        only = 0
        for face in range(1, 7):
            if b[12 + face] > 0:
                if only > 0:
                    return 0
                only = face
        if c_may_take(b, player) == 1:
            return 0
        c_pick_die(b, only)
    elif b[4] == 0:
        place = c_only_placement(b, t)
        if place < 0:
            return 0
        c_put(b, t, place, 2 if place == 6 else 1)
    elif b[4] == 1:
        if b[t + 49] > 1 or b[t + 18] > 0:
            return 0
        place = 0
        while b[t + 33 + place] == 0:
            place += 1
        if place < 8:
            c_use(b, t, place)
        elif c_payable(b, t, place) == 1:
            return 0
        else:
            c_come_home(b, t, place)
    else:
        return c_starve_who_must(b)
    return 1
def force(long long[::1] b):
    return c_force(&b[0])
cdef long long c_starve_who_must(long long* b) noexcept:
    for player in range(b[0]):
        t = 134 + player * 50
        if b[t + 32] > c_pieces(b, t) and b[t + 18] == 0:
            b[t + 32] = 0
            b[t + 3] -= 10
            return 1
    return 0
def starve_who_must(long long[::1] b):
    return c_starve_who_must(&b[0])
cdef void c_make(long long* b, long long player, long long move) noexcept:
    c_perform(b, player, move)
    c_pass_on(b)
    while c_force(b) == 1:
        c_pass_on(b)
def make(long long[::1] b, long long player, long long move):
    return c_make(&b[0], player, move)
cdef void c_clear_payment(long long* b) noexcept:
    for good in range(4):
        b[130 + good] = 0
def clear_payment(long long[::1] b):
    return c_clear_payment(&b[0])
cdef long long c_reserved(long long* b, long long t, long long good, long long but) noexcept:
    total = 0
    for place in range(12, 12 + b[0]):
        if place != but and b[t + 33 + place] > 0:
            total += COST[4 * b[61 + place - 12] + good - 1]
    return total
def reserved(long long[::1] b, long long t, long long good, long long but):
    return c_reserved(&b[0], t, good, but)
cdef void c_pay_cheaply(long long* b, long long t, long long count, long long place) noexcept:
    c_clear_payment(b)
    for good in range(1, 5):
        spare = b[t + 4 + good] - c_reserved(b, t, good, place)
        part = max(0, min(count, spare))
        b[130 + good - 1] = part
        count -= part
    for good in range(1, 5):
        part = min(count, b[t + 4 + good] - b[130 + good - 1])
        b[130 + good - 1] += part
        count -= part
def pay_cheaply(long long[::1] b, long long t, long long count, long long place):
    return c_pay_cheaply(&b[0], t, count, place)
cdef void c_pay_dearly(long long* b, long long t, long long tile) noexcept:
    c_clear_payment(b)
    if FIXED[tile] == 1:
        for good in range(4):
            b[130 + good] = COST[4 * tile + good]
        return
    best = -1
    chosen = 15
    if KINDS[tile] > 0:
        for mask in range(1, 16):
            points = c_points_of_kinds(b, t, tile, mask)
            if points > best:
                best = points
                chosen = mask
    c_lay_kinds(b, t, tile, chosen)
def pay_dearly(long long[::1] b, long long t, long long tile):
    return c_pay_dearly(&b[0], t, tile)
cdef long long c_points_of_kinds(long long* b, long long t, long long tile, long long mask) noexcept:
    c_lay_kinds(b, t, tile, mask)
    points = 0
    count = 0
    kinds = 0
    for good in range(4):
        points += (3 + good) * b[130 + good]
        count += b[130 + good]
        kinds += mask >> good & 1
        if mask >> good & 1 == 1 and b[130 + good] == 0:
            return -1
    return points if kinds == KINDS[tile] and count == MOST[tile] else -1
def points_of_kinds(long long[::1] b, long long t, long long tile, long long mask):
    return c_points_of_kinds(&b[0], t, tile, mask)
cdef void c_lay_kinds(long long* b, long long t, long long tile, long long mask) noexcept:
    count = MOST[tile]
    for good in range(4):
        b[130 + good] = 0
        if KINDS[tile] > 0 and mask >> good & 1 == 1 and (b[t + 4 + 1 + good] > 0):
            b[130 + good] = 1
            count -= 1
    for step in range(4):
        good = 3 - step
        if mask >> good & 1 == 1 and count > 0:
            part = min(count, b[t + 4 + 1 + good] - b[130 + good])
            b[130 + good] += part
            count -= part
def lay_kinds(long long[::1] b, long long t, long long tile, long long mask):
    return c_lay_kinds(&b[0], t, tile, mask)
cdef long long c_payment_bits(long long* b) noexcept:
    bits = 0
    for good in range(4):
        bits = bits | b[130 + good] << 16 + 4 * good
    return bits
def payment_bits(long long[::1] b):
    return c_payment_bits(&b[0])
cdef long long c_lay_missing(long long* b, long long t, long long place) noexcept:
    c_clear_payment(b)
    amount = b[t + 18]
    for good in range(4):
        short = 0
        if place >= 12:
            short = COST[4 * b[61 + place - 12] + good]
            short = max(0, short - b[t + 4 + 1 + good])
        if short > amount:
            return 0
        b[130 + good] = short
        amount -= short
    b[130 + 3] += amount
    for good in range(4):
        b[t + 4 + 1 + good] += b[130 + good]
    enough = c_payable(b, t, place)
    for good in range(4):
        b[t + 4 + 1 + good] -= b[130 + good]
    return enough
def lay_missing(long long[::1] b, long long t, long long place):
    return c_lay_missing(&b[0], t, place)
cdef double c_rounds_left(long long* b, double* w, long long o) noexcept:
    tiles = 7
    for stack in range(b[0]):
        tiles = min(tiles, b[65 + stack])
    by_tiles = (tiles - 1) * w[o + 33]
    by_cards = b[24] / w[o + 32]
    return 1.0 + min(by_tiles, by_cards)
def rounds_left(long long[::1] b, double[::1] w, long long o):
    return c_rounds_left(&b[0], &w[0], o)
cdef double c_worth(long long* b, long long t, long long good, double left, double* w, long long o) noexcept:
    value = w[o + 7 + good - 1]
    if left < 1.5:
        return max(1.0, value * w[o + 11])
    if c_pieces(b, t) > w[o + 12]:
        return max(1.0, value * w[o + 13])
    return value
def worth(long long[::1] b, long long t, long long good, double left, double[::1] w, long long o):
    return c_worth(&b[0], t, good, left, &w[0], o)
cdef double c_hut_worth(long long* b, long long t, double left, double* w, long long o) noexcept:
    if b[t + 0] >= 10:
        return 0.0
    return w[o + 0] + w[o + 1] * (left - 1.0) + b[t + 27 + 2]
def hut_worth(long long[::1] b, long long t, double left, double[::1] w, long long o):
    return c_hut_worth(&b[0], t, left, &w[0], o)
cdef double c_field_worth(long long* b, long long t, double left, double* w, long long o) noexcept:
    if b[t + 2] >= 10:
        return 0.0
    return w[o + 2] + w[o + 3] * (left - 1.0) + b[t + 27]
def field_worth(long long[::1] b, long long t, double left, double[::1] w, long long o):
    return c_field_worth(&b[0], t, left, &w[0], o)
cdef double c_tool_worth(long long* b, long long t, double left, double* w, long long o) noexcept:
    if c_tool_sum(b, t) >= 12:
        return 0.0
    return w[o + 4] + w[o + 5] * (left - 1.0) + b[t + 27 + 3]
def tool_worth(long long[::1] b, long long t, double left, double[::1] w, long long o):
    return c_tool_worth(&b[0], t, left, &w[0], o)
cdef double c_final_worth(long long* b, long long t, long long card, double left, double* w, long long o) noexcept:
    later = left - 1.0
    if SYMBOL[card] >= 0:
        copies = b[t + 19 + SYMBOL[card]]
        if copies > 1:
            return 0.0
        others = 0
        for symbol in range(8):
            if b[t + 19 + symbol] > copies:
                others += 1
        return 2 * others + 1 + w[o + 18] * later
    figure = FIGURE[card]
    if figure == 0:
        most = min(10.0, b[t + 2] + w[o + 19] * later)
    elif figure == 1:
        most = b[t + 31] + w[o + 21] * later
    elif figure == 2:
        most = min(10.0, b[t + 0] + w[o + 22] * later)
    else:
        most = min(12.0, c_tool_sum(b, t) + w[o + 20] * later)
    return NUMBER[card] * most
def final_worth(long long[::1] b, long long t, long long card, double left, double[::1] w, long long o):
    return c_final_worth(&b[0], t, card, left, &w[0], o)
cdef double c_benefit_worth(long long* b, long long t, long long card, double left, double* w, long long o) noexcept:
    benefit = BENEFIT[card]
    amount = AMOUNT[card]
    if benefit == 0:
        return w[o + 23] if left > 1.5 else 1.0
    if benefit == 1:
        return amount * w[o + 15]
    if benefit == 2:
        return amount * c_worth(b, t, GOOD[card], left, w, o)
    if benefit == 3:
        pips = 3.5 * amount + c_ready_tools(b, t) * 0.5
        return (pips / DIVISOR[GOOD[card]] - 0.4) * c_worth(b, t, GOOD[card], left, w, o)
    if benefit == 4:
        return 0.0 + amount
    if benefit == 5:
        return c_tool_worth(b, t, left, w, o)
    if benefit == 6:
        return c_field_worth(b, t, left, w, o)
    if benefit == 7:
        return w[o + 24]
    if benefit == 8:
        return amount * w[o + 25]
    return amount * w[o + 26]
def benefit_worth(long long[::1] b, long long t, long long card, double left, double[::1] w, long long o):
    return c_benefit_worth(&b[0], t, card, left, &w[0], o)
cdef double c_card_worth(long long* b, long long t, long long place, double left, double* w, long long o) noexcept:
    card = b[20 + place - 8]
    end = w[o + 17] * c_final_worth(b, t, card, left, w, o)
    return end + c_benefit_worth(b, t, card, left, w, o)
def card_worth(long long[::1] b, long long t, long long place, double left, double[::1] w, long long o):
    return c_card_worth(&b[0], t, place, left, &w[0], o)
cdef double c_payment_worth(long long* b, long long t, double left, double* w, long long o) noexcept:
    total = 0.0
    for good in range(1, 5):
        total += b[130 + good - 1] * c_worth(b, t, good, left, w, o)
    return total
def payment_worth(long long[::1] b, long long t, double left, double[::1] w, long long o):
    return c_payment_worth(&b[0], t, left, &w[0], o)
cdef double c_coming(long long* b, long long t) noexcept:
    total = 0.0
    for place in range(1, 4 + 1):
        if b[t + 33 + place] > 0:
            total += 3.5 * b[t + 33 + place] / DIVISOR[place] - 0.4
    return total + b[t + 18]
def coming(long long[::1] b, long long t):
    return c_coming(&b[0], t)
cdef long long c_claimed(long long* b, long long t) noexcept:
    total = 0
    for place in range(8, 12):
        if b[t + 33 + place] > 0:
            total += place - 8 + 1
    for place in range(12, 12 + b[0]):
        if b[t + 33 + place] > 0:
            total += FEWEST[b[61 + place - 12]]
    return total
def claimed(long long[::1] b, long long t):
    return c_claimed(&b[0], t)
cdef double c_hunt_worth(long long* b, long long t, long long people, double* w, long long o) noexcept:
    food = 1.75 * people - 0.25
    short = b[t + 0] - b[t + 2] - b[t + 4]
    wanted = min(food, max(0.0, 0.0 + short))
    saved = min(w[o + 16], wanted * w[o + 14])
    return saved + (food - wanted) * w[o + 15]
def hunt_worth(long long[::1] b, long long t, long long people, double[::1] w, long long o):
    return c_hunt_worth(&b[0], t, people, &w[0], o)
cdef double c_gather_worth(long long* b, long long t, long long place, long long people, double purse, double left, double* w, long long o) noexcept:
    pips = 3.5 * people + 0.5 * min(c_ready_tools(b, t), 2 * people)
    units = pips / DIVISOR[place] - 0.4
    needed = max(0.0, min(units, 0.0 - purse))
    return units * c_worth(b, t, place, left, w, o) + needed * w[o + 30]
def gather_worth(long long[::1] b, long long t, long long place, long long people, double purse, double left, double[::1] w, long long o):
    return c_gather_worth(&b[0], t, place, people, purse, left, &w[0], o)
cdef double c_card_promise(long long* b, long long t, long long place, double purse, double left, double* w, long long o) noexcept:
    cost = place - 8 + 1
    value = c_card_worth(b, t, place, left, w, o) - cost * c_worth(b, t, 1, left, w, o)
    missing = max(0.0, cost - purse)
    return value / (1.0 + w[o + 29] * missing) if value > 0.0 else value
def card_promise(long long[::1] b, long long t, long long place, double purse, double left, double[::1] w, long long o):
    return c_card_promise(&b[0], t, place, purse, left, &w[0], o)
cdef double c_building_promise(long long* b, long long t, long long place, double purse, double left, double* w, long long o) noexcept:
    tile = b[61 + place - 12]
    missing = max(0.0, FEWEST[tile] - purse)
    if FIXED[tile] == 1:
        points = 0
        cost = 0.0
        short = 0
        for good in range(1, 5):
            asked = COST[4 * tile + good - 1]
            points += (2 + good) * asked
            cost += asked * c_worth(b, t, good, left, w, o)
            short += max(0, asked - b[t + 4 + good])
        missing = max(missing, 0.0 + short)
        value = points * w[o + 27] - cost
    elif c_payable(b, t, place) == 1:
        c_pay_dearly(b, t, tile)
        value = 0.0 - c_payment_worth(b, t, left, w, o)
        for good in range(4):
            value += (3 + good) * b[130 + good] * w[o + 27]
    else:
        count = FEWEST[tile]
        value = count * (4.0 * w[o + 27] - c_worth(b, t, 2, left, w, o))
        missing = max(1.0, missing)
    value += w[o + 28] + b[t + 27 + 1]
    return value / (1.0 + w[o + 29] * missing) if value > 0.0 else value
def building_promise(long long[::1] b, long long t, long long place, double purse, double left, double[::1] w, long long o):
    return c_building_promise(&b[0], t, place, purse, left, &w[0], o)
cdef double c_promise(long long* b, long long t, long long place, long long people, double purse, double left, double* w, long long o) noexcept:
    if place == 0:
        value = c_hunt_worth(b, t, people, w, o)
    elif place <= 4:
        value = c_gather_worth(b, t, place, people, purse, left, w, o)
    elif place == 6:
        value = c_hut_worth(b, t, left, w, o)
    elif place == 7:
        value = c_field_worth(b, t, left, w, o)
    elif place == 5:
        value = c_tool_worth(b, t, left, w, o)
    elif place < 12:
        value = c_card_promise(b, t, place, purse, left, w, o)
    else:
        value = c_building_promise(b, t, place, purse, left, w, o)
    return value - people * w[o + 6]
def promise(long long[::1] b, long long t, long long place, long long people, double purse, double left, double[::1] w, long long o):
    return c_promise(&b[0], t, place, people, purse, left, &w[0], o)
cdef double c_open_purse(long long* b, long long t) noexcept:
    return c_pieces(b, t) + c_coming(b, t) - c_claimed(b, t)
def open_purse(long long[::1] b, long long t):
    return c_open_purse(&b[0], t)
cdef double c_promise_of(long long* b, long long player, long long place, long long people, double* w) noexcept:
    t = 134 + player * 50
    o = player * 35
    left = c_rounds_left(b, w, o)
    return c_promise(b, t, place, people, c_open_purse(b, t), left, w, o)
def promise_of(long long[::1] b, long long player, long long place, long long people, double[::1] w):
    return c_promise_of(&b[0], player, place, people, &w[0])
cdef long long c_decide_placement(long long* b, long long t, double* w, long long o) noexcept:
    left = c_rounds_left(b, w, o)
    purse = c_open_purse(b, t)
    best = -1000000.0
    chosen = 0
    for place in range(12 + b[0]):
        most = c_room(b, t, place)
        fewest = 2 if place == 6 else 1
        for people in range(fewest, most + 1):
            value = c_promise(b, t, place, people, purse, left, w, o) + c_noise(b, w, o)
            if value > best:
                best = value
                chosen = 0 | place << 4 | people << 8
    return chosen
def decide_placement(long long[::1] b, long long t, double[::1] w, long long o):
    return c_decide_placement(&b[0], t, &w[0], o)
cdef double c_noise(long long* b, double* w, long long o) noexcept:
    if w[o + 34] == 0.0:
        return 0.0
    return w[o + 34] * c_draw(b, 1024) / 1024.0
def noise(long long[::1] b, double[::1] w, long long o):
    return c_noise(&b[0], &w[0], o)
cdef double c_purchase_worth(long long* b, long long t, long long place, double left, double* w, long long o) noexcept:
    if place < 12:
        c_pay_cheaply(b, t, place - 8 + 1, place)
        value = c_card_worth(b, t, place, left, w, o)
    else:
        c_pay_dearly(b, t, b[61 + place - 12])
        points = 0
        for good in range(4):
            points += (3 + good) * b[130 + good]
        value = points * w[o + 27] + w[o + 28] + b[t + 27 + 1]
    return value - c_payment_worth(b, t, left, w, o)
def purchase_worth(long long[::1] b, long long t, long long place, double left, double[::1] w, long long o):
    return c_purchase_worth(&b[0], t, place, left, &w[0], o)
cdef long long c_decide_use(long long* b, long long t, double* w, long long o) noexcept:
    for place in range(5, 8):
        if b[t + 33 + place] > 0:
            return 1 | place << 4
    for step in range(4 + 1):
        if b[t + 33 + 4 - step] > 0:
            return 1 | 4 - step << 4
    left = c_rounds_left(b, w, o)
    best = -1000000.0
    chosen = -1
    for place in range(8, 12 + b[0]):
        if b[t + 33 + place] > 0 and c_payable(b, t, place) == 1:
            value = c_purchase_worth(b, t, place, left, w, o)
            if value > best:
                best = value
                chosen = place
    if best > 0.0:
        c_purchase_worth(b, t, chosen, left, w, o)
        return 3 | chosen << 4 | c_payment_bits(b)
    for place in range(8, 12 + b[0]):
        if b[t + 33 + place] > 0:
            chosen = place
            short = b[t + 18] > 0 and c_payable(b, t, place) == 0
            if short and c_lay_missing(b, t, place) == 1:
                return 6 | c_payment_bits(b)
    return 4 | chosen << 4
def decide_use(long long[::1] b, long long t, double[::1] w, long long o):
    return c_decide_use(&b[0], t, &w[0], o)
cdef long long c_decide_tools(long long* b, long long t, double* w, long long o) noexcept:
    good = b[8]
    gain = w[o + 15]
    if good > 0:
        gain = c_worth(b, t, good, c_rounds_left(b, w, o), w, o)
    elif b[t + 4] + b[t + 2] < b[t + 0]:
        gain = w[o + 14]
    later = 0.0
    for place in range(4 + 1):
        if b[t + 33 + place] > 0:
            later = later + 1.0
    cost = w[o + 31] if later > 1.5 else 0.001
    able = 0
    for slot in range(3):
        if b[t + 9 + slot] > 0 and b[t + 12 + slot] == 0:
            able = able | 1 << slot
        if b[t + 15 + slot] > 0:
            able = able | 8 << slot
    best = 0.0
    chosen = 0
    mask = able
    while mask > 0:
        added = 0
        price = 0.0
        for slot in range(3):
            if mask >> slot & 1 == 1:
                added += b[t + 9 + slot]
                price += cost * b[t + 9 + slot]
            if mask >> slot + 3 & 1 == 1:
                added += b[t + 15 + slot]
                price += w[o + 25] * b[t + 15 + slot]
        more = (b[9] + added) // DIVISOR[good] - b[9] // DIVISOR[good]
        value = more * gain - price
        if value > best:
            best = value
            chosen = mask
        mask = mask - 1 & able
    return 2 | chosen << 8
def decide_tools(long long[::1] b, long long t, double[::1] w, long long o):
    return c_decide_tools(&b[0], t, &w[0], o)
cdef long long c_decide_die(long long* b, long long t, double* w, long long o) noexcept:
    left = c_rounds_left(b, w, o)
    best = -1000000.0
    chosen = 0
    for face in range(1, 7):
        if b[12 + face] > 0:
            if face == 5:
                value = c_tool_worth(b, t, left, w, o)
            elif face == 6:
                value = c_field_worth(b, t, left, w, o)
            else:
                value = c_worth(b, t, face, left, w, o)
            if value > best:
                best = value
                chosen = face
    return 5 | chosen << 8
def decide_die(long long[::1] b, long long t, double[::1] w, long long o):
    return c_decide_die(&b[0], t, &w[0], o)
cdef long long c_decide_meal(long long* b, long long t, double* w, long long o) noexcept:
    owing = b[t + 32]
    if c_pieces(b, t) >= owing:
        c_pay_cheaply(b, t, owing, -1)
        if c_payment_worth(b, t, c_rounds_left(b, w, o), w, o) <= w[o + 16]:
            return 7 | c_payment_bits(b)
        return 8
    if b[t + 18] > 0 and c_pieces(b, t) + b[t + 18] >= owing:
        c_clear_payment(b)
        b[130] = b[t + 18]
        return 6 | c_payment_bits(b)
    return 8
def decide_meal(long long[::1] b, long long t, double[::1] w, long long o):
    return c_decide_meal(&b[0], t, &w[0], o)
cdef long long c_decide(long long* b, long long player, double* w) noexcept:
    t = 134 + player * 50
    o = player * 35
    if b[6] == 1:
        return c_decide_tools(b, t, w, o)
    if b[6] == 2:
        return c_decide_die(b, t, w, o)
    if b[4] == 0:
        return c_decide_placement(b, t, w, o)
    if b[4] == 2:
        return c_decide_meal(b, t, w, o)
    return c_decide_use(b, t, w, o)
def decide(long long[::1] b, long long player, double[::1] w):
    return c_decide(&b[0], player, &w[0])
cdef void c_play_on(long long* b, double* w) noexcept:
    while b[4] != 3 and b[1] <= 60:
        player = c_awaited(b)
        c_make(b, player, c_decide(b, player, w))
def play_on(long long[::1] b, double[::1] w):
    return c_play_on(&b[0], &w[0])
cdef double c_share(long long* b, long long player) noexcept:
    if b[4] != 3:
        return 0.0
    own = c_standing(b, 134 + player * 50)
    equal = 0
    for other in range(b[0]):
        theirs = c_standing(b, 134 + other * 50)
        if theirs > own:
            return 0.0
        if theirs == own:
            equal += 1
    return 1.0 / equal
def share(long long[::1] b, long long player):
    return c_share(&b[0], player)
cdef void c_copy(long long* source, long long* target) noexcept:
    for number in range(334):
        target[number] = source[number]
def copy(long long[::1] source, long long[::1] target):
    return c_copy(&source[0], &target[0])
cdef long long c_seed_of(long long seed, long long number) noexcept:
    x = seed + number * 2654435769 & 4294967295
    x = x ^ x >> 16
    x = x * 73244475 & 4294967295
    x = x ^ x >> 16
    return x | 1
def seed_of(long long seed, long long number):
    return c_seed_of(seed, number)
cdef void c_evaluate(long long* b, long long* scratch, double* w, long long seed, long long count, double* wins) noexcept:
    for number in range(count):
        c_copy(b, scratch)
        scratch[19] = c_seed_of(seed, number)
        c_play_on(scratch, w)
        for player in range(b[0]):
            wins[player] += c_share(scratch, player)
def evaluate(long long[::1] b, long long[::1] scratch, double[::1] w, long long seed, long long count, double[::1] wins):
    return c_evaluate(&b[0], &scratch[0], &w[0], seed, count, &wins[0])
cdef void c_try_move(long long* b, long long* scratch, double* w, long long seed, long long first, long long count, long long player, long long move, double* sums) noexcept:
    for number in range(first, first + count):
        c_copy(b, scratch)
        scratch[19] = c_seed_of(seed, number)
        c_make(scratch, player, move)
        c_play_on(scratch, w)
        part = c_share(scratch, player)
        sums[0] += part
        sums[1] += part * part
        sums[2] += c_lead(scratch, player)
def try_move(long long[::1] b, long long[::1] scratch, double[::1] w, long long seed, long long first, long long count, long long player, long long move, double[::1] sums):
    return c_try_move(&b[0], &scratch[0], &w[0], seed, first, count, player, move, &sums[0])
cdef void c_compare_moves(long long* b, long long* scratch, double* w, long long seed, long long count, long long player, long long move, long long other, double* sums) noexcept:
    for number in range(count):
        difference = 0.0
        for which in range(2):
            c_copy(b, scratch)
            scratch[19] = c_seed_of(seed, number)
            c_make(scratch, player, other if which else move)
            c_play_on(scratch, w)
            for seat in range(b[0]):
                sums[which * 4 + seat] += c_share(scratch, seat)
            part = c_share(scratch, player)
            difference += -part if which else part
        sums[8] += difference * difference
def compare_moves(long long[::1] b, long long[::1] scratch, double[::1] w, long long seed, long long count, long long player, long long move, long long other, double[::1] sums):
    return c_compare_moves(&b[0], &scratch[0], &w[0], seed, count, player, move, other, &sums[0])
cdef double c_lead(long long* b, long long player) noexcept:
    most = -10000
    for other in range(b[0]):
        if other != player:
            most = max(most, b[134 + other * 50 + 3])
    ahead = b[134 + player * 50 + 3] - most
    return 0.0 + max(-100, min(100, ahead))
def lead(long long[::1] b, long long player):
    return c_lead(&b[0], player)
cdef void c_play_match(long long* b, double* w, long long seed) noexcept:
    b[19] = c_seed_of(seed, 0)
    c_play_on(b, w)
def play_match(long long[::1] b, double[::1] w, long long seed):
    return c_play_match(&b[0], &w[0], seed)
