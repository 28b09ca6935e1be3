/** Market data between processes: a stream of encoded updates per instrument, kept longer than the longest delay of a plan. */
import type { FeedSource, FeedTier } from '@undertow/market';
import type { Fence } from '#ports/ownership/fence.ts';

/** An encoded update on the wire. */
export interface WireUpdate {
  readonly instrumentId: number;
  readonly fence: Pick<Fence, 'epoch' | 'revision'>;
  /** Names the update: the same id published twice is stored once. */
  readonly id: string;
  /** First and last sequence of the update's run that it covers: several where they were joined while the stream was away. */
  readonly sequences: readonly [first: number, last: number];
  /** True where it contains the whole state of the instrument, so that a reader can begin with it. */
  readonly isKeyframe: boolean;
  /** Context of its trace (W3C Trace Context); left out of updates that are not traced. */
  readonly traceparent?: string;
  readonly frame: Uint8Array;
}

/** What a reader needs to know of an instrument before its first update; the owner publishes it with each keyframe. */
export interface WireInstrument {
  readonly instrumentId: number;
  readonly source: FeedSource;
  readonly tier: FeedTier;
  readonly run: string;
  readonly contract: string;
  /** ISO date; null where the source names none. */
  readonly expiry: string | null;
}

export interface Wire {
  /**
   * Resolves when the stream stored the update. Rejects with `FencedOff` when a later owner published, with any other
   * error when the stream is not reachable: the same update may then be published again.
   */
  publish(update: WireUpdate): Promise<void>;
  /** What is stored of an instrument: its last update, and those of as many milliseconds before it, oldest first. */
  recent(instrumentId: number, spanMs: number): Promise<readonly WireUpdate[]>;
  /**
   * Delivers the updates of every instrument since an instant, in the order of the stream, without a hole and across
   * reconnects, then those that follow. `onCaughtUp` is called once, when everything that was stored at the call has
   * been delivered. Returns what ends it.
   */
  follow(sinceMs: number, listener: WireListener): Promise<() => Promise<void>>;
  /** Makes known what is served; kept until it is replaced. */
  describe(instrument: WireInstrument): Promise<void>;
  /** Everything that is served, and later changes of it. Returns what ends it. */
  followInstruments(listener: (instrument: WireInstrument) => void): Promise<() => void>;
}

export interface WireListener {
  /** `storedMs` is when the stream stored it, by the clock of the stream's server. */
  onUpdate(update: WireUpdate, storedMs: number): void;
  onCaughtUp(): void;
}
