/** Symbols to contracts: raw, by id, by parent, and continuous. */
import { DAY_MS, type Instrument } from '@undertow/market';
import { ALL_SYMBOLS, type Stype } from '#databento/protocol/schemas.ts';
import { contractAhead, spreadOf, type WireContract } from './wire-contract.ts';

/** Contracts of a product that a continuous symbol may denote. */
const LISTED = 2;

interface Rolled {
  /** The front contract is so many further on than by the calendar. */
  readonly months: number;
  readonly sinceMs: number | null;
}

export class Symbology {
  readonly #instruments: readonly Instrument[];
  readonly #nowMs: () => number;
  /** Rolls by hand, by product code. */
  readonly #rolled = new Map<string, Rolled>();

  constructor(instruments: readonly Instrument[], nowMs: () => number) {
    this.#instruments = instruments;
    this.#nowMs = nowMs;
  }

  /** The contract of a product that trades: 0 the front one, 1 the next. */
  contractOf(instrument: Instrument, ahead = 0): WireContract {
    const { months } = this.#rolled.get(instrument.symbol) ?? { months: 0 };
    return contractAhead(instrument, this.#nowMs(), months + ahead);
  }

  /** The next contract becomes the front one, as mappings state since an instant of the past or since this day began. */
  roll(product: string, sinceMs: number | null = null): void {
    const { months } = this.#rolled.get(product) ?? { months: 0 };
    this.#rolled.set(product, { months: months + 1, sinceMs });
  }

  /** From when on its mappings count, milliseconds since 1970 UTC: the day, or the roll's own statement. */
  mappedSinceMs({ instrument }: WireContract): number {
    const dayMs = Math.floor(this.#nowMs() / DAY_MS) * DAY_MS;
    return this.#rolled.get(instrument.symbol)?.sinceMs ?? dayMs;
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

  /** What was the front contract before is listed until it expires. */
  #listed(instrument: Instrument): readonly WireContract[] {
    const [front, next] = [this.contractOf(instrument), this.contractOf(instrument, 1)];
    const { months } = this.#rolled.get(instrument.symbol) ?? { months: 0 };
    const earlier = Array.from({ length: months }, (_, back) => this.contractOf(instrument, -1 - back));
    return [front, next, ...earlier, spreadOf(front, next)];
  }
}
