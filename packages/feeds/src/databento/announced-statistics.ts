/** The newest settlements and the open interest of each contract, as the exchange announced them. */
import { calendarOf, MS_NS } from '@undertow/market';
import type { DbnInstrument } from '#dbn/decode/dbn-instruments.ts';
import type { DbnStatistic } from '#dbn/decode/decode-records.ts';
import type { AnnouncedFigures } from '#feed/feed.ts';

const SETTLEMENT = 3;
const OPEN_INTEREST = 9;
/** Settlements kept of a contract: that of today, and those before a weekend of holidays. */
const MAX_SETTLEMENTS = 4;
const NOTHING: AnnouncedFigures = { settlements: [], openInterest: null };

export class AnnouncedStatistics {
  /** By contract, the front one or not: the next one's settlement is announced before it is the front one. */
  readonly #figures = new Map<string, AnnouncedFigures>();

  /** Other statistics, undefined values and prices that are no whole number of ticks are left out. */
  take(statistic: DbnStatistic, { symbol, tickNanos }: DbnInstrument): void {
    if (symbol === null) return;
    const { statType, priceNanos, quantity } = statistic;
    const known = this.#figures.get(symbol) ?? NOTHING;
    if (statType === OPEN_INTEREST && quantity !== null)
      this.#figures.set(symbol, { ...known, openInterest: Number(quantity) });
    if (statType !== SETTLEMENT || priceNanos === null || tickNanos === null) return;
    const ticks = Number(priceNanos) / tickNanos;
    if (!Number.isInteger(ticks)) return;
    const day = dayOf(statistic);
    // A final settlement follows the preliminary one of its day
    const settlements = [...known.settlements.filter((one) => one.day !== day), { day, ticks }]
      .toSorted((a, b) => (a.day < b.day ? 1 : -1))
      .slice(0, MAX_SETTLEMENTS);
    this.#figures.set(symbol, { ...known, settlements });
  }

  /** Null before anything was announced. */
  of(contract: string): AnnouncedFigures | null {
    return this.#figures.get(contract) ?? null;
  }
}

/** The trading day that a settlement is about: as stated, else the one in which it was announced. */
function dayOf({ referenceNs, timeNs }: DbnStatistic): string {
  if (referenceNs === null) return calendarOf('databento').tradingDayOf(Number(timeNs) / MS_NS);
  return new Date(Number(referenceNs) / MS_NS).toISOString().slice(0, 10);
}
