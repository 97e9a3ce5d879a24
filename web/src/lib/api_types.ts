// Made by python -m tools.page_types from the description of the API; not to be changed by hand.

/** What each answer of a seat brings after so many steps of a record, best first. */
export type AdviceTold = {
  kind: "advice";
  step: number;
  rule: string;
  seat: string;
  samples: number;
  seed: number;
  bot: string;
  is_normal: boolean;
  assumes: string[];
  answers: AnswerTold[];
  reasons: ReasonTold[];
  text: string;
};

/** What each discard of a hand can still become by own draws alone, best first. */
export type AnalysisTold = {
  kind: "analysis";
  rule: string;
  hand: string;
  wall: number;
  draws: number;
  unseen: number;
  away: number | null;
  exact: boolean;
  total: number | null;
  player: string;
  unforeseen: string[];
  choices: ChoiceTold[];
  text: string;
};

/** What one answer brings; `behind` is how much more the best one does, in the same deals. */
export type AnswerTold = {
  action: string;
  label: string;
  points: Mean;
  behind: Mean;
  level: boolean;
  wins: Chance;
  deal_ins: Chance | null;
  pays: Chance | null;
  unready: Chance | null;
  mean_win: CountedMean | null;
  mean_loss: CountedMean | null;
  fans: FanShare[];
  away: number | null;
  live: number | null;
};

/** A hand and its situation; the last tile of a complete hand is the winning tile. */
export type Asked = {
  rule: Rule;
  hand: string;
  self_draw?: boolean;
  seat?: string;
  round?: string;
  from?: string | null;
  flags?: string[];
  wild?: string;
  state?: Record<string, unknown>;
  lang?: string;
};

/** A hand that is not complete, with what is known of the table. */
export type AskedAhead = {
  rule: Rule;
  hand: string;
  self_draw?: boolean;
  seat?: string;
  round?: string;
  from?: string | null;
  flags?: string[];
  wild?: string;
  state?: Record<string, unknown>;
  lang?: string;
  wall?: number | null;
  seen?: string;
};

/** A record and the step after which a seat has to answer. */
export type AskedAt = {
  record: string;
  rule?: Rule | null;
  step: number;
  seat?: string | null;
  samples?: number | null;
  seed?: number;
  lang?: string;
};

/** A record, the player whose decisions are judged, and in how many deals each. */
export type AskedReview = {
  record: string;
  rule?: Rule | null;
  player?: number;
  hand?: number | null;
  level?: "quick" | "usual";
  samples?: number | null;
  seed?: number;
  lang?: string;
};

/** A fact that can change a score or a payment, and how it is told. */
export type AskedTold = {
  kind: string;
  name: string;
  names: Record<string, string>;
  type: string;
  seats: string;
  known_to: string;
  usual: number | string | null;
  told: Record<string, string>;
};

/** A tile that completes the hand; `left` copies have not been seen. */
export type AwaitedTold = {
  tile: string;
  left: number;
  discard: AwaitedWorth | null;
  self_draw: AwaitedWorth | null;
};

/** What a tile would win, or why it would not. */
export type AwaitedWorth = { total: number; legal: boolean; why: string };

/** A rulebook as a list of them shows it. */
export type BookInShort = {
  id: string;
  name: Record<string, string>;
  region: string;
  text: Record<string, string>;
  fans: number;
  options: number;
  hand_size: number;
  sample: string;
  is_default: boolean;
  claims: Record<string, Record<string, string>>;
  keys: KeysTold;
  has_wild: boolean;
};

/** All that a reader's page shows of a rulebook. */
export type BookTold = {
  id: string;
  name: Record<string, string>;
  region: string;
  text: Record<string, string>;
  fans: number;
  options: number;
  hand_size: number;
  sample: string;
  is_default: boolean;
  claims: Record<string, Record<string, string>>;
  keys: KeysTold;
  has_wild: boolean;
  kind?: string;
  melds: Record<string, string[]>;
  version: number;
  source: string;
  how: HowTold[];
  tiles: Record<string, unknown>;
  unit: Record<string, string>;
  score: Record<string, unknown>;
  score_said: Record<string, Record<string, string>>;
  tallies: Record<string, NamedTable>;
  option_list: OptionTold[];
  fan_list: FanTold[];
  shapes: Record<string, Record<string, unknown>>;
  win: Record<string, Record<string, unknown>>;
  flags: Record<string, NamedTable>;
  memory: Record<string, Record<string, unknown>>;
  asks: AskedTold[];
  wild: Record<string, unknown>;
  always_wild: string[];
  defines: Record<string, Record<string, unknown>>;
  play: Record<string, unknown>;
  procedure: Record<string, PartTold[]>;
  has_strong: boolean;
  pay: Record<string, unknown>[];
  adjust: Record<string, unknown>[];
  liability: Record<string, unknown>[];
  text_of_file: string;
};

