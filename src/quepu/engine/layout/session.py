"""What kernels of play are handed beside the table: rules, addresses, and what one match works with.

Rules and addresses are the same for all matches of a rulebook; a session belongs to one engine, which plays one match
after the other.
"""

from quepu.engine.layout.distance_rules import NearHand
from quepu.engine.layout.divisions import Scoring
from quepu.engine.layout.field import points
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.kinds import Aims, BotRoom, Ints, Scratch
from quepu.engine.layout.play_rules import PlayRules
from quepu.engine.layout.record import Record
from quepu.engine.layout.workbench import Workbench


class Links(Record, fixed=True):
    """Where the rulebook's own functions and all that scoring needs stand."""

    ask: int                            # ask(f, number): what an expression of a cell says
    given: int                          # given(f, W): the flags that the table gives
    remember: int                       # remember(f, moment)
    pay: int                            # pay(f, occasion)
    scoring: Scoring = points()


class Session(Record):
    """What one match works with."""

    rules: PlayRules = points()
    links: Links = points()
    frame: Frame = points()             # of the hand that is judged, and of the table around it
    bench: Workbench = points()         # of scoring
    near: NearHand = points()           # the hand whose distance is looked up, and what it is looked up in
    aims: Aims = points(optional=True)  # what aware bots go for
    scratch: Scratch = points()         # room for a list of actions
    bot_room: BotRoom = points()
    events: Ints = points()             # what has happened, EVENT_WIDTH numbers each ...
    event_room: int                     # ... at most so many; 0: nobody wants to know
    event_count: int
    bot_key: int                        # of the bots' chances ...
    bot_state: int                      # ... and how many they have had
