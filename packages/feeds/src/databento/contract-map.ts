/**
 * Which contract of the vendor each product is: by the mappings of the running session, before them by what served it last or the
 * platform's rule. A contract that served in a trading day stays until it ends.
 */
import {
  calendarOf,
  contractAt,
  type ExchangeCalendar,
  type Instrument,
  instrumentById,
  MINUTE_MS,
  MS_NS,
  productCalendar,
} from '@undertow/market';
import type { DbnDefinition, DbnSymbolMapping } from '#dbn/decode/decode-records.ts';
import type { FeedContract } from '#feed/feed.ts';

/** A contract that an earlier process received, and when: milliseconds since 1970 UTC. */
export interface ServedContract {
  readonly code: string;
  readonly atMs: number;
}

interface Product {
  readonly instrument: Instrument;
  readonly calendar: ExchangeCalendar;
  /** The requested symbol: the contract with most volume of the day before. */
  readonly symbol: string;
  contract: FeedContract;
  /** The trading day in which the contract serves; null while it is what our own rule says. */
  day: string | null;
  /** Why the vendor does not serve it, or null. */
  unknown: string | null;
}

interface Mapped {
  readonly instrumentId: number;
  /** Another contract than before. */
  readonly isNew: boolean;
  /** The vendor has another contract, which serves from the next trading day on. */
  readonly isLater: boolean;
  /** The vendor did not know it until now. */
  readonly wasUnknown: boolean;
}

const DATED = /^[A-Z0-9]{1,3}[FGHJKMNQUVXZ]\d{1,2}$/;
/** A trading day's contract is resolved this long before it begins: in the break. */
export const ROLL_AHEAD_MS = 10 * MINUTE_MS;

/** The trading day that an instant counts to where contracts are resolved: the coming one in the minutes before it. */
export function contractDay(calendar: ExchangeCalendar, timeMs: number): string {
  return calendar.tradingDayOf(timeMs + ROLL_AHEAD_MS);
}

export class ContractMap {
  readonly instrumentIds: readonly number[];
  readonly #products: ReadonlyMap<number, Product>;
  readonly #bySymbol: ReadonlyMap<string, Product>;

  /** Throws RangeError for a number outside the catalogue, or none. */
  constructor(
    instruments: readonly number[],
    nowMs: number,
    served: ReadonlyMap<number, ServedContract> = new Map(),
  ) {
    if (instruments.length === 0) throw new RangeError('expected at least one instrument');
    this.instrumentIds = instruments;
    this.#products = new Map(instruments.map((id) => [id, productOf(id, nowMs, served.get(id))]));
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

  /** The symbols of what may be the front contract next. */
  nextSymbols(instrumentIds: Iterable<number>): readonly string[] {
    return [...instrumentIds].map((id) => this.#product(id).symbol.replace(/0$/, '1'));
  }

  /** The trading day that products are resolved for now. */
  dayOf(instrumentId: number, nowMs: number): string {
    return contractDay(this.#product(instrumentId).calendar, nowMs);
  }

  /** The contract of the product serves in the trading day of now, whatever the vendor has meanwhile. */
  isServing(instrumentId: number, nowMs: number): boolean {
    return this.#product(instrumentId).day === this.dayOf(instrumentId, nowMs);
  }

  /** How a product is subscribed in a running session: its contract by name, so that no roll comes in between. */
  subscriptionOf(instrumentId: number): { stypeIn: 'raw_symbol' | 'continuous'; symbols: readonly string[] } {
    const { day, contract, symbol } = this.#product(instrumentId);
    return day === null
      ? { stypeIn: 'continuous', symbols: [symbol] }
      : { stypeIn: 'raw_symbol', symbols: [contract.code] };
  }

  /** The product whose contract has this raw symbol, or null. */
  productOfCode(code: string | null): number | null {
    for (const { contract } of this.#products.values())
      if (contract.code === code) return contract.instrumentId;
    return null;
  }

  /**
   * Takes a mapping; null where it is about none of our products. Continuous symbols change at midnight UTC, within a trading
   * day: what serves stays until the next one, unless the vendor states that the other was the front one before this day began.
   */
  map({ inSymbol, outSymbol, startNs }: DbnSymbolMapping, nowMs: number): Mapped | null {
    const product = this.#bySymbol.get(inSymbol);
    if (product === undefined || !DATED.test(outSymbol)) return null;
    const { contract, calendar } = product;
    const { instrumentId } = contract;
    const isNew = contract.code !== outSymbol;
    const wasUnknown = product.unknown !== null;
    const day = contractDay(calendar, nowMs);
    const sinceMs = startNs === null ? null : Math.floor(Number(startNs) / MS_NS);
    const wasEarlier = sinceMs !== null && sinceMs <= calendar.sessionBounds(day).openMs;
    if (isNew && !wasUnknown && product.day === day && !wasEarlier)
      return { instrumentId, isNew: false, isLater: true, wasUnknown };
    product.day = day;
    product.unknown = null;
    if (isNew)
      product.contract = {
        ...{ instrumentId, code: outSymbol, expiry: null },
        ...(sinceMs === null ? {} : { sinceMs }),
      };
    return { instrumentId, isNew, isLater: false, wasUnknown };
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

function productOf(id: number, nowMs: number, served: ServedContract | undefined): Product {
  const instrument = instrumentById(id);
  if (instrument === undefined) throw new RangeError(`no instrument ${id} in the catalogue`);
  const calendar = productCalendar(calendarOf('databento'), instrument);
  const today = contractDay(calendar, nowMs);
  const isToday = served !== undefined && contractDay(calendar, served.atMs) === today;
  const byRule = contractAt(instrument, nowMs);
  const code = isToday ? served.code : byRule.code;
  return {
    instrument,
    calendar,
    symbol: `${instrument.symbol}.v.0`,
    contract: { instrumentId: id, code, expiry: code === byRule.code ? byRule.expiry : null },
    day: isToday ? today : null,
    unknown: null,
  };
}
