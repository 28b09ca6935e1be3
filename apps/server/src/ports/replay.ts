/** The ports of replayed events: the stored market around one, and the service that replays it. */
import type { FeedStatus } from '@undertow/contracts';
import type { Bar, FlowEvent } from '@undertow/market';

export interface ReplayQuestion {
  /** Encoded by the live line when the event's window was over, or as far as it goes. */
  readonly tape: Uint8Array;
  /** The event as the viewer sees it; null: as it was at the end of the tape, which contains it. */
  readonly event: FlowEvent | null;
  /** Rows from here on are not visible to the viewer yet, milliseconds since 1970 UTC. */
  readonly untilMs: number;
  readonly source: FeedStatus['source'];
  /** Bars of one minute before the tape, oldest first: levels of the day and ranges are based on them. */
  readonly bars: readonly Bar[];
}

/** The same book and tape step by step. Prices in ticks, times in microseconds from the first instant. */
export interface ReplaySteps {
  readonly fromMs: number;
  readonly toMs: number;
  /** Levels at the first instant: side, price and size, three values each. */
  readonly book: Int32Array;
  /** Kind of step: index into `REPLAY_KINDS`. */
  readonly kinds: Int32Array;
  readonly atMicros: Int32Array;
  readonly priceTicks: Int32Array;
  /** The new size of a level, or the size of a trade. */
  readonly sizes: Int32Array;
}

export interface ReplayResponse {
  readonly steps: ReplaySteps;
  /** The tape began before the event did. */
  readonly isWhole: boolean;
  /** False: the same pipeline over the same rows did not raise the event. */
  readonly isRaised: boolean;
  /** Fields that differ, as paths; empty when every one is equal. */
  readonly differing: readonly string[];
  /** Values that were compared. */
  readonly compared: number;
}

export interface EventReplays {
  /** Null where the tape has an older format. Throws `ReplayBusy` when too many wait. */
  replay(question: ReplayQuestion): Promise<ReplayResponse | null>;
  close(): Promise<void>;
}

/** Too many replays are requested at once. */
export class ReplayBusy extends Error {}
