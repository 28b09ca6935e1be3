/** The market of the developer pages: the seeded simulator, a minute at a time. */
import {
  type Bar,
  type BookSide,
  type Instrument,
  InstrumentMarket,
  SIDE_ASK,
  SIDE_BID,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { createSession, type Prevalence, RowBuffer, type Session } from '@undertow/simulator';
import { type SimulatedEvent, simulatedEventOf } from './simulated-events.ts';
import {
  BOOK_LEVELS,
  SIMULATION_SEED,
  SIMULATION_START_MS,
  UPDATE_MARKET_MS,
} from './simulation-settings.ts';

/** A quiet crowd, so that a minute takes a few hundredths of a second. */
const SCALE = 0.05;
/**
 * Agents are busier than in life where life shows a type once in hours, so that all ten come within a few hundred
 * updates.
 */
const AGENTS: Partial<Prevalence> = {
  nativeIcebergsPerHour: 6,
  syntheticIcebergsPerHour: 4,
  spoofSequencesPerHour: 5,
  absorbersPerHour: 6,
  plantedLevelsPerHour: 10,
  bigHonestPerHour: 6,
  regimeSwitchesPerHour: 12,
  trapsPerHour: 8,
  metaordersPerHour: 4,
  singleStopsPerHour: 20,
  stopClustersPerHour: 6,
  huntsPerHour: 8,
  smallTradersPerHour: 20,
};

export interface SimulatedLevel {
  readonly side: BookSide;
  readonly priceTicks: number;
  readonly size: number;
}

/** What one update brings. Plain data: it crosses from the worker to the page. */
export interface SimulatedMinute {
  /** Market time at its end, milliseconds since 1970 UTC. */
  readonly timeMs: number;
  /** Null for a minute without a trade. */
  readonly tick: Bar | null;
  /** Oldest first. */
  readonly events: readonly SimulatedEvent[];
  /** Bids, then asks, best first. */
  readonly book: readonly SimulatedLevel[];
}

export class SimulatedMarket {
  readonly #session: Session;
  readonly #market: InstrumentMarket;
  readonly #rows = new RowBuffer(4096);
  readonly #prices = new Int32Array(BOOK_LEVELS);
  readonly #sizes = new Int32Array(BOOK_LEVELS);
  readonly #orders = new Int32Array(BOOK_LEVELS);
  #timeMs = SIMULATION_START_MS;

  constructor(instrument: Instrument) {
    this.#session = createSession({
      instrument,
      seed: SIMULATION_SEED,
      startMs: this.#timeMs,
      openTicks: instrument.basePriceTicks,
      scale: SCALE,
      agents: AGENTS,
    });
    this.#market = new InstrumentMarket({ instrument, tier: 'L3', calendar: SIMULATED_CALENDAR });
  }

  /** Runs the market through its next minute. */
  next(): SimulatedMinute {
    const fromMs = this.#timeMs;
    this.#timeMs += UPDATE_MARKET_MS;
    this.#rows.clear();
    this.#session.advance(this.#timeMs, this.#rows);
    this.#market.applyBatch(this.#rows);
    return {
      timeMs: this.#timeMs,
      tick: this.#barOf(fromMs),
      events: this.#session.takeLabels().flatMap((label) => simulatedEventOf(label) ?? []),
      book: [...this.#side('bid'), ...this.#side('ask')],
    };
  }

  #barOf(startMs: number): Bar | null {
    const { bars } = this.#market.facts;
    const bar = bars.since(startMs)[0] ?? this.#market.facts.formingBar();
    return bar?.startMs === startMs ? bar : null;
  }

  #side(side: BookSide): SimulatedLevel[] {
    const { book } = this.#market;
    const wanted = side === 'bid' ? SIDE_BID : SIDE_ASK;
    const count = book.copyTop(wanted, BOOK_LEVELS, this.#prices, this.#sizes, this.#orders);
    return Array.from({ length: count }, (_, level) => ({
      side,
      priceTicks: this.#prices[level]!,
      size: this.#sizes[level]!,
    }));
  }
}
