/** Which contract of the vendor each product is: by the mappings of the running session, before them by the platform's rule. */
import { contractAt, type Instrument, instrumentById, MS_NS } from '@undertow/market';
import type { DbnDefinition, DbnSymbolMapping } from '#dbn/decode/decode-records.ts';
import type { FeedContract } from '#feed/feed.ts';

interface Product {
  readonly instrument: Instrument;
  /** The requested symbol: the contract with most volume of the day before. */
  readonly symbol: string;
  contract: FeedContract;
  /** False while the contract is what our own rule says. */
  isMapped: boolean;
  /** Why the vendor does not serve it, or null. */
  unknown: string | null;
}

interface Mapped {
  readonly instrumentId: number;
  /** Another contract than before. */
  readonly isNew: boolean;
  /** The vendor did not know it until now. */
  readonly wasUnknown: boolean;
}

const DATED = /^[A-Z0-9]{1,3}[FGHJKMNQUVXZ]\d{1,2}$/;

export class ContractMap {
  readonly instrumentIds: readonly number[];
  readonly #products: ReadonlyMap<number, Product>;
  readonly #bySymbol: ReadonlyMap<string, Product>;

  /** Throws RangeError for a number outside the catalogue, or none. */
  constructor(instruments: readonly number[], nowMs: number) {
    if (instruments.length === 0) throw new RangeError('expected at least one instrument');
    this.instrumentIds = instruments;
    this.#products = new Map(instruments.map((id) => [id, productOf(id, nowMs)]));
    this.#bySymbol = new Map([...this.#products.values()].map((product) => [product.symbol, product]));
  }

  /** Throws RangeError for an instrument outside the feed. */
  contractOf(instrumentId: number): FeedContract {
    return this.#product(instrumentId).contract;
  }

  /** The symbol of a product that is subscribed when a session starts. */
  continuousSymbols(instrumentIds: Iterable<number>): readonly string[] {
    return [...instrumentIds].map((id) => this.#product(id).symbol);
  }

  /** How a product is subscribed in a running session: its contract by name, so that no roll comes in between. */
  subscriptionOf(instrumentId: number): { stypeIn: 'raw_symbol' | 'continuous'; symbols: readonly string[] } {
    const { isMapped, contract, symbol } = this.#product(instrumentId);
    return isMapped
      ? { stypeIn: 'raw_symbol', symbols: [contract.code] }
      : { stypeIn: 'continuous', symbols: [symbol] };
  }

  /** The product whose contract has this raw symbol, or null. */
  productOfCode(code: string | null): number | null {
    for (const { contract } of this.#products.values())
      if (contract.code === code) return contract.instrumentId;
    return null;
  }

  /** Takes a mapping; null where it is about none of our products. */
  map({ inSymbol, outSymbol }: DbnSymbolMapping): Mapped | null {
    const product = this.#bySymbol.get(inSymbol);
    if (product === undefined || !DATED.test(outSymbol)) return null;
    const { contract } = product;
    const isNew = contract.code !== outSymbol;
    const wasUnknown = product.unknown !== null;
    product.isMapped = true;
    product.unknown = null;
    if (isNew) product.contract = { ...contract, code: outSymbol, expiry: null };
    return { instrumentId: contract.instrumentId, isNew, wasUnknown };
  }

  /** Takes the last trading day of a contract that is one of ours. */
  define({ rawSymbol, expirationNs }: DbnDefinition): void {
    const id = this.productOfCode(rawSymbol);
    if (id === null || expirationNs === null) return;
    const product = this.#product(id);
    const expiry = new Date(Number(expirationNs) / MS_NS).toISOString().slice(0, 10);
    product.contract = { ...product.contract, expiry };
  }

  /** Products that a text of the vendor names, by the requested symbol or the contract. */
  namedIn(text: string): readonly number[] {
    const words = new Set(text.split(/[^\w.]+/).map((word) => word.replace(/\.$/, '')));
    return [...this.#products.values()]
      .filter(({ symbol, contract }) => words.has(symbol) || words.has(contract.code))
      .map(({ contract }) => contract.instrumentId);
  }

  markUnknown(instrumentId: number, reason: string): void {
    this.#product(instrumentId).unknown = reason;
  }

  /** Products that the vendor does not serve, with the reason. */
  unknown(): ReadonlyMap<number, string> {
    const found = [...this.#products].flatMap(([id, { unknown }]): [number, string][] =>
      unknown === null ? [] : [[id, unknown]],
    );
    return new Map(found);
  }

  #product(instrumentId: number): Product {
    const product = this.#products.get(instrumentId);
    if (product === undefined)
      throw new RangeError(`the feed has no instrument ${instrumentId}: expected ${this.instrumentIds}`);
    return product;
  }
}

function productOf(id: number, nowMs: number): Product {
  const instrument = instrumentById(id);
  if (instrument === undefined) throw new RangeError(`no instrument ${id} in the catalogue`);
  const { code, expiry } = contractAt(instrument, nowMs);
  return {
    instrument,
    symbol: `${instrument.symbol}.v.0`,
    contract: { instrumentId: id, code, expiry },
    isMapped: false,
    unknown: null,
  };
}
