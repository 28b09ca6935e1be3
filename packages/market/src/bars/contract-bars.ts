/** Bars of dated contracts: where one contract follows another, and how earlier prices are shifted to the later ones. */
import type { TimeframeMinutes } from '#events/vocabulary.ts';
import { MINUTE_MS } from '#time/durations.ts';
import { aggregateBars, type Bar } from './bar.ts';

/** A bar with the dated contract that it was traded in, for example `ESZ6`. */
export interface ContractBar extends Bar {
  readonly contract: string;
}

type Prices = Pick<Bar, 'startMs' | 'openTicks' | 'highTicks' | 'lowTicks' | 'closeTicks' | 'vwapTicks'>;
type DatedPrices = Prices & { readonly contract: string };

/** Where one contract follows another. */
export interface ContractRoll {
  /** Start of the first bar of the new contract, milliseconds since 1970 UTC. */
  readonly atMs: number;
  readonly from: string;
  readonly to: string;
  /** First price of the new contract less the last one of the old, in ticks: what back-adjustment adds to what is before. */
  readonly offsetTicks: number;
}

const MONTHS_PER_DECADE = 120;
const MONTH_CODES = 'FGHJKMNQUVXZ';

/** Whether a contract is delivered after another one of the same product, both within five years: ESH7 is later than ESZ6. */
export function isLaterContract(code: string, than: string): boolean {
  const monthOf = (text: string): number => Number(text.at(-1)) * 12 + MONTH_CODES.indexOf(text.at(-2) ?? '');
  const ahead =
    (((monthOf(code) - monthOf(than)) % MONTHS_PER_DECADE) + MONTHS_PER_DECADE) % MONTHS_PER_DECADE;
  return ahead > 0 && ahead < MONTHS_PER_DECADE / 2;
}

/** Stretches of consecutive bars of one contract, oldest first. */
function stretchesOf<B extends { readonly contract: string }>(bars: readonly B[]): B[][] {
  const stretches: B[][] = [];
  for (const bar of bars) {
    const last = stretches.at(-1);
    if (last?.[0]?.contract === bar.contract) last.push(bar);
    else stretches.push([bar]);
  }
  return stretches;
}

/** The bars at the end that belong to one contract: prices of two contracts are not continuous. */
export function lastContract<B extends { readonly contract: string }>(bars: readonly B[]): readonly B[] {
  const contract = bars.at(-1)?.contract;
  const before = bars.findLastIndex((bar) => bar.contract !== contract);
  return before < 0 ? bars : bars.slice(before + 1);
}

/**
 * When a contract began in these bars: after the last bar of another one; null where they show no other contract.
 * Infinite where all of them are of others.
 */
export function contractBeganMs(
  bars: readonly { readonly startMs: number; readonly contract: string }[],
  contract: string,
): number | null {
  const before = bars.findLastIndex((bar) => bar.contract !== contract);
  if (before < 0) return null;
  const next = bars[before + 1];
  if (next === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(next.startMs, bars[before]!.startMs + MINUTE_MS);
}

/**
 * Longer bars from one-minute bars, both oldest first; none joins two contracts. Where an interval has bars of two, the
 * later contract's is returned: start times strictly ascend.
 */
export function aggregateContractBars(
  minuteBars: readonly ContractBar[],
  minutes: TimeframeMinutes,
): ContractBar[] {
  const bars: ContractBar[] = [];
  for (const stretch of stretchesOf(minuteBars)) {
    const { contract } = stretch[0]!;
    for (const bar of aggregateBars(stretch, minutes)) {
      if (bars.at(-1)?.startMs === bar.startMs) bars.pop();
      bars.push({ ...bar, contract });
    }
  }
  return bars;
}

/** The rolls between consecutive bars, oldest first. */
export function rollsOf(bars: readonly DatedPrices[]): ContractRoll[] {
  const rolls: ContractRoll[] = [];
  for (let at = 1; at < bars.length; at += 1) {
    const [before, bar] = [bars[at - 1]!, bars[at]!];
    if (before.contract === bar.contract) continue;
    const offsetTicks = bar.openTicks - before.closeTicks;
    rolls.push({ atMs: bar.startMs, from: before.contract, to: bar.contract, offsetTicks });
  }
  return rolls;
}

/** What back-adjustment adds to prices of an instant, in ticks: the offsets of all later rolls. */
export function offsetAt(rolls: readonly ContractRoll[], timeMs: number): number {
  return rolls.reduce((sum, { atMs, offsetTicks }) => (timeMs < atMs ? sum + offsetTicks : sum), 0);
}

/** The bars with earlier contracts shifted by the offsets of `rolls`; the last contract's prices stay as they were traded. */
export function backAdjusted<B extends Prices>(
  bars: readonly B[],
  rolls: readonly ContractRoll[],
): readonly B[] {
  if (rolls.length === 0) return bars;
  return bars.map((bar) => {
    const offset = offsetAt(rolls, bar.startMs);
    if (offset === 0) return bar;
    return {
      ...bar,
      openTicks: bar.openTicks + offset,
      highTicks: bar.highTicks + offset,
      lowTicks: bar.lowTicks + offset,
      closeTicks: bar.closeTicks + offset,
      vwapTicks: bar.vwapTicks === null ? null : bar.vwapTicks + offset,
    };
  });
}
