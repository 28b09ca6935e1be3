/** Slices on feeds of orders: full fills, new orders and withdrawals, each with its order id. */
import { CHANGE_ADD, CHANGE_MODIFY, type MatchEvent, SIDE_BID } from '@undertow/market';
import { RecentOrders } from '#orders/recent-orders.ts';
import { EpisodeTable } from '#statistics/episode-table.ts';
import type { MarketView } from '#view/market-view.ts';
import type { SyntheticChain } from './iceberg-synthetic-chain.ts';
import type { SliceTracker } from './iceberg-synthetic-tracker.ts';

export class OrderSliceReader {
  readonly #tracker: SliceTracker;
  readonly #recent = new RecentOrders();
  /** Chains by the order of their newest slice. */
  readonly #owners = new EpisodeTable<SyntheticChain>();

  constructor(tracker: SliceTracker) {
    this.#tracker = tracker;
  }

  read(event: MatchEvent, view: MarketView): void {
    if (event.rounds.count > 0) this.#readFills(event);
    if (event.changes.count > 0) this.#readChanges(event, view);
  }

  clear(): void {
    this.#owners.clear();
    this.#recent.clear();
  }

  #readFills(event: MatchEvent): void {
    const { fills, touched } = event;
    for (let level = 0; level < touched.count; level += 1) {
      this.#tracker.noteVolume(touched.side[level]!, touched.priceTicks[level]!, touched.traded[level]!);
    }
    for (let fill = 0; fill < fills.count; fill += 1) this.#readFill(event, fill);
  }

  #readFill({ fills }: MatchEvent, fill: number): void {
    const before = fills.displayedBefore[fill]!;
    const size = fills.size[fill]!;
    const hi = fills.orderHi[fill]!;
    const lo = fills.orderLo[fill]!;
    const chain = this.#ownerOf(hi, lo);
    if (chain !== undefined) chain.executed += size;
    // What shows more than it can afterwards is the exchange's own iceberg, and exact.
    if (fills.removed[fill] !== 1 || before < 0 || size !== before) return;
    const placed = this.#recent.sizeOf(hi, lo) || before;
    if (chain !== undefined) this.#owners.delete(hi, lo);
    const side = fills.side[fill]!;
    this.#tracker.noteFilled(side, fills.priceTicks[fill]!, placed, chain);
  }

  #readChanges(event: MatchEvent, view: MarketView): void {
    const { changes } = event;
    for (let change = 0; change < changes.count; change += 1) {
      const kind = changes.kind[change]!;
      if (kind === CHANGE_ADD) {
        this.#recent.note(event, change);
        this.#readOrder(event, change, view);
        continue;
      }
      const hi = changes.orderHi[change]!;
      const lo = changes.orderLo[change]!;
      const chain = this.#ownerOf(hi, lo);
      if (chain === undefined) continue;
      if (kind !== CHANGE_MODIFY) {
        this.#owners.delete(hi, lo);
        this.#tracker.noteWithdrawn(chain);
      } else if (changes.priceAfterTicks[change] !== chain.priceTicks) {
        chain.requotes += 1;
        chain.rest(chain.sliceSize, changes.priceAfterTicks[change]!);
        this.#tracker.away.noteMoved();
      }
    }
  }

  #readOrder({ changes }: MatchEvent, change: number, view: MarketView): void {
    const { slice } = this.#tracker;
    const { book } = view.market;
    slice.side = changes.side[change]!;
    slice.priceTicks = changes.priceAfterTicks[change]!;
    slice.size = changes.sizeAfter[change]!;
    slice.orderHi = changes.orderHi[change]!;
    slice.orderLo = changes.orderLo[change]!;
    slice.atTouch = slice.priceTicks === (slice.side === SIDE_BID ? book.bestBidTicks : book.bestAskTicks);
    const chain = this.#tracker.noteOrder();
    if (chain !== undefined && this.#owners.find(slice.orderHi, slice.orderLo) === undefined) {
      this.#owners.add(slice.orderHi, slice.orderLo, chain);
    }
  }

  /** The chain whose newest slice is this order. */
  #ownerOf(hi: number, lo: number): SyntheticChain | undefined {
    if (this.#owners.size === 0) return undefined;
    const chain = this.#owners.find(hi, lo);
    if (chain === undefined) return undefined;
    return chain.inUse && chain.orderHi === hi && chain.orderLo === lo ? chain : undefined;
  }
}
