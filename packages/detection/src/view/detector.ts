/**
 * What a detector is: it reads match events and facts, keeps its state in slots, and makes an event only when it fires.
 */
import type {
  BookSide,
  FeedTier,
  FlowEvent,
  FlowEventType,
  MatchEvent,
  Pattern,
  PatternType,
} from '@undertow/market';
import type { Judge, ModelSpec } from '#calibration/judge.ts';
import type { MarketView } from './market-view.ts';
import type { SignalBoard } from './signal-board.ts';
import type { TargetScore } from './target-score.ts';

/** `new` when a detection is first raised, `update` when a raised one changes (refill, outcome, expiry). */
export type FlowEventChange = 'new' | 'update';

export type EmitFlowEvent = (event: FlowEvent, change: FlowEventChange) => void;

export type EmitPattern = (pattern: Pattern, change: FlowEventChange) => void;

/** What the detectors counted, whether or not it was enough to raise an event. */
export interface DetectionCounters {
  /** Same-price refills of native icebergs, and distinct orders that refilled. */
  icebergRefills: number;
  icebergOrders: number;
  /** Stops elected, match events that elected some, and their contracts. */
  electedStops: number;
  stopEvents: number;
  stopContracts: number;
}

/** Stops that one match event elected in one direction: an exact fact, whether or not it belongs to a run. */
export interface StopElection {
  /** Stable: the same input gives the same id. */
  readonly id: string;
  /** Side of the elected stops: buy stops are bid. */
  readonly side: BookSide;
  readonly timeNs: bigint;
  readonly stops: number;
  readonly contracts: number;
  /** Price of the first elected stop, and the range of all. */
  readonly firstTicks: number;
  readonly lowTicks: number;
  readonly highTicks: number;
}

/** Whether a detector can do its work on a feed, and if not, why: a sentence that screens show. */
export type Availability =
  | { readonly available: true }
  | { readonly available: false; readonly reason: string };

export interface DetectorContext {
  readonly view: MarketView;
  readonly emit: EmitFlowEvent;
  readonly emitPattern: EmitPattern;
  /** Every probability that is shown comes from here. */
  readonly judge: Judge;
  /** What was raised lately by the detectors that come before this one in the registry. */
  readonly board: SignalBoard;
  readonly counters: DetectionCounters;
  /** Receives findings that are too small or too weak to raise, under the id they keep when they grow. */
  readonly onMinor?: EmitFlowEvent | undefined;
  /** Receives every election of stops, below the threshold of a run as well. */
  readonly onElection?: ((election: StopElection) => void) | undefined;
  /** Is handed the way to read how good the price predictions have been. */
  readonly onPredictionScore?: ((read: () => readonly TargetScore[]) => void) | undefined;
}

/**
 * What a match event may bring: trades, a block that was reported since the event before, or a touch (best prices) that
 * the event before has moved, which the view shows only now.
 */
export type MatchContent = 'trades' | 'blocks' | 'touch';

export interface Detector<Memory = unknown> {
  /** A match event or a group of book changes of the instrument, in order; the entry selects which. */
  onMatch(event: MatchEvent, view: MarketView): void;
  /**
   * Called for every full 100 ms of exchange time that passed, or as often as the entry requires, with the time in ms.
   */
  onClock(timeMs: number, view: MarketView): void;
  /** The book was lost or rebuilt: drop what depends on continuity. */
  onDiscontinuity(timeMs: number): void;
  /**
   * What it has learnt of what is usual, as plain data, for replays of short windows; left out by those that keep too
   * much.
   */
  save?(): Memory;
  restore?(memory: Memory): void;
}

/** One line of the registry. */
export interface DetectorEntry {
  readonly type: FlowEventType | PatternType;
  readonly sub: string | null;
  /** The probabilities it requests from the judge; none for exact facts. */
  readonly models: readonly ModelSpec[];
  /** Only events that bring one of these reach `onMatch`; every event where it is left out. */
  readonly receives?: readonly MatchContent[];
  /** Receives the time once a second or not at all instead of each 100 ms. */
  readonly clock?: 'second' | 'never';
  /** It never raises anything: the screens do not count it among the detectors of its type. */
  readonly minorOnly?: true;
  availability(tier: FeedTier): Availability;
  create(context: DetectorContext): Detector;
}
