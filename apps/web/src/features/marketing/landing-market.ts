/** The market of the landing chart: simulated where it runs; what it marks are the simulator's own labels, nothing is detected. */
import {
  type Bar,
  FLOW_EVENT_TYPES,
  type FlowEventType,
  type Instrument,
  InstrumentMarket,
  SIDE_ASK,
  SIDE_BID,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { createSession, type Label, RowBuffer, type Session } from '@undertow/simulator';
import type { ChartEvent, ChartProfile } from '#chart/chart-input.ts';

/** Specification, section 9: up to 100 candles, at most 100 events an instrument. */
const MOST_BARS = 100;
const MOST_EVENTS = 100;
export const BOOK_LEVELS = 10;
/** A quiet crowd, so that a phone keeps pace, and agents a few times as busy as in life, so that there is something to see. */
const SCALE = 0.05;
const AGENTS = {
  nativeIcebergsPerHour: 16,
  stopClustersPerHour: 6,
  huntsPerHour: 3,
  spoofSequencesPerHour: 6,
  absorbersPerHour: 6,
  plantedLevelsPerHour: 8,
} as const;

export interface LandingLevel {
  readonly priceTicks: number;
  readonly size: number;
}

export interface LandingBook {
  /** Best first. */
  readonly bids: readonly LandingLevel[];
  readonly asks: readonly LandingLevel[];
}

/** What stands beside the chart. */
export interface LandingView {
  readonly book: LandingBook;
  readonly events: readonly ChartEvent[];
  readonly timeMs: number;
  /** The newest bar; null before the first trade. */
  readonly bar: Bar | null;
}

export interface LandingMarketOptions {
  readonly instrument: Instrument;
  readonly seed: number;
  /** Milliseconds since 1970 UTC. */
  readonly startMs: number;
  readonly openTicks: number;
}

function isFlowEvent(type: string): type is FlowEventType {
  return (FLOW_EVENT_TYPES as readonly string[]).includes(type);
}

const msOf = (timeNs: bigint): number => Number(timeNs / 1_000_000n);

/** A label as an event of the chart; null for what the feed never shows and for what is no event of the product. */
export function eventOfLabel(label: Label): ChartEvent | null {
  const { type, side, observability, tEvidentNs, priceLowTicks, priceHighTicks } = label;
  if (!isFlowEvent(type) || side === null || observability === 'none' || tEvidentNs === null) return null;
  return {
    id: label.id,
    type,
    side,
    priceTicks: side === 'bid' ? priceHighTicks : priceLowTicks,
    zoneHeightTicks: priceHighTicks === priceLowTicks ? null : priceHighTicks - priceLowTicks,
    // A label is the truth of a simulated market, not a finding: no probability belongs to it.
    confidence: 1,
    exact: observability === 'exact',
    degraded: false,
    startedMs: msOf(label.t0Ns),
    updatedMs: msOf(label.t1Ns),
  };
}

export class LandingMarket {
  readonly instrument: Instrument;
  readonly #session: Session;
  readonly #market: InstrumentMarket;
  readonly #rows = new RowBuffer(4096);
  readonly #prices = new Int32Array(BOOK_LEVELS);
  readonly #sizes = new Int32Array(BOOK_LEVELS);
  readonly #orders = new Int32Array(BOOK_LEVELS);
  #closed: readonly Bar[] = [];
  #events: readonly ChartEvent[] = [];
  #timeMs: number;

  constructor({ instrument, seed, startMs, openTicks }: LandingMarketOptions) {
    this.instrument = instrument;
    this.#session = createSession({ instrument, seed, startMs, openTicks, scale: SCALE, agents: AGENTS });
    this.#market = new InstrumentMarket({ instrument, tier: 'L3', calendar: SIMULATED_CALENDAR });
    this.#timeMs = startMs;
  }

  /** The instant that it was run to. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** Runs it to an instant; one that was reached before changes nothing. */
  advance(toMs: number): void {
    if (toMs <= this.#timeMs) return;
    this.#rows.clear();
    this.#session.advance(toMs, this.#rows);
    this.#market.applyBatch(this.#rows);
    this.#timeMs = toMs;
    const fresh = this.#session.takeLabels().flatMap((label) => eventOfLabel(label) ?? []);
    if (fresh.length > 0) this.#events = [...fresh.reverse(), ...this.#events].slice(0, MOST_EVENTS);
    const { bars } = this.#market.facts;
    const known = this.#closed.at(-1)?.startMs ?? Number.NEGATIVE_INFINITY;
    const closed = bars.since(known + 1);
    if (closed.length > 0) this.#closed = [...this.#closed, ...closed].slice(-MOST_BARS);
  }

  /** Bars of one minute, oldest first, the forming one included. */
  bars(): readonly Bar[] {
    const forming = this.#market.facts.formingBar();
    return forming === null ? this.#closed : [...this.#closed, forming].slice(-MOST_BARS);
  }

  /** The newest first. The array is another one only when something was added. */
  events(): readonly ChartEvent[] {
    return this.#events;
  }

  lastTicks(): number | null {
    return this.#market.facts.lastTicks;
  }

  book(): LandingBook {
    return { bids: this.#side(SIDE_BID), asks: this.#side(SIDE_ASK) };
  }

  view(): LandingView {
    return {
      book: this.book(),
      events: this.#events,
      timeMs: this.#timeMs,
      bar: this.#market.facts.formingBar() ?? this.#closed.at(-1) ?? null,
    };
  }

  profile(): ChartProfile {
    const { pointOfControlTicks, valueAreaHighTicks, valueAreaLowTicks, profile } =
      this.#market.facts.dayFacts();
    return { pointOfControlTicks, valueAreaHighTicks, valueAreaLowTicks, levels: profile };
  }

  #side(side: number): LandingLevel[] {
    const { book } = this.#market;
    const count = book.copyTop(side, BOOK_LEVELS, this.#prices, this.#sizes, this.#orders);
    return Array.from({ length: count }, (_, level) => ({
      priceTicks: this.#prices[level] as number,
      size: this.#sizes[level] as number,
    }));
  }
}
