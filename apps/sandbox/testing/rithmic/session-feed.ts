/** One simulated exchange as a feed that advances only when a test calls it; all rows have arrived when the call returns. */
import type { Feed, FeedContract, FeedListener, FeedSubscription } from '@undertow/feeds';
import { contractAt, type EpochMs, epochMs, type Instrument, instrumentById } from '@undertow/market';
import { createSession, RowBuffer, type Session } from '@undertow/simulator';

/** A Tuesday afternoon in Chicago. */
const START_MS = Date.UTC(2026, 10, 17, 20, 0);

export class SessionFeed implements Feed {
  readonly source = 'simulated';
  readonly tier = 'L3';
  readonly run = 'test';
  readonly replaySpeed = null;
  readonly instrumentIds: readonly number[];
  readonly #instrument: Instrument;
  readonly #session: Session;
  readonly #rows = new RowBuffer();
  #listener: FeedListener | null = null;
  #nowMs = START_MS;

  constructor(instrumentId: number, seed: number) {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined) throw new RangeError(`no instrument ${instrumentId} in the catalogue`);
    this.instrumentIds = [instrumentId];
    this.#instrument = instrument;
    this.#session = createSession({
      instrument,
      seed,
      startMs: START_MS,
      openTicks: instrument.basePriceTicks,
      scale: 20,
    });
  }

  /** Advances the session; returns the number of rows emitted. */
  advance(byMs: number): number {
    this.#nowMs += byMs;
    this.#rows.clear();
    this.#session.advance(this.#nowMs, this.#rows);
    this.#session.takeLabels();
    this.#listener?.onBatch(this.#rows);
    return this.#rows.count;
  }

  nowMs(): EpochMs {
    return epochMs(this.#nowMs);
  }

  contractOf(instrumentId: number): FeedContract {
    const { code, expiry } = contractAt(this.#instrument, this.#nowMs);
    return { instrumentId, code, expiry };
  }

  open(_: number, listener: FeedListener): FeedSubscription {
    this.#listener = listener;
    this.advance(0);
    return { requestSnapshot: () => undefined, close: () => undefined };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
