/** A gateway, feeds on it and their listeners, for one test. */
import { type OrderBook, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { DatabentoFeed, DatabentoFeedOptions, DatabentoState } from '#databento/databento-feed.ts';
import { openDatabentoFeed } from '#databento/dataset-feed.ts';
import { TEST_DATASET, TEST_KEY, TestGateway, type TestProduct } from './databento-gateway.ts';
import { SyncedListener, until } from './databento-listener.ts';

/** For tests of waits: silence is two seconds, a snapshot is awaited for one. Others must not fail because the machine is busy. */
export const SHORT_WAITS = 0.2;
export const ES = 1;
export const NQ = 2;
export const GC = 5;

export class FeedWorld {
  readonly states: DatabentoState[] = [];
  gateway: TestGateway;
  readonly #feeds: DatabentoFeed[] = [];
  readonly #listeners: SyncedListener[] = [];

  static async open(): Promise<FeedWorld> {
    return new FeedWorld(await TestGateway.open());
  }

  private constructor(gateway: TestGateway) {
    this.gateway = gateway;
  }

  async open(options: Partial<DatabentoFeedOptions> = {}): Promise<DatabentoFeed> {
    const feed = await openDatabentoFeed({
      key: TEST_KEY,
      dataset: TEST_DATASET,
      gateway: this.gateway.place,
      instruments: [ES, NQ],
      nowMs: () => Date.now(),
      monotonicMs: () => performance.now(),
      random: () => 0,
      onState: (state) => this.states.push(state),
      ...options,
    });
    this.#feeds.push(feed);
    return feed;
  }

  listen(feed: DatabentoFeed, instrumentId = ES): SyncedListener {
    const listener = new SyncedListener(feed, instrumentId);
    this.#listeners.push(listener);
    return listener;
  }

  /** A running feed with a live book of ES. */
  async live(options: Partial<DatabentoFeedOptions> = {}) {
    const feed = await this.open(options);
    const listener = this.listen(feed);
    await until(() => listener.sync.state === 'live' && listener.rows > 500, 'a live book');
    return { feed, listener, es: this.gateway.products[0] as TestProduct };
  }

  /** States so far, with their faults. */
  kinds(): string[] {
    return this.states.map((state) => ('fault' in state ? `${state.kind} ${state.fault}` : state.kind));
  }

  /** Waits until the book of the listener is that of the market, while the market is frozen. */
  async sameBook(listener: SyncedListener, product: TestProduct): Promise<void> {
    const { behaviour } = this.gateway;
    behaviour.isSilent = true;
    const isSame = (): boolean =>
      JSON.stringify(ordersOf(listener.book)) === JSON.stringify(ordersOf(product.stream.book));
    await until(isSame, 'the same book');
    behaviour.isSilent = false;
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners) listener.close();
    await Promise.all(this.#feeds.map((feed) => feed.close()));
    await this.gateway.close();
  }
}

/** Every order of a book in queue order. */
function ordersOf(book: OrderBook): number[][] {
  const [prices, sizes, orders] = [new Int32Array(512), new Int32Array(512), new Int32Array(512)];
  return [SIDE_BID, SIDE_ASK].flatMap((side) => {
    const levels = book.copyTop(side, 512, prices, sizes, orders);
    return [...prices.subarray(0, levels)].flatMap((price) => {
      const queue: number[][] = [];
      for (let slot = book.firstOrder(side, price); slot >= 0; slot = book.nextOrder(slot))
        queue.push([side, price, book.orderSize(slot), book.orderLo(slot)]);
      return queue;
    });
  });
}
