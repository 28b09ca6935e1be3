/** All instruments of the gateway: each begins with its first subscriber, out of one feed. */
import type { Feed } from '@undertow/feeds';
import { type Instrument, instrumentById, productOfContract, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { ExchangeFeed } from '#exchange/exchange-feed.ts';
import type { BookLevel } from './depth-book.ts';
import { InstrumentLine } from './instrument-line.ts';
import { frontContract, productOf, type WireInstrument } from './wire-instrument.ts';

/** The gateway's own book, to compare a client's with. */
export interface GatewayBook {
  readonly sequence: number;
  /** Best first. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export interface FloorOptions {
  readonly instrumentIds: readonly number[];
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  /** Called for the first subscriber: exchanges take memory. */
  readonly openFeed: () => Feed;
}

export class MarketFloor {
  readonly #options: FloorOptions;
  readonly #lines = new Map<number, InstrumentLine>();
  readonly #exchange: ExchangeFeed;

  constructor(options: FloorOptions) {
    this.#options = options;
    this.#exchange = new ExchangeFeed(options.openFeed);
  }

  nowMs(): number {
    return this.#options.nowMs();
  }

  /** Products that are traded. */
  get instruments(): readonly Instrument[] {
    return this.#options.instrumentIds.map(instrumentById).filter((instrument) => instrument !== undefined);
  }

  /**
   * The instrument by a name on the wire: a dated contract, or its product's code, which means the front month.
   * Null for what is not traded.
   */
  contract(symbol: string | undefined, exchange: string | undefined): WireInstrument | null {
    const name = symbol ?? '';
    const product = productOf(name, exchange ?? '');
    const instrument = product ?? productOfContract(name);
    if (instrument === undefined || !this.#options.instrumentIds.includes(instrument.id)) return null;
    const front = frontContract(instrument, this.nowMs());
    if (product !== undefined) return { ...front, symbol: name };
    return front.symbol === symbol && front.exchange === exchange ? front : null;
  }

  /** The running line of an instrument, whatever its name; the first request starts it. */
  line({ instrument }: WireInstrument): InstrumentLine {
    const { id } = instrument;
    const known = this.#lines.get(id);
    if (known !== undefined) return known;
    const line = new InstrumentLine(instrument, () => this.nowMs());
    this.#lines.set(id, line);
    this.#exchange.open(id, (batch) => line.onBatch(batch));
    return line;
  }

  /** Withholds the rows of every instrument, so that two books can be compared at one instant. */
  freeze(): void {
    this.#exchange.freeze();
  }

  thaw(): void {
    this.#exchange.thaw();
  }

  /** Null for an instrument that nobody has requested yet. */
  bookOf(instrumentId: number): GatewayBook | null {
    const line = this.#lines.get(instrumentId);
    if (line === undefined) return null;
    return { sequence: line.sequence, bids: line.book.levels(SIDE_BID), asks: line.book.levels(SIDE_ASK) };
  }

  async close(): Promise<void> {
    await this.#exchange.close();
  }
}
