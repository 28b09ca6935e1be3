/** One instrument's simulated exchange in time: the crowd and the agents trade, rows come out, labels say what was true. */
import type { Instrument } from '@undertow/market';
import { BackgroundFlow } from './background-flow.ts';
import { RowEncoder } from './encoder.ts';
import { flowProfileOf } from './flow-profile.ts';
import type { Label } from './labels.ts';
import { MatchingEngine } from './matching-engine.ts';
import { randomStream } from './random.ts';
import { RowBuffer } from './row-buffer.ts';
import { TimerHeap } from './timer-heap.ts';

export interface SessionOptions {
  readonly instrument: Instrument;
  readonly seed: number;
  /** Exchange time of the first row, milliseconds since 1970 UTC. */
  readonly startMs: number;
  /** First price; the book is filled around it. */
  readonly openTicks: number;
  /** Multiplies every rate; 1 is a busy day (about 100 messages a second on ES). */
  readonly scale?: number;
}

const DEFAULT_SCALE = 0.4;
const OWNER_CROWD = 0;

/** A running exchange. The rows are the same for any division of the time into calls. */
export interface Session {
  /**
   * Runs the exchange to a time (milliseconds since 1970 UTC) and appends its rows; the first call begins with a
   * snapshot. A time that was reached before changes nothing.
   */
  advance(toMs: number, sink: RowBuffer): void;
  /** Appends the whole displayed book as it stands: a clear, then adds flagged as snapshot. */
  snapshot(sink: RowBuffer): void;
  /** Appends a row that says that the exchange is alive at the time it was last run to. */
  heartbeat(sink: RowBuffer): void;
  /** Labels that became final since the last call, by the time of their end. */
  takeLabels(): Label[];
}

export function createSession(options: SessionOptions): Session {
  return new SimulatedSession(options);
}

class SimulatedSession implements Session {
  readonly #startMs: number;
  readonly #encoder: RowEncoder;
  readonly #engine: MatchingEngine;
  readonly #flow: BackgroundFlow;
  readonly #timers = new TimerHeap();
  readonly #arrivals;
  #nowNs = 0;
  #reachedNs = 0;
  #candidateNs = 0;
  #candidateRate = 0;
  #started = false;

  constructor(options: SessionOptions) {
    const { instrument, seed, startMs } = options;
    const profile = flowProfileOf(instrument);
    this.#startMs = Math.floor(startMs);
    this.#encoder = new RowEncoder(instrument.id, this.#startMs, new RowBuffer());
    this.#arrivals = randomStream(seed, 'arrivals', instrument.id);
    this.#engine = new MatchingEngine({
      encoder: this.#encoder,
      random: randomStream(seed, 'engine', instrument.id),
      firstOrderId: this.#startMs * 4,
      protectionTicks: profile.protectionTicks,
    });
    this.#flow = new BackgroundFlow({
      engine: this.#engine,
      profile,
      random: randomStream(seed, 'crowd', instrument.id),
      signRandom: randomStream(seed, 'signs', instrument.id),
      scale: options.scale ?? DEFAULT_SCALE,
      planCancel: (timeNs, slot, id) => this.#timers.push(timeNs, OWNER_CROWD, slot, id),
    });
    this.#flow.fillBook(0, options.openTicks);
    this.#encoder.rptSeq = 0;
    this.#drawCandidate();
  }

  advance(toMs: number, sink: RowBuffer): void {
    const toNs = Math.floor((toMs - this.#startMs) * 1e6);
    if (toNs > this.#reachedNs) this.#reachedNs = toNs;
    this.#encoder.sink = sink;
    if (!this.#started) this.#encoder.snapshot(0, this.#engine.orders, this.#engine.ladder);
    this.#started = true;
    for (;;) {
      const timerNs = this.#timers.nextNs;
      const nextNs = timerNs <= this.#candidateNs ? timerNs : this.#candidateNs;
      if (nextNs > toNs) break;
      this.#flow.excitation.decay((nextNs - this.#nowNs) / 1e9);
      this.#nowNs = nextNs;
      if (timerNs <= this.#candidateNs) this.#wake();
      else if (this.#arrivals.unit() * this.#candidateRate <= this.#flow.rate()) {
        this.#flow.act(nextNs);
        this.#flow.afterEvent();
      }
      this.#drawCandidate();
    }
  }

  snapshot(sink: RowBuffer): void {
    this.#encoder.sink = sink;
    this.#encoder.snapshot(this.#reachedNs, this.#engine.orders, this.#engine.ladder);
  }

  heartbeat(sink: RowBuffer): void {
    this.#encoder.sink = sink;
    this.#encoder.heartbeat(this.#reachedNs);
  }

  takeLabels(): Label[] {
    return [];
  }

  #wake(): void {
    const { orders } = this.#engine;
    this.#timers.pop();
    const { slot, orderId } = this.#timers;
    if (orders.id[slot] !== orderId) return;
    this.#engine.cancel(this.#nowNs, slot);
    this.#flow.afterEvent();
  }

  /** Ogata's thinning: a candidate at the present bound, kept with the share of the bound that is left by then. */
  #drawCandidate(): void {
    this.#candidateRate = this.#flow.rate();
    const waitNs = (this.#arrivals.exponential() / this.#candidateRate) * 1e9;
    this.#candidateNs = this.#nowNs + Math.max(1, Math.round(waitNs));
  }
}
