/** The ports of replays: of an event from its tape, and of the recorded market from an instant on. */
import type {
  FeedStatus,
  getReplayRanges,
  MarketReplayState,
  ReplayAct,
  RouteResponse,
} from '@undertow/contracts';
import type { Bar, FlowEvent } from '@undertow/market';
import type { Viewer } from './account-feeds.ts';
import type { Entitlement } from './entitlements.ts';

export type ReplayRanges = RouteResponse<typeof getReplayRanges>;

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

/** Replays of the recorded market: each is its user's alone, and stores, alerts and records nothing. */
export interface MarketReplays {
  /** What the viewer may replay of an instrument. Refuses where the plan includes no replay. */
  ranges(viewer: Viewer, entitlement: Entitlement, instrumentId: number): Promise<ReplayRanges>;
  /** Replaces the user's other replay. Refuses what is not recorded, not part of the plan, or not to be shown yet. */
  open(
    viewer: Viewer,
    entitlement: Entitlement,
    wanted: { readonly instrumentId: number; readonly atMs: number },
  ): Promise<MarketReplayState>;
  /** Refuses where it is over, or another user's. */
  act(userId: string, id: string, act: ReplayAct): Promise<MarketReplayState>;
  /** No effect where it is over, or another user's. */
  close(userId: string, id: string): Promise<void>;
}
