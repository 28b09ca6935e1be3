/** A running simulation outside React: starts, stops, resets, keeps the newest ticks and events, counts. */
import type { Bar, Instrument } from '@undertow/market';
import { Observable } from '#lib/state/observable.ts';
import type { SimulatedEvent } from './simulated-events.ts';
import type { SimulatedLevel, SimulatedMinute } from './simulated-market.ts';
import { MAX_TICKS } from './simulation-settings.ts';

/** Where minutes come from: the worker of the page, or the market itself in a test. */
export interface MinuteSource {
  /** The next minute of a run; another run number begins a new market. */
  next(run: number, instrumentId: number): Promise<SimulatedMinute>;
  close(): void;
}

export interface SpreadRange {
  readonly leastTicks: number;
  readonly mostTicks: number;
}

export interface SimulationState {
  readonly instrument: Instrument;
  readonly isRunning: boolean;
  readonly intervalMs: number;
  readonly withTicks: boolean;
  readonly withEvents: boolean;
  /** Minutes that came since the reset. */
  readonly updates: number;
  /** Oldest first. */
  readonly ticks: readonly Bar[];
  /** Newest first. */
  readonly events: readonly SimulatedEvent[];
  readonly book: readonly SimulatedLevel[];
  /** Of the books since the reset; null before the first. */
  readonly spread: SpreadRange | null;
  /** Close of the newest minute with a trade; null before it. */
  readonly lastTicks: number | null;
  /** Market time; null before the first update. */
  readonly timeMs: number | null;
  /** How long it ran before it was started last, and when that was on `nowMs`; null while it is stopped. */
  readonly ranMs: number;
  readonly startedMs: number | null;
  /** Why nothing more comes; null while all is well. */
  readonly failure: string | null;
}

export interface SimulationParts {
  readonly source: MinuteSource;
  readonly instrument: Instrument;
  readonly intervalMs: number;
  readonly mostEvents: number;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
}

const NOTHING = {
  updates: 0,
  ticks: [],
  events: [],
  book: [],
  spread: null,
  lastTicks: null,
  timeMs: null,
  ranMs: 0,
  startedMs: null,
  failure: null,
} as const;

/** Milliseconds that a simulation ran, stops left out. */
export function runningMs({ ranMs, startedMs }: SimulationState, nowMs: number): number {
  return startedMs === null ? ranMs : ranMs + Math.max(0, nowMs - startedMs);
}

/** Some are emitted minutes after they ended. */
function newestFirst(events: readonly SimulatedEvent[]): readonly SimulatedEvent[] {
  return events.toSorted((a, b) => b.detectedMs - a.detectedMs);
}

function spreadOf(book: readonly SimulatedLevel[]): number | null {
  const bid = book.find(({ side }) => side === 'bid');
  const ask = book.find(({ side }) => side === 'ask');
  return bid === undefined || ask === undefined ? null : ask.priceTicks - bid.priceTicks;
}

function widened(range: SpreadRange | null, ticks: number | null): SpreadRange | null {
  if (ticks === null) return range;
  return {
    leastTicks: Math.min(range?.leastTicks ?? ticks, ticks),
    mostTicks: Math.max(range?.mostTicks ?? ticks, ticks),
  };
}

export class Simulation {
  readonly state: Observable<SimulationState>;
  readonly #parts: SimulationParts;
  #run = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWaiting = false;

  constructor(parts: SimulationParts) {
    this.#parts = parts;
    const { instrument, intervalMs } = parts;
    this.state = new Observable<SimulationState>({
      ...NOTHING,
      instrument,
      intervalMs,
      isRunning: false,
      withTicks: true,
      withEvents: true,
    });
  }

  start(): void {
    if (this.state.get().isRunning) return;
    this.#change({ isRunning: true, startedMs: this.#parts.nowMs(), failure: null });
    this.#request();
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (!this.state.get().isRunning) return;
    const ranMs = runningMs(this.state.get(), this.#parts.nowMs());
    this.#change({ isRunning: false, ranMs, startedMs: null });
  }

  /** Stops, and clears the data. */
  reset(): void {
    this.stop();
    this.#run += 1;
    this.#isWaiting = false;
    this.#change(NOTHING);
  }

  /** Another instrument: the data of the previous one is cleared. A running simulation continues with the new one. */
  choose(instrument: Instrument): void {
    const { isRunning } = this.state.get();
    this.reset();
    this.#change({ instrument });
    if (isRunning) this.start();
  }

  setInterval(intervalMs: number): void {
    this.#change({ intervalMs });
    if (this.state.get().isRunning) this.#schedule();
  }

  /** Which of the two streams is recorded from now on. */
  record(streams: Partial<Pick<SimulationState, 'withTicks' | 'withEvents'>>): void {
    this.#change(streams);
  }

  close(): void {
    this.stop();
    this.#parts.source.close();
  }

  #change(change: Partial<SimulationState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#request();
      this.#schedule();
    }, this.state.get().intervalMs);
  }

  /** One minute at a time: where the machine is too slow for the interval, updates come later. */
  #request(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const run = this.#run;
    this.#parts.source
      .next(run, this.state.get().instrument.id)
      .then((minute) => {
        if (run !== this.#run) return;
        this.#isWaiting = false;
        if (this.state.get().isRunning) this.#take(minute);
      })
      .catch((error: unknown) => {
        if (run !== this.#run) return;
        this.#isWaiting = false;
        this.stop();
        this.#change({ failure: error instanceof Error ? error.message : String(error) });
      });
  }

  #take({ tick, events, book, timeMs }: SimulatedMinute): void {
    const state = this.state.get();
    const isNewTick = state.withTicks && tick !== null;
    this.#change({
      updates: state.updates + 1,
      timeMs,
      book,
      spread: widened(state.spread, spreadOf(book)),
      lastTicks: tick?.closeTicks ?? state.lastTicks,
      ticks: isNewTick ? [...state.ticks, tick].slice(-MAX_TICKS) : state.ticks,
      events:
        state.withEvents && events.length > 0
          ? newestFirst([...events, ...state.events]).slice(0, this.#parts.mostEvents)
          : state.events,
    });
  }
}