/** A fault as its code and values. */
export type CauseTold = { code: string; values: Record<string, unknown>; text?: string };

/** How often something came, and between which rates the truth lies with 95 %. */
export type Chance = { count: number; rate: number; low: number; high: number };

/** One value set by hand; null takes back what the text says of it. */
export type Change = { key: string; value?: boolean | number | string | string[] | null };

/** A rulebook's text and what is to be changed of it. */
export type Changes = { text: string; changes?: Change[] };

/** Every fault and doubt of a rulebook's text. */
export type CheckedTold = { kind: "check"; trial: boolean; errors: PlacedFault[]; warnings: PlacedFault[] };

/** What a discard leaves: chances after 1, 2, 3 ... own draws; without `exact` how far away it is, as a bound. */
export type ChoiceTold = {
  discard: string;
  away: number;
  exact: boolean;
  useful: Record<string, number>;
  left: number;
  ready: number[];
  won: number[];
  value: number;
  mean_win: number;
  fans: FanShare[];
};

/** One figure of a reason, of which answer; it counts among `of` where that is told. */
export type ClaimTold = {
  what: string;
  answer: string;
  figure: number;
  of?: number;
  tile?: string;
  seat?: string;
  fan?: string;
  suit?: string;
  saying?: string;
  half?: number;
};

/** A clock: seconds for each answer that is openly waited for, then a reserve that is full again with every hand. */
export type ClockAsked = { move: number; reserve?: number };

/** All clocks of a table; `secret` are the seconds left to those who are asked where nobody may know who is. */
export type ClocksTold = { secret: number | null; players: PlayerClockTold[] };

/** The clock that is agreed: seconds for each move, and of the reserve for a hand. */
export type ClockTold = { move: number; reserve: number };

/** A hand under one rulebook. */
export type ComparedRow = {
  rule: string;
  name: Record<string, string>;
  kind: string;
  total: number | null;
  legal: boolean;
  fan_list: FanScored[];
  reasons: Record<string, string>[];
  ignored: string[];
};

/** A hand under every rulebook. */
export type ComparedTold = { kind: "compare"; rows: ComparedRow[] };

/** A log of another platform as a record. */
export type ConvertedTold = { kind: "converted"; format: "tenhou" | "mjai" | "botzone"; record: string };

/** A mean of so many hands. */
export type CountedMean = { mean: number; low: number; high: number; count: number };

/** A line for each decision of the player; `done` of `of` is how far the work is. */
export type DecisionTold = {
  step: number;
  hand: number;
  seat: string;
  answers: number;
  verdict: "mistake" | "level" | "best" | "agreed";
  played: NamedAnswer;
  better: NamedAnswer | null;
  cost: Mean | null;
  figures: FiguresTold | null;
  reason: string[];
  view: ViewTold | null;
  kind: "decision";
  done: number;
  of: number;
};

/** A full hand after each discard, best first. */
export type DiscardsTold = { kind: "discards"; rows: DiscardTold[] };

/** A hand after one discard. */
export type DiscardTold = {
  tile: string;
  distance: number | null;
  useful: Record<string, number>;
  left: number;
};

/** An entry of the procedure. */
export type EntryTold = { id: string; name: string; text: string; lines: string[]; formulas: string[] };

/** Something that happened; what else it has depends on its type. */
export type EventTold = { step: number; type: string; line: string; seat?: string; tile?: string };

export type ExampleTold = {
  hand: string;
  self_draw?: boolean;
  seat?: string;
  round?: string;
  from?: string;
  flags?: string[];
  wild?: string;
  flowers?: string;
  laid?: string;
  state?: Record<string, unknown>;
  options?: Record<string, unknown>;
};

