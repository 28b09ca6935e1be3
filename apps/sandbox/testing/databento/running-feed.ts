/** Simulated exchanges in this thread as a feed that runs by the clock: ready at once, unlike the venue's worker. */
import type { Feed, FeedContract, FeedListener, FeedSubscription } from '@undertow/feeds';
import { contractAt, type EpochMs, epochMs, type Instrument, instrumentById } from '@undertow/market';
import { createSession, RowBuffer, type Session } from '@undertow/simulator';

const SLICE_MS = 40;
const HISTORY_STEP_MS = 5_000;

export interface RunningOptions {
  readonly instrumentIds: readonly number[];
  readonly seed: number;
  readonly historyMs: number;
  /** Multiplies every rate of the exchanges. */
  readonly scale: number;
}

interface Running {
  readonly session: Session;
  readonly listener: FeedListener;
}

export class RunningFeed implements Feed {
  readonly source = 'simulated';
  readonly tier = 'L3';
  readonly run = 'test';
  readonly replaySpeed = null;
  readonly instrumentIds: readonly number[];
  readonly startMs: number;
  readonly #options: RunningOptions;
  readonly #running: Running[] = [];
  readonly #rows = new RowBuffer();
  readonly #timer: NodeJS.Timeout;

  constructor(options: RunningOptions) {
    this.instrumentIds = options.instrumentIds;
    this.#options = options;
    this.startMs = Date.now() - options.historyMs;
    this.#timer = setInterval(() => {
      for (const running of this.#running) this.#advance(running, Date.now());
    }, SLICE_MS);
  }

  nowMs(): EpochMs {
    return epochMs(Date.now());
  }

  contractOf(instrumentId: number): FeedContract {
    const { code, expiry } = contractAt(instrumentOf(instrumentId), this.nowMs());
    return { instrumentId, code, expiry };
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    const instrument = instrumentOf(instrumentId);
    const session = createSession({
      instrument,
      seed: this.#options.seed,
      startMs: this.startMs,
      openTicks: instrument.basePriceTicks,
      scale: this.#options.scale,
    });
    const running = { session, listener };
    const nowMs = Date.now();
    // Later, as every feed: whoever opens must first get the subscription
    setImmediate(() => {
      for (let toMs = this.startMs; toMs < nowMs; toMs += HISTORY_STEP_MS) this.#advance(running, toMs);
      this.#advance(running, nowMs);
      this.#running.push(running);
    });
    return { requestSnapshot: () => undefined, close: () => undefined };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#running.length = 0;
  }

  #advance({ session, listener }: Running, toMs: number): void {
    this.#rows.clear();
    session.advance(toMs, this.#rows);
    session.takeLabels();
    listener.onBatch(this.#rows);
  }
}

function instrumentOf(id: number): Instrument {
  const instrument = instrumentById(id);
  if (instrument === undefined) throw new RangeError(`no instrument ${id} in the catalogue`);
  return instrument;
}
