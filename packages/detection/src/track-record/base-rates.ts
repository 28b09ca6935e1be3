/** How often random instants meet each rule: what a hit rate has to beat, by hour and volatility. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import type { MarketScale, OutcomeRule } from './outcome-rules.ts';
import { OUTCOME_RULES } from './outcome-rules.ts';
import { type Passage, passageOutcome } from './passage.ts';
import type { BaseRow, MarketCondition } from './track-row.ts';

const PROBE_EVERY_MS = MINUTE_MS;
/** The longest rule waits half an hour: 30 instants of eight rules in two directions. */
const MAX_OPEN = 1024;

interface Probe extends Passage {
  readonly rule: string;
  readonly condition: MarketCondition;
}

interface Tally {
  readonly rule: string;
  readonly direction: number;
  readonly condition: MarketCondition;
  resolved: number;
  hits: number;
}

export class BaseRates {
  readonly #instrumentId: number;
  readonly #onRow: (row: BaseRow) => void;
  #open: Probe[] = [];
  #tallies = new Map<string, Tally>();
  #probeDueMs = Number.NEGATIVE_INFINITY;
  #hour = Number.NaN;
  /** Nothing that is open can be decided while the mid is here and no time is over. */
  #settledTicks = Number.NaN;
  #overMs = Number.NEGATIVE_INFINITY;

  constructor(instrumentId: number, onRow: (row: BaseRow) => void) {
    this.#instrumentId = instrumentId;
    this.#onRow = onRow;
  }

  /** `conditionOf` is called when a probe begins. */
  onClock(timeMs: number, midTicks: number, scale: MarketScale, conditionOf: () => MarketCondition): void {
    const hour = Math.floor(timeMs / HOUR_MS);
    if (hour !== this.#hour) this.#emitHour(timeMs);
    this.#hour = hour;
    if (midTicks !== this.#settledTicks || timeMs >= this.#overMs) this.#settle(timeMs, midTicks);
    if (timeMs < this.#probeDueMs) return;
    this.#probeDueMs = timeMs + PROBE_EVERY_MS;
    const condition = conditionOf();
    for (const rule of OUTCOME_RULES) this.#probe(rule, timeMs, midTicks, scale, condition);
  }

  /** The price path is broken: what is under way will never be known. */
  interrupt(): void {
    this.#open = [];
  }

  #probe(
    rule: OutcomeRule,
    fromMs: number,
    midTicks: number,
    scale: MarketScale,
    condition: MarketCondition,
  ): void {
    if (this.#open.length >= MAX_OPEN) return;
    const targetTicks = rule.targetTicks(scale);
    const adverseTicks = rule.adverseTicks(scale);
    const directions = adverseTicks === Number.MAX_SAFE_INTEGER ? [0] : [1, -1];
    for (const direction of directions)
      this.#open.push({
        rule: rule.name,
        condition,
        fromMs,
        midTicks,
        direction,
        targetTicks,
        adverseTicks,
        horizonMs: rule.horizonMs,
        isAtEnd: rule.isAtEnd,
      });
    this.#overMs = Math.min(this.#overMs, fromMs + rule.horizonMs);
  }

  #settle(timeMs: number, midTicks: number): void {
    let isAnyOver = false;
    for (const probe of this.#open) {
      const outcome = passageOutcome(probe, timeMs, midTicks);
      if (outcome === undefined) continue;
      isAnyOver = true;
      if (outcome !== null) this.#count(probe, outcome);
    }
    if (isAnyOver)
      this.#open = this.#open.filter((probe) => passageOutcome(probe, timeMs, midTicks) === undefined);
    this.#settledTicks = midTicks;
    this.#overMs = Number.POSITIVE_INFINITY;
    for (const { fromMs, horizonMs } of this.#open) this.#overMs = Math.min(this.#overMs, fromMs + horizonMs);
  }

  #count({ rule, direction, condition }: Probe, hit: boolean): void {
    const key = `${rule}|${direction}|${condition.hour}|${condition.volatility}`;
    const tally = this.#tallies.get(key) ?? { rule, direction, condition, resolved: 0, hits: 0 };
    tally.resolved += 1;
    if (hit) tally.hits += 1;
    this.#tallies.set(key, tally);
  }

  /** An hour is over: its counts become rows. */
  #emitHour(timeMs: number): void {
    const atNs = String(BigInt(Math.floor(timeMs)) * 1_000_000n);
    for (const [key, tally] of this.#tallies)
      this.#onRow({
        kind: 'base',
        signalId: `${key}|${atNs}`,
        instrumentId: this.#instrumentId,
        atNs,
        ...tally,
      });
    this.#tallies = new Map();
  }
}