/** A fan that does not count, by which principle and which other fan. */
export type FanDropped = {
  id: string;
  name: Record<string, string>;
  count: number;
  principle: string;
  by: string;
};

/** A fan and the rulebooks that have it. */
export type FanInIndex = { id: string; name: Record<string, string>; rules: string[] };

/** A fan that counts, and the sets that give it. */
export type FanScored = {
  id: string;
  name: Record<string, string>;
  count: number;
  value: number;
  points: number;
  tally: string;
  shown: Record<string, string>;
  apart: boolean;
  sets: string[][];
};

/** A fan, and in which part of the wins it is. */
export type FanShare = { id: string; share: number };

/** A fan as its rulebook writes it and as a reader is told it. */
export type FanTold = {
  id: string;
  no: number;
  name: Record<string, string>;
  condition: Record<string, string>;
  tally: string;
  value?: number | string;
  when?: string;
  count?: string;
  pick?: string;
  drops?: string[];
  tags?: string[];
  group?: string;
  fallback?: unknown;
  example?: ExampleTold;
  text?: Record<string, string>;
  source?: string;
  on?: string;
  worth?: Record<string, string>;
};

/** The tile that was claimed for a meld, and who gave it. */
export type FedTold = { tile: string; seat: string };

/** What came of the better answer and of that which was given, in the same deals. */
export type FiguresTold = { better: AnswerTold; played: AnswerTold };

/** A log as another platform writes it. */
export type Foreign = { record: string };

/** The table after one step. */
export type FrameTold = { step: number; view: ViewTold | null };

/** A game as the owner of a key may know it. */
export type GameTold = { hello: HelloTold; update: UpdateTold };

/** A hand: its first and last step, and what its result is made of; null where it was not played to its end. */
export type HandParts = {
  hand: number;
  step: number;
  end: number;
  seat: string;
  parts: PartsTold | null;
  own_half: number | null;
  others_half: number | null;
  mistakes: number;
};

/** What a record says of itself first. */
export type HeaderTold = { rulebook: string; options: Record<string, unknown>; players: string[] };

/** What a connection is told first. */
export type HelloTold = {
  game: string;
  rule: Record<string, unknown>;
  players: PlayerTold[];
  started: boolean;
  presence: PresenceTold;
  window: number;
  hints: boolean;
  clock: ClockTold | null;
  room: RoomTold | null;
  type: "hello";
  player: number | null;
};

/** A house rule as its text and as what can be changed of it; no rows while the text cannot be read. */
export type HouseTold = {
  kind: "house";
  text: string;
  refused: RefusedTold[];
  base: string;
  base_name: Record<string, string>;
  sample: string;
  rows: RowTold[];
  fans: ReadyFanTold[];
  faults: PlacedFault[];
};

/** A part of how a hand goes, for a beginner. */
export type HowTold = {
  id: string;
  name: Record<string, string>;
  text: Record<string, string>;
  example: ExampleTold | null;
  score: ScoreValues | null;
  faults: Record<string, string>[];
};

/** What somebody may know before he has a seat. */
export type InvitationTold = {
  game: string;
  rule: Record<string, unknown>;
  players: PlayerTold[];
  started: boolean;
  presence: PresenceTold;
  window: number;
  hints: boolean;
  clock: ClockTold | null;
  room: RoomTold | null;
};

/** Taking an open place. */
export type Join = { key: string; name: string };

/** A place that was taken, with its secret. */
export type JoinedTold = { id: string; player: number; key: string; players: PlayerTold[] };

/** A rulebook, the players (the first dealer first), and what was entered hand by hand. */
export type Kept = {
  rule: Rule;
  names: string[];
  entries?: Record<string, unknown>[];
  rests?: string;
  settled?: (number[] | null)[];
  money?: Money | null;
  mend?: Mend | null;
  lang?: string;
};

/** The tiles a hand is entered by. */
export type KeysTold = { kinds?: string; bonus?: string; marks?: string };

/** A payment. */
export type LedgerTold = {
  payer: string;
  receiver: string;
  amount: number;
  rule: string;
  names: Record<string, string>;
};

/** An answer that may be given: as it is sent, and in words. */
export type LegalTold = { action: string; label: string };

