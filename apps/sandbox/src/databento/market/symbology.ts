/** Symbols to contracts: raw, by id, by parent, and continuous. */
import type { Instrument } from '@undertow/market';
import { ALL_SYMBOLS, type Stype } from '#databento/protocol/schemas.ts';
import { contractAhead, spreadOf, type WireContract } from './wire-contract.ts';

/** Contracts of a product that are listed; the first is traded. */
const LISTED = 2;

export class Symbology {
  readonly #instruments: readonly Instrument[];
  readonly #nowMs: () => number;
  /** Rolls by hand, by product code: the front contract is so many months further on. */
  readonly #rolled = new Map<string, number>();

  constructor(instruments: readonly Instrument[], nowMs: () => number) {
    this.#instruments = instruments;
    this.#nowMs = nowMs;
  }

  /** The contract of a product that trades: 0 the front one, 1 the next. */
  contractOf(instrument: Instrument, ahead = 0): WireContract {
    const rolled = this.#rolled.get(instrument.symbol) ?? 0;
    return contractAhead(instrument, this.#nowMs(), rolled + ahead);
  }

  /** The next contract becomes the front one. */
  roll(product: string): void {
    this.#rolled.set(product, (this.#rolled.get(product) ?? 0) + 1);
  }

  /** The contracts of a symbol; none where it is unknown. */
  resolve(symbol: string, stype: Stype): readonly WireContract[] {
    if (symbol === ALL_SYMBOLS) return this.#instruments.flatMap((instrument) => this.#listed(instrument));
    switch (stype) {
      case 'raw_symbol':
        return this.#all().filter((contract) => contract.symbol === symbol);
      case 'instrument_id':
        return this.#all().filter((contract) => String(contract.id) === symbol);
      case 'parent':
        return this.#ofProduct(/^(\w{1,4})\.FUT$/.exec(symbol)?.[1]).flatMap((product) =>
          this.#listed(product),
        );
      case 'continuous':
        return this.#continuous(symbol);
    }
  }

  #continuous(symbol: string): readonly WireContract[] {
    // By calendar, volume or open interest: the front contract has most of either here
    const [, product, ahead] = /^(\w{1,4})\.[cvn]\.(\d)$/.exec(symbol) ?? [];
    if (ahead === undefined || Number(ahead) >= LISTED) return [];
    return this.#ofProduct(product).map((instrument) => this.contractOf(instrument, Number(ahead)));
  }

  #ofProduct(code: string | undefined): readonly Instrument[] {
    return this.#instruments.filter(({ symbol }) => symbol === code);
  }

  #all(): readonly WireContract[] {
    return this.#instruments.flatMap((instrument) => this.#listed(instrument));
  }

  #listed(instrument: Instrument): readonly WireContract[] {
    const [front, next] = [this.contractOf(instrument), this.contractOf(instrument, 1)];
    return [front, next, spreadOf(front, next)];
  }
}
