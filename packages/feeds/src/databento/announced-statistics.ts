/** The newest settlement and open interest of each front contract, as the exchange announced them. */
import type { DbnInstrument } from '#dbn/decode/dbn-instruments.ts';
import type { DbnStatistic } from '#dbn/decode/decode-records.ts';
import type { AnnouncedFigures } from '#feed/feed.ts';
import type { ContractMap } from './contract-map.ts';

const SETTLEMENT = 3;
const OPEN_INTEREST = 9;

export class AnnouncedStatistics {
  readonly #contracts: Pick<ContractMap, 'productOfCode'>;
  readonly #figures = new Map<number, AnnouncedFigures>();

  constructor(contracts: Pick<ContractMap, 'productOfCode'>) {
    this.#contracts = contracts;
  }

  /** Other statistics, undefined values and prices that are no whole number of ticks are left out. */
  take({ statType, priceNanos, quantity }: DbnStatistic, { symbol, tickNanos }: DbnInstrument): void {
    const id = this.#contracts.productOfCode(symbol);
    if (id === null) return;
    const known = this.of(id) ?? { settlementTicks: null, openInterest: null };
    if (statType === OPEN_INTEREST && quantity !== null)
      this.#figures.set(id, { ...known, openInterest: Number(quantity) });
    if (statType !== SETTLEMENT || priceNanos === null || tickNanos === null) return;
    const settlementTicks = Number(priceNanos) / tickNanos;
    if (Number.isInteger(settlementTicks)) this.#figures.set(id, { ...known, settlementTicks });
  }

  /** Null before anything was announced. */
  of(instrumentId: number): AnnouncedFigures | null {
    return this.#figures.get(instrumentId) ?? null;
  }

  /** Another contract is the front one: the figures were not its own. */
  contractChanged(instrumentId: number): void {
    this.#figures.delete(instrumentId);
  }
}