/** A game that was made, with its secrets. */
export type MadeTold = {
  id: string;
  key: string;
  join_key: string;
  watch_key: string;
  players: PlayerTold[];
  player?: number;
};

/** A mean with its 95 % interval. */
export type Mean = { mean: number; low: number; high: number };

/** An earlier entry, by its number from 1: told anew, another told before it, or taken out. */
export type Mend = {
  kind: "change" | "insert" | "remove";
  number: number;
  entry?: Record<string, unknown> | null;
};

/** Money for points: an amount with up to two decimals for so many points. */
export type Money = { amount: string; points?: number };

/** An answer: for programs, and in words. */
export type NamedAnswer = { action: string; label: string };

/** A table of the rulebook's own file that has names; what else it holds is the file's. */
export type NamedTable = { name?: Record<string, string>; show?: Record<string, string> | string };

/** A game to be made: the first player is whoever makes it. */
export type NewGame = {
  rule: Rule;
  name?: string;
  others?: string[];
  seed?: number | null;
  window?: number | null;
  hints?: boolean;
  clock?: ClockAsked | null;
  gathers?: boolean;
};

/** An option as it is set. */
export type OptionTold = {
  id: string;
  name: Record<string, string>;
  text: Record<string, string>;
  type: string;
  value: unknown;
  shown: string;
  choices: unknown[];
  called: Record<string, Record<string, string>>;
  needs: Record<string, string[]>;
};

/** A reading that is worth less. */
export type OtherReading = { reading: string; total: number };

/** A later entry that a mend changes; with faults it stays unsettled. */
export type PadChange = { was: PadEntry; now: PadEntry; faults: string[] };

/** An entered hand. */
export type PadEntry = {
  number: number;
  round: number;
  wind: string;
  ended: string;
  dealer: string;
  players: string[];
  what: string;
  over: boolean;
  notes: Record<string, string>[];
  wins: PadWin[];
  ledger: PadRow[];
  net: number[];
  scores: number[];
};

/** A fan to be picked. */
export type PadFan = {
  id: string;
  name: Record<string, string>;
  on: string;
  value: number | null;
  apart: boolean;
};

/** A fan of an entered win. */
export type PadFanEarned = { id: string; name: Record<string, string>; count: number; shown: string };

/** The hand that is entered next. */
export type PadHand = {
  number: number;
  round: number;
  wind: string;
  players: string[];
  memory: PadRemembered[];
};

/** A kong that may be entered; `counts`: how many tiles may be laid down at once. */
export type PadKong = { id: string; name: Record<string, string>; of: string; counts?: number[] };

/** What a hand of this rulebook may be made of. */
export type PadMay = {
  kongs: PadKong[];
  declares: Thing[];
  faults: Thing[];
  false_total: boolean;
  memory: PadMemory[];
  flags: Thing[];
  tallies: Thing[];
  total: boolean;
  fans: PadFan[];
  wild: boolean;
  flowers: boolean;
  ready: boolean;
  goes_on: boolean;
  seats: string[];
};

/** Something the table remembers that may be entered. */
export type PadMemory = { id: string; name: Record<string, string>; type: string; each: boolean };

/** What everybody has won in money, and who gives whom how much. */
export type PadMoney = { amounts: string[]; transfers: PadTransfer[] };

/** What lasts from hand to hand. */
export type PadRemembered = { id: string; name: Record<string, string>; values: unknown[]; type: string };

export type PadRow = {
  from: string;
  to: string;
  amount: number;
  rule: string;
  names: Record<string, string>;
};

/** A player's place. */
export type PadStanding = { place: number; player: number; name: string; score: number; result: string };

/** The whole pad. */
export type PadTold = {
  kind: "pad";
  names: string[];
  scores: number[];
  over: boolean;
  pot: number;
  standings: PadStanding[];
  hand: PadHand;
  entries: PadEntry[];
  may: PadMay;
  csv: string;
  out: string | null;
  money?: PadMoney;
  changes?: PadChange[];
  kept?: Record<string, unknown>[];
};

export type PadTransfer = { from: string; to: string; amount: string };

export type PadWin = {
  seat: string;
  name: string;
  from: string | null;
  total: number;
  fans: PadFanEarned[];
};

