/** The minutes of a trading day with the levels that were known at the end of each. */
import { type InstrumentMarket, MINUTE_MS, NEAR_LEVELS, type NearLevel, TRENDS } from '@undertow/market';
import { type MinuteColumns, NO_LEVEL } from './session-facts.ts';

const HUNDREDTHS = 100;
type DayFacts = ReturnType<InstrumentMarket['facts']['dayFacts']>;

const LEVEL_OF: Readonly<Record<NearLevel, (facts: DayFacts) => number | null>> = {
  vwap: (facts) => facts.vwapTicks,
  prior_high: (facts) => facts.priorHighTicks,
  prior_low: (facts) => facts.priorLowTicks,
  prior_settlement: (facts) => facts.priorSettlementTicks,
  overnight_high: (facts) => facts.overnightHighTicks,
  overnight_low: (facts) => facts.overnightLowTicks,
  opening_range_high: (facts) => facts.openingRangeHighTicks,
  opening_range_low: (facts) => facts.openingRangeLowTicks,
  point_of_control: (facts) => facts.pointOfControlTicks,
  value_area_high: (facts) => facts.valueAreaHighTicks,
  value_area_low: (facts) => facts.valueAreaLowTicks,
};

export class MinuteRecorder {
  readonly #market: InstrumentMarket;
  readonly #openMs: number;
  readonly #rows: number[][] = [];
  readonly #levels: number[] = [];
  #endMs = Number.NEGATIVE_INFINITY;

  constructor(market: InstrumentMarket, openMs: number) {
    this.#market = market;
    this.#openMs = openMs;
  }

  /** The time of a row before it is applied: keeps the minute that is over. */
  advance(timeMs: number): void {
    if (timeMs < this.#endMs) return;
    this.#endMs = (Math.floor(timeMs / MINUTE_MS) + 1) * MINUTE_MS;
    this.keepForming();
  }

  keepForming(): void {
    const bar = this.#market.facts.formingBar();
    // A trade that came late is in the bar of the minute after its own
    if (bar === null || bar.startMs < this.#openMs) return;
    const facts = this.#market.facts.dayFacts();
    const minute = Math.floor((bar.startMs - this.#openMs) / MINUTE_MS);
    const { openTicks, highTicks, lowTicks, closeTicks, volume } = bar;
    const trend = TRENDS.indexOf(facts.dailyTrend);
    this.#rows.push([minute, openTicks, highTicks, lowTicks, closeTicks, volume, trend]);
    for (const level of NEAR_LEVELS) {
      const ticks = LEVEL_OF[level](facts);
      this.#levels.push(ticks === null ? NO_LEVEL : Math.round(ticks * HUNDREDTHS));
    }
  }

  columns(): MinuteColumns {
    const column = (at: number): Int32Array => Int32Array.from(this.#rows, (row) => row[at]!);
    return {
      count: this.#rows.length,
      minute: column(0),
      openTicks: column(1),
      highTicks: column(2),
      lowTicks: column(3),
      closeTicks: column(4),
      volume: column(5),
      trend: column(6),
      levels: Int32Array.from(this.#levels),
    };
  }
}
