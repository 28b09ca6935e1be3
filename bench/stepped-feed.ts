/** A simulated exchange as a feed whose clock the measurement moves. */
import type { Feed, FeedContract, FeedListener, FeedSubscription } from '@undertow/feeds';
import { contractAt, type EpochMs, epochMs, type Instrument } from '@undertow/market';
import { createSession, RowBuffer, type Session } from '@undertow/simulator';

/** Silence after which an open exchange sends a heartbeat. */
const HEARTBEAT_MS = 900;

export interface SteppedExchange {
  readonly instrument: Instrument;
  readonly seed: number;
  readonly startMs: number;
}

export class SteppedFeed implements Feed {
  readonly source = 'simulated';
  readonly tier = 'L3';
  readonly replaySpeed = null;
  readonly run: string;
  readonly instrumentIds: readonly number[];
  readonly #instrument: Instrument;
  readonly #session: Session;
  readonly #batch = new RowBuffer();
  #timeMs: number;
  #sentMs: number;
  #listener: FeedListener | null = null;

  constructor({ instrument, seed, startMs }: SteppedExchange) {
    this.#instrument = instrument;
    this.instrumentIds = [instrument.id];
    this.run = `simulated-${seed}-${startMs}`;
    this.#session = createSession({ instrument, seed, startMs, openTicks: instrument.basePriceTicks });
    this.#timeMs = startMs;
    this.#sentMs = startMs;
  }

  nowMs(): EpochMs {
    return epochMs(this.#timeMs);
  }

  contractOf(): FeedContract {
    const { instrumentId, code, expiry } = contractAt(this.#instrument, this.#timeMs);
    return { instrumentId, code, expiry };
  }

  open(_instrumentId: number, listener: FeedListener): FeedSubscription {
    this.#listener = listener;
    listener.onTransport('up', null);
    return {
      requestSnapshot: () => {
        this.#batch.clear();
        this.#session.snapshot(this.#batch);
        listener.onBatch(this.#batch);
      },
      close: () => {
        this.#listener = null;
      },
    };
  }

  /** Runs the exchange to the instant, milliseconds since 1970 UTC, and hands its rows out; returns how many. */
  step(toMs: number): number {
    const batch = this.#batch;
    batch.clear();
    this.#session.advance(toMs, batch);
    // For training only
    this.#session.takeLabels();
    this.#timeMs = toMs;
    const rows = batch.count;
    if (rows === 0 && toMs - this.#sentMs >= HEARTBEAT_MS) this.#session.heartbeat(batch);
    if (batch.count === 0) return 0;
    this.#sentMs = toMs;
    this.#listener?.onBatch(batch);
    return rows;
  }

  async close(): Promise<void> {
    this.#listener = null;
  }
}