/** What a result is made of, in thousandths of a point: luck + others + own == result. */
export type PartsTold = { result: number; luck: number; others: number; own: number };

/** A part of the procedure. */
export type PartTold = { id: string; title: string; entries: EntryTold[] };

/** A fault of a rulebook's text with its place. */
export type PlacedFault = { line: number; column: number; text: string; more: string; cause: CauseTold };

/** Whether a player is there; None for bots. */
export type PlaceTold = { connected: boolean | null; stand_in: boolean; may_stand_in: boolean };

/** A player's clock: whether it runs, the seconds left of his move, and of his reserve. */
export type PlayerClockTold = { runs: boolean; left: number; reserve: number };

/** A player: a person, an open place, or a bot by its kind. */
export type PlayerTold = { kind: string; name: string };

/** A record and the step from which it is played on, by whoever takes a player's place; bots have the others. */
export type PlayOn = {
  record: string;
  rule?: Rule | null;
  step: number;
  player?: number;
  name?: string | null;
  others?: string[];
};

/** Who is there, and whom the table waits for; None while nobody may know. */
export type PresenceTold = { players: PlaceTold[]; waiting: number[] | null };

export type Problem = {
  type?: string;
  title: string;
  status: number;
  code?: string;
  detail?: string;
  faults?: string[];
  causes?: { code: string; values: Record<string, unknown> }[];
};

/** What a seat waits for now, and after each answer that leaves it ready. */
export type ReadinessTold = { now: AwaitedTold[]; after: Record<string, AwaitedTold[]> };

/** How a complete hand is read. */
export type ReadingTold = {
  shape: string;
  fixed: string;
  sets: string[];
  pairs: string[];
  wild: WildPlaces[];
};

/** A fan with a ready-made condition. */
export type ReadyFanTold = { id: string; name: Record<string, string>; text: Record<string, string> };

/** Why one answer is better than another, or that both are level, with the figures the sentence stands on. */
export type ReasonTold = {
  kind: string;
  better: string;
  made: string;
  claims: ClaimTold[];
  text: Record<string, string>;
};

/** A hand of a record. */
export type RecordTold = {
  header: HeaderTold;
  over: boolean;
  hands: number;
  hand: number;
  frames: StepTold[];
};

/** A change that was not made, and why. */
export type RefusedTold = { key: string; text: string };

/** A part of a result. */
export type ResultPart = { part: string; amount: string };

/** The first line: which hands, how many decisions of the player, answers without a choice, and how much work. */
export type ReviewBegun = {
  rule: string;
  player: number;
  name: string;
  samples: number;
  seed: number;
  bot: string;
  is_normal: boolean;
  kind: "begin";
  hands: number[];
  decisions: number;
  forced: number;
  of: number;
};

/** The last line where something failed midway. */
export type ReviewProblem = {
  kind: "problem";
  type: string;
  title: string;
  status: number;
  code?: string;
  detail?: string;
  faults?: string[];
  causes?: CauseTold[];
};

/** How far the work is. */
export type ReviewProgress = { kind: "progress"; done: number; of: number };

/** The last line: mistakes by their steps, the costliest first, and what the result is made of. */
export type ReviewTold = {
  rule: string;
  player: number;
  name: string;
  samples: number;
  seed: number;
  bot: string;
  is_normal: boolean;
  kind: "review";
  verdicts: VerdictCounts;
  mistakes: number[];
  hands: HandParts[];
  parts: PartsTold;
  own_half: number;
  others_half: number;
};

/** A discard. */
export type RiverTileTold = { tile: string; drawn: boolean; declares: boolean; claimed: boolean; wild: boolean };

/** A game before it begins: who may begin it, who is ready, and the level of the bot where nobody has come. */
export type RoomTold = { owner: number; gathers: boolean; ready: number[]; levels: (string | null)[] };

/** What can be chosen, by its value; a name may be missing where the value says it. */
export type RowChoice = { value: string; name: Record<string, string> };

/** One thing that can be changed by hand; rows that are `about` one thing stand in one line. */
export type RowTold = {
  key: string;
  group: string;
  kind: "number" | "switch" | "choice" | "several" | "text" | "own";
  about: string;
  name: Record<string, string>;
  text: Record<string, string>;
  value: unknown;
  base: unknown;
  is_changed: boolean;
  low: number;
  high: number;
  choices: RowChoice[];
};

