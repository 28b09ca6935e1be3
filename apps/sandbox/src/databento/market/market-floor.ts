/** All products of the stand-in: each begins with its first reader, out of one feed. */
import type { Feed } from '@undertow/feeds';
import { type Instrument, instrumentById, NS_PER_MS, type TradingStatus } from '@undertow/market';
import { ExchangeFeed } from '#exchange/exchange-feed.ts';
import type { WholeBook } from './market-book.ts';
import { type MarketClock, ProductLine } from './product-line.ts';
import { Symbology } from './symbology.ts';

export interface FloorOptions {
  readonly instrumentIds: readonly number[];
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  /** History that every product begins with, from this instant on: milliseconds since 1970 UTC. */
  readonly startMs: number;
  /** Called for the first reader: exchanges take memory. */
  readonly openFeed: () => Feed;
}

export class MarketFloor implements MarketClock {
  readonly symbology: Symbology;
  readonly startMs: number;
  readonly #options: FloorOptions;
  readonly #lines = new Map<number, ProductLine>();
  readonly #running = new Set<ProductLine>();
  readonly #exchange: ExchangeFeed;

  constructor(options: FloorOptions) {
    this.#options = options;
    this.#exchange = new ExchangeFeed(options.openFeed);
    this.startMs = options.startMs;
    const instruments = options.instrumentIds.map(instrumentById).filter((one) => one !== undefined);
    this.symbology = new Symbology(instruments, () => this.nowMs());
  }

  get instrumentIds(): readonly number[] {
    return this.#options.instrumentIds;
  }

  nowMs(): number {
    return this.#options.nowMs();
  }

  nowNs(): bigint {
    return BigInt(Math.floor(this.nowMs() * 1_000)) * 1_000n;
  }

  /** The line of a product; its exchange runs once somebody needs more than definitions, statistics and status. */
  line(instrument: Instrument): ProductLine {
    const known = this.#lines.get(instrument.id);
    if (known !== undefined) return known;
    const line = new ProductLine(instrument, this.symbology, this, BigInt(this.startMs) * NS_PER_MS);
    this.#lines.set(instrument.id, line);
    return line;
  }

  /** Runs the exchange of a product; resolves when it has made its history. */
  run(line: ProductLine): Promise<void> {
    const live = new Promise<void>((resolve) => line.whenLive(resolve));
    if (!this.#running.has(line)) this.#open(line);
    return live;
  }

  #open(line: ProductLine): void {
    this.#running.add(line);
    this.#exchange.open(line.instrument.id, (batch) => line.onBatch(batch));
  }

  /** The next contract of a product becomes its front one, as mappings state since an instant, or since this day. */
  roll(product: string, sinceMs: number | null = null): void {
    this.symbology.roll(product, sinceMs);
    for (const line of this.#lines.values()) if (line.instrument.symbol === product) line.roll();
  }

  setStatus(product: string, status: TradingStatus): void {
    for (const line of this.#lines.values()) if (line.instrument.symbol === product) line.setStatus(status);
  }

  /** Withholds the rows of every instrument, so that two books can be compared at one instant. */
  freeze(): void {
    this.#exchange.freeze();
  }

  thaw(): void {
    this.#exchange.thaw();
  }

  /** Null for a product that nobody has requested yet. */
  bookOf(instrumentId: number): WholeBook | null {
    return this.#lines.get(instrumentId)?.book.whole() ?? null;
  }

  async close(): Promise<void> {
    await this.#exchange.close();
  }
}
