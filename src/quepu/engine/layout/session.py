"""What kernels of play are handed beside the table: rules, addresses, and what one match works with.

Rules and addresses are the same for all matches of a rulebook, and so are the aims; a session belongs to one match.
Where it works (frame, bench, lists, rows of events) is lent to it while a kernel runs: `game.desk`.
"""

from quepu.engine.layout.aims import Aims
from quepu.engine.layout.bot_room import BotRoom
from quepu.engine.layout.distance_rules import NearHand
from quepu.engine.layout.divisions import Scoring
from quepu.engine.layout.field import points
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.kinds import Ints, Scratch
from quepu.engine.layout.mind import Minds
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

    # -- what never changes: shared by all matches of a rulebook --
    rules: PlayRules = points()
    links: Links = points()
    aims: Aims = points(optional=True)  # what aware bots go for
    minds: Minds = points(optional=True)        # what learned bots know
    # -- lent while a kernel runs --
    frame: Frame = points()             # of the hand that is judged, and of the table around it
    bench: Workbench = points()         # of scoring
    near: NearHand = points()           # the hand whose distance is looked up, and what it is looked up in
    scratch: Scratch = points()         # room for a list of actions
    bot_room: BotRoom = points()
    events: Ints = points()             # what has happened, EVENT_WIDTH numbers each ...
    # -- its own --
    event_room: int                     # ... at most so many; 0: nobody wants to know
    event_count: int
    bot_key: int                        # of the bots' chances ...
    bot_state: int                      # ... and how many they have had
    saw_kongs: int                      # what the hand has had, by its place in the rulebook, as bits: kongs ...
    saw_readies: int                    # ... declarations ...
    saw_openings: int                   # ... fans of the deal
    stops: int                          # play stops before so many questions that are a secret; 0 never, -1 it has