/** A rulebook by id, or as text of its own, with options. */
export type Rule = {
  id?: string;
  text?: string | null;
  options?: Record<string, boolean | number | string | string[]>;
};

export type ScoreRow = { from: string; to: string; amount: number; tag: string };

/** The score of a complete hand; `flags` are the circumstances that could be told besides. */
export type ScoreTold = {
  rule: string;
  options: Record<string, unknown>;
  hand: string;
  legal: boolean;
  total: number;
  fans: Record<string, number | string>;
  fan_ids: Record<string, number>;
  hand_payments: Record<string, number> | null;
  payments: Record<string, number> | null;
  complete: boolean;
  reasons: Record<string, string>[];
  tallies: Record<string, number>;
  reading: ReadingTold | null;
  fan_list: FanScored[];
  grade: Record<string, string>;
  sum: Record<string, string[]>;
  dropped: FanDropped[];
  ruled_out: string[];
  no_effect: string[];
  others: OtherReading[];
  ledger: ScoreRow[];
  at_once: ScoreRow[];
  assumed: Record<string, string>[];
  as_usual: UsualFact[];
  kind: "score";
  payments_if: Record<string, Record<string, number>>;
  text: string;
  flags?: string[];
};

/** All of a score. */
export type ScoreValues = {
  rule: string;
  options: Record<string, unknown>;
  hand: string;
  legal: boolean;
  total: number;
  fans: Record<string, number | string>;
  fan_ids: Record<string, number>;
  hand_payments: Record<string, number> | null;
  payments: Record<string, number> | null;
  complete: boolean;
  reasons: Record<string, string>[];
  tallies: Record<string, number>;
  reading: ReadingTold | null;
  fan_list: FanScored[];
  grade: Record<string, string>;
  sum: Record<string, string[]>;
  dropped: FanDropped[];
  ruled_out: string[];
  no_effect: string[];
  others: OtherReading[];
  ledger: ScoreRow[];
  at_once: ScoreRow[];
  assumed: Record<string, string>[];
  as_usual: UsualFact[];
};

/** A seat as another sees it. */
export type SeatTold = {
  seat: string;
  player: number;
  name: string;
  score: number;
  tile_count: number;
  tiles: string | null;
  melds: string[];
  fed: (FedTold | null)[];
  river: RiverTileTold[];
  flowers: string;
  declared: string;
  is_out: boolean;
  is_dead: boolean;
  marks: string[];
  standing?: string;
};

/** The end of a hand. */
export type SettlementTold = {
  type: "settlement";
  hand: number;
  ended: string;
  reason: Record<string, string> | null;
  turned: TurnedTold[];
  players: number[];
  wins: WinTold[];
  ledger: LedgerTold[];
  net: number[];
  scores: number[];
};

/** How far a hand is from one shape. */
export type ShapeTold = { shape: string; distance: number; exact: boolean };

/** A player's place. */
export type StandingTold = {
  place: number;
  player: number;
  name: string;
  score: number;
  result: string;
  parts: ResultPart[];
};

/** A step of a record, and the table after it with all hands open. */
export type StepTold = {
  step: number;
  kind: string;
  seat: number | null;
  action: string | null;
  lines: string[];
  view: ViewTold;
  settlement: SettlementTold | null;
  standings: StandingTold[] | null;
};

/** The text of a rulebook. */
export type Text = { text: string; seconds?: number };

/** Something that can be chosen, by its names. */
export type Thing = { id: string; name: Record<string, string> };

/** A tile that was turned up. */
export type TurnedTold = {
  lot: string;
  names: Record<string, string>;
  tile: string;
  seat: string | null;
  counts: string | null;
  hidden: boolean;
  fans: string[];
};

/** Everything new from a step on, and the table as it is now. */
export type UpdateTold = {
  type: "update";
  step: number;
  since: number;
  started: boolean;
  players: PlayerTold[];
  events: EventTold[];
  view: ViewTold | null;
  hand_over: boolean;
  over: boolean;
  settlement: SettlementTold | null;
  standings: StandingTold[];
  may_undo: boolean;
  presence: PresenceTold;
  window: WindowTold | null;
  clock: ClocksTold | null;
  room: RoomTold | null;
  frames?: FrameTold[];
};

