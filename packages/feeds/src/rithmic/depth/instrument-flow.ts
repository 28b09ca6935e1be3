/** What the flow of one instrument is to the feed, whatever depth it has. */
import type { FeedListener } from '#feed/feed.ts';
import type { RithmicContract } from '#rithmic/session/contract-lookup.ts';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import type { Received } from '#rithmic/wire/rithmic-wire.ts';

export interface FlowHost {
  readonly listener: FeedListener;
  readonly nowMs: () => number;
  readonly reach: (timeMs: number) => void;
  /** The gateway refuses this instrument; the others continue. */
  readonly onRefused: (reason: string) => void;
}

export interface InstrumentFlow {
  /** A connection is there: subscribes, and sends a snapshot as soon as the book is known. */
  start(plant: PlantSession, contract: RithmicContract): void;
  /** The connection is gone, or the listener is. */
  stop(): void;
  /** A pushed message of this contract. */
  take(message: Received): void;
  heartbeat(): void;
  requestSnapshot(): void;
}

/** A flow with its listener. */
export interface OpenFlow {
  readonly instrumentId: number;
  readonly listener: FeedListener;
  readonly flow: InstrumentFlow;
  /** The connection that it was started on. */
  on: PlantSession | null;
}
