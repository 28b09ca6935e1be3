/**
 * The simulated venue as a feed: exchanges that run in a worker thread, first through their history, then by the clock.
 */
import { Worker } from 'node:worker_threads';
import {
  contractAt,
  type EpochMs,
  epochMs,
  HOUR_MS,
  INSTRUMENTS,
  type Instrument,
  instrumentById,
  MINUTE_MS,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { hasFlowProfile } from '@undertow/simulator';
import type { Feed, FeedContract, FeedListener, FeedSubscription } from '#feed/feed.ts';
import type { SessionStart, VenueCommand, VenueReply } from './venue-messages.ts';

/** The products of the catalogue that the simulated exchange has figures for. */
export const SIMULATED_INSTRUMENTS: readonly Instrument[] = INSTRUMENTS.filter(hasFlowProfile);

/** State of an exchange when it was last stored. */
export interface SimulatedResume {
  readonly closeTicks: number;
  /** Milliseconds since 1970 UTC of the last stored row. */
  readonly lastMs: number;
  readonly run: string;
}

export interface SimulatedVenueOptions {
  /** Catalogue numbers that can be opened. */
  readonly instruments: readonly number[];
  /** Same seed, same markets: any safe integer. */
  readonly seed: number;
  /** The present, milliseconds since 1970 UTC; the exchanges follow it. */
  readonly nowMs: () => number;
  /** Exchanges that continue from their stored close; the others begin with a history. */
  readonly resume?: ReadonlyMap<number, SimulatedResume>;
  /** Length of the history of a new exchange. */
  readonly historyMinutes?: number;
  /** Multiplies every rate of the exchanges. */
  readonly scale?: number;
  /**
   * `journey`: from the moment an instrument is opened, besides the dozen icebergs an hour by chance one of the same
   * agents arrives every seven seconds and is traded into at once, so that a test sees one soon.
   */
  readonly scenario?: 'life' | 'journey';
  /** Releases come by the timetable, which somebody announces, in place of chance. */
  readonly announced?: boolean;
}

/** 64 to 65 ten-minute bars: sixty for a chart of the market twenty minutes ago, and some to spare. */
const HISTORY_MINUTES = 640;
/** A resumed exchange starts at most this far back: the time it was stopped is not invented. */
const RESUME_MS = 20 * MINUTE_MS;
/** The longest bar that the first chart draws whole; histories begin on its boundary. */
const ALIGN_MS = 600_000;
/**
 * Exchanges that are opened within this much of each other begin at the same instant with the same seed: what moves a
 * sector, or every market, is drawn from there on, and only then do ES and NQ move together.
 */
const TOGETHER_MS = 2 * HOUR_MS;
/** Interval at which the exchanges are run to the present. */
const SLICE_MS = 75;
/** Chunks of history under way at once: one is made while the other is read. */
const CHUNKS_AHEAD = 2;

/**
 * Opens the venue. Rows come in exchange time; those far behind `nowMs` are the history of a new exchange. Every
 * instrument's first rows are a snapshot, heartbeats come at least once a second, and an instrument opened again goes
 * on where it was left, with everything that it missed. Throws RangeError for a number outside the catalogue.
 */
export function openSimulatedVenue(options: SimulatedVenueOptions): Feed {
  return new SimulatedVenue(options);
}

class SimulatedVenue implements Feed {
  readonly source = 'simulated';
  readonly tier = 'L3';
  readonly replaySpeed = null;
  readonly run: string;
  readonly instrumentIds: readonly number[];
  readonly #options: SimulatedVenueOptions;
  readonly #instruments: ReadonlyMap<number, Instrument>;
  readonly #listeners = new Map<number, FeedListener>();
  #contracts: ReadonlyMap<number, FeedContract>;
  /** When the next trading day begins: contracts roll at its open. */
  #rollMs: number;
  #onRoll: (instrumentId: number) => void = () => undefined;
  readonly #worker = new Worker(new URL('./simulated-worker.ts', import.meta.url));
  readonly #openedMs: number;
  /** Where new exchanges begin, and where those that were stored continue; the latest of them decides for all. */
  readonly #historyMs: number;
  readonly #resumeMs: number;
  readonly #resumeSeed: number;
  readonly #replies: VenueReply[] = [];
  #underWay = 0;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: SimulatedVenueOptions) {
    this.#options = options;
    this.instrumentIds = options.instruments;
    this.#instruments = new Map(options.instruments.map((id) => [id, knownInstrument(id)]));
    const { seed, resume, historyMinutes = HISTORY_MINUTES } = options;
    const nowMs = options.nowMs();
    const lastMs = Math.max(0, ...[...(resume?.values() ?? [])].map((stored) => stored.lastMs));
    this.#openedMs = nowMs;
    this.#contracts = this.#contractsAt(nowMs);
    this.#rollMs = SIMULATED_CALENDAR.nextOpenMs(nowMs);
    this.#historyMs = Math.floor((nowMs - historyMinutes * MINUTE_MS) / ALIGN_MS) * ALIGN_MS;
    // A stored time ahead of a clock that was set back must not keep the exchanges shut until then.
    this.#resumeMs = Math.min(nowMs, Math.max(lastMs, nowMs - RESUME_MS));
    // A resumed exchange must not repeat the draws of its first run.
    this.#resumeSeed = (seed % 2 ** 20) * 2 ** 32 + (Math.floor(lastMs / 1000) % 2 ** 32);
    const resumed = resume?.values().next().value;
    this.run = resumed?.run ?? `simulated-${seed}-${Math.floor(nowMs)}`;
    this.#worker.on('message', (reply: VenueReply) => this.#later(reply));
    this.#worker.on('error', (error: Error) => this.#onDown(error.message));
  }

  nowMs(): EpochMs {
    return epochMs(this.#options.nowMs());
  }

  contractOf(instrumentId: number): FeedContract {
    return this.#contracts.get(this.#instrument(instrumentId).id) as FeedContract;
  }

  onRoll(listener: (instrumentId: number) => void): void {
    this.#onRoll = listener;
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    const instrument = this.#instrument(instrumentId);
    this.#lookForRolls();
    if (this.#closed) throw new Error('the simulated venue is closed');
    if (this.#listeners.has(instrumentId))
      throw new Error(`instrument ${instrumentId} has a listener already`);
    this.#listeners.set(instrumentId, listener);
    this.#command({ kind: 'open', start: this.#startOf(instrument) });
    queueMicrotask(() => {
      if (this.#listeners.get(instrumentId) === listener) listener.onTransport('up', null);
    });
    this.#advance();
    return {
      requestSnapshot: () => this.#command({ kind: 'snapshot', instrumentId }),
      close: () => {
        if (this.#listeners.get(instrumentId) !== listener) return;
        this.#listeners.delete(instrumentId);
        this.#command({ kind: 'pause', instrumentId });
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#worker.terminate();
  }

  #contractsAt(timeMs: number): ReadonlyMap<number, FeedContract> {
    const contracts = [...this.#instruments.values()].map((instrument): [number, FeedContract] => {
      const { instrumentId, code, expiry } = contractAt(instrument, timeMs);
      return [instrumentId, { instrumentId, code, expiry }];
    });
    return new Map(contracts);
  }

  /** The exchange goes on with its book; from here on its rows are of the contract that the calendar names. */
  #lookForRolls(): void {
    const nowMs = this.nowMs();
    if (nowMs < this.#rollMs) return;
    this.#rollMs = SIMULATED_CALENDAR.nextOpenMs(nowMs);
    const before = this.#contracts;
    this.#contracts = this.#contractsAt(nowMs);
    for (const [id, { code }] of this.#contracts) if (before.get(id)?.code !== code) this.#onRoll(id);
  }

  #instrument(instrumentId: number): Instrument {
    const instrument = this.#instruments.get(instrumentId);
    if (instrument === undefined)
      throw new RangeError(`the simulated venue does not list instrument ${instrumentId}`);
    return instrument;
  }

  #startOf(instrument: Instrument): SessionStart {
    const { seed, resume, scale, scenario, announced = false } = this.#options;
    const nowMs = this.nowMs();
    const stored = resume?.get(instrument.id);
    // Long after the venue's opening a history from there would take too long to make.
    const laterMs = Math.max(0, Math.floor((nowMs - this.#openedMs) / TOGETHER_MS)) * TOGETHER_MS;
    return {
      instrumentId: instrument.id,
      seed: stored === undefined ? seed : this.#resumeSeed,
      startMs: Math.min(nowMs, (stored === undefined ? this.#historyMs : this.#resumeMs) + laterMs),
      openTicks: stored?.closeTicks ?? instrument.basePriceTicks,
      scale: scale ?? null,
      announced,
      journeyFromMs: scenario === 'journey' ? nowMs : null,
    };
  }

  #command(command: VenueCommand): void {
    if (!this.#closed) this.#worker.postMessage(command);
  }

  /** Requests the next slice, unless enough is in flight: unread rows are bounded by the chunks ahead. */
  #advance(): void {
    if (this.#closed || this.#underWay >= CHUNKS_AHEAD) return;
    this.#underWay++;
    this.#command({ kind: 'advance', nowMs: this.nowMs() });
  }

  /** A port delivers all queued messages at once; one reply a turn of the loop lets requests come in between. */
  #later(reply: VenueReply): void {
    this.#replies.push(reply);
    if (this.#replies.length === 1) setImmediate(() => this.#takeNext());
  }

  #takeNext(): void {
    if (!this.#closed) this.#lookForRolls();
    const reply = this.#replies.shift();
    if (this.#closed || reply === undefined) return;
    this.#onReply(reply);
    if (this.#replies.length > 0) setImmediate(() => this.#takeNext());
  }

  #onReply(reply: VenueReply): void {
    if (reply.kind === 'rows') {
      const batch = { rows: new Int32Array(reply.buffer), count: reply.count };
      this.#listeners.get(reply.instrumentId)?.onBatch(batch);
      // Free now: history comes faster than the collector looks at memory outside its heap
      reply.buffer.transfer(0);
      return;
    }
    this.#underWay--;
    if (reply.behind) while (this.#underWay < CHUNKS_AHEAD) this.#advance();
    else this.#advanceLater();
  }

  #advanceLater(): void {
    if (this.#underWay > 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#advance();
    }, SLICE_MS);
  }

  #onDown(reason: string): void {
    for (const listener of this.#listeners.values()) listener.onTransport('down', reason);
  }
}

function knownInstrument(id: number): Instrument {
  const instrument = instrumentById(id);
  if (instrument === undefined) throw new RangeError(`no instrument ${id} in the catalogue`);
  return instrument;
}