/** A fact that nobody told, and what it usually is. */
export type UsualFact = { kind: string; id: string; name: Record<string, string>; usual: string | number };

/** How many decisions were of each kind, and how many answers had no choice. */
export type VerdictCounts = { mistake: number; level: number; best: number; agreed: number; forced: number };

/** The table as one seat sees it. */
export type ViewTold = {
  seat: string | null;
  hand: number;
  round: number;
  over: boolean;
  turn: string;
  wall_left: number;
  pot: number;
  drawn: string | null;
  offered: string | null;
  offered_from: string | null;
  wild: string;
  turned: string[];
  seats: SeatTold[];
  legal: LegalTold[];
  phase: string;
  asks: string;
  marks: string[];
  replacement: string | null;
  gifts?: string;
  waits?: ReadinessTold;
};

/** What a hand without a winning tile waits for, or how far away it is. */
export type WaitsTold = {
  kind: "waits";
  rule: string;
  hand: string;
  distance: number | null;
  missing: number;
  waits: WaitTold[];
  dead: string[];
  useful: Record<string, number>;
  shapes: ShapeTold[];
  text: string;
  flags?: string[];
};

/** A tile that completes the hand. */
export type WaitTold = { tile: string; left: number; discard: WorthTold; self_draw: WorthTold };

/** Which tiles of a set are wild ones. */
export type WildPlaces = { block: string; places: number[] };

/** Answers are held back for a moment, whether or not anybody is asked. */
export type WindowTold = { number: number; seconds: number; left: number; thinking: boolean };

/** A win of a settlement. */
export type WinTold = {
  seat: string;
  hand: string;
  total: number;
  self_draw: boolean;
  flags: string[];
  fans: Record<string, unknown>[];
  score: ScoreValues;
  text: string;
  feeder?: string;
};

/** What a tile would win, or why it would not. */
export type WorthTold = { total: number; legal: boolean; reasons: Record<string, string>[] };

/** What is sent to each route, and what it answers. */
export interface Routes {
  "GET /api/health": { asks: undefined; tells: Record<string, string> };
  "POST /api/score": { asks: Asked; tells: ScoreTold };
  "POST /api/waits": { asks: Asked; tells: WaitsTold };
  "POST /api/hand": { asks: Asked; tells: ScoreTold | WaitsTold };
  "POST /api/discards": { asks: Asked; tells: DiscardsTold };
  "POST /api/analyse": { asks: AskedAhead; tells: AnalysisTold };
  "POST /api/compare": { asks: Asked; tells: ComparedTold };
  "POST /api/check": { asks: Text; tells: CheckedTold };
  "GET /api/rulebooks": { asks: undefined; tells: BookInShort[] };
  "POST /api/rulebooks": { asks: Rule; tells: BookTold };
  "GET /api/rulebooks/fans": { asks: undefined; tells: FanInIndex[] };
  "GET /api/rulebooks/{name}": { asks: undefined; tells: BookTold };
  "POST /api/rulebooks/{name}": { asks: Record<string, boolean | number | string | string[]>; tells: BookTold };
  "POST /api/house": { asks: Changes; tells: HouseTold };
  "POST /api/games": { asks: NewGame; tells: MadeTold };
  "POST /api/games/{name}/join": { asks: Join; tells: JoinedTold };
  "GET /api/games/{name}/invitation": { asks: undefined; tells: InvitationTold };
  "GET /api/games/with-code": { asks: undefined; tells: InvitationTold };
  "GET /api/games/{name}": { asks: undefined; tells: GameTold };
  "GET /api/games/{name}/record": { asks: undefined; tells: string };
  "POST /api/pad": { asks: Kept; tells: PadTold };
  "POST /api/records": { asks: { record: string; rule?: Rule | null }; tells: RecordTold };
  "POST /api/records/convert": { asks: Foreign; tells: ConvertedTold };
  "POST /api/records/play": { asks: PlayOn; tells: MadeTold };
  "POST /api/advise": { asks: AskedAt; tells: AdviceTold };
  "POST /api/review": { asks: AskedReview; tells: ReviewBegun | DecisionTold | ReviewProgress | ReviewTold | ReviewProblem };
}
