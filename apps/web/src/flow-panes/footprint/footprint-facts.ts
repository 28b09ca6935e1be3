/** Facts of all bars that a footprint shows: cells, statistics and stacked zones, computed once for each bar that is over. */
import {
  type BarStatistics,
  barStatistics,
  type FlowBar,
  type StackedZone,
  StackedZones,
  type StackRule,
} from '@undertow/market';
import { autoRowTicks, type BarCells, barCells } from './bar-cells.ts';
import type { FootprintInput } from './footprint-input.ts';

export interface FootprintBar {
  readonly bar: FlowBar;
  readonly cells: BarCells;
  readonly statistics: BarStatistics;
  readonly isForming: boolean;
}

type FactsInput = Pick<FootprintInput, 'bars' | 'forming' | 'rule' | 'calendar'>;

export class FootprintFacts {
  #bars: readonly FlowBar[] = [];
  #rule: StackRule | null = null;
  #closed: FootprintBar[] = [];
  #zones: StackedZones | null = null;
  #rowTicks = 1;
  #forming: FootprintBar | null = null;
  #formingBar: FlowBar | null = null;

  /** Ticks a row, chosen or found. */
  get rowTicks(): number {
    return this.#rowTicks;
  }

  get length(): number {
    return this.#closed.length + (this.#forming === null ? 0 : 1);
  }

  at(index: number): FootprintBar | undefined {
    return index === this.#closed.length ? (this.#forming ?? undefined) : this.#closed[index];
  }

  /** Oldest first. */
  zones(): readonly StackedZone[] {
    return this.#zones?.zones(this.#forming?.bar ?? null) ?? [];
  }

  update({ bars, forming, rule: chosen, calendar }: FactsInput): void {
    const isSame = bars === this.#bars && bars.length >= this.#closed.length && isEqual(chosen, this.#rule);
    if (!isSame) {
      this.#bars = bars;
      this.#rule = chosen;
      this.#closed = [];
      this.#zones = null;
      this.#dropForming();
      this.#rowTicks = chosen.rowTicks > 0 ? chosen.rowTicks : autoRowTicks(bars);
    }
    const rule = { ...chosen, rowTicks: this.#rowTicks };
    this.#zones ??= new StackedZones(rule);
    const dayOf = (timeMs: number): string => calendar.tradingDayOf(timeMs);
    if (bars.length > this.#closed.length) {
      const fresh = bars.slice(this.#closed.length);
      for (const bar of fresh) this.#zones.add(bar);
      this.#closed.push(...this.#factsOf(fresh, rule, dayOf, false));
      this.#dropForming();
    }
    if (forming === this.#formingBar) return;
    this.#formingBar = forming;
    this.#forming = forming === null ? null : (this.#factsOf([forming], rule, dayOf, true)[0] ?? null);
  }

  #dropForming(): void {
    this.#forming = null;
    this.#formingBar = null;
  }

  #factsOf(
    bars: readonly FlowBar[],
    rule: StackRule,
    dayOf: (timeMs: number) => string,
    isForming: boolean,
  ): FootprintBar[] {
    const before = this.#closed.at(-1);
    const isSameDay =
      before !== undefined && bars[0] !== undefined && dayOf(before.bar.startMs) === dayOf(bars[0].startMs);
    const statistics = barStatistics(bars, dayOf, isSameDay ? before.statistics.cumulativeDelta : 0);
    return bars.map((bar, at) => ({
      bar,
      cells: barCells(bar, rule),
      statistics: statistics[at]!,
      isForming,
    }));
  }
}

const isEqual = (one: StackRule, other: StackRule | null): boolean =>
  other !== null &&
  one.rowTicks === other.rowTicks &&
  one.ratioPercent === other.ratioPercent &&
  one.minSize === other.minSize &&
  one.minRows === other.minRows;
