/** The naive rule for spoofing: a large order that is cancelled soon, right after the other side was traded. */
import { CHANGE_ADD, CHANGE_CANCEL, joinNs, type MatchEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { bookSide } from '#evidence/wording.ts';
import { RecentOrders } from '#orders/recent-orders.ts';
import type { Detector } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { BaselineContext, BaselineEntry } from './baseline.ts';

const LARGE_QUANTILE = 0.99;
const SOON_MS = 10_000;
const FILL_MS = 1000;

class CancelAfterFill implements Detector {
  readonly #context: BaselineContext;
  readonly #recent = new RecentOrders();
  /** Last trade against resting bids and asks, milliseconds. */
  #bidTradedMs = Number.NEGATIVE_INFINITY;
  #askTradedMs = Number.NEGATIVE_INFINITY;

  constructor(context: BaselineContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const { changes, touched, timeMs } = event;
    for (let level = 0; level < touched.count; level += 1) {
      if (touched.side[level] === SIDE_BID) this.#bidTradedMs = timeMs;
      else if (touched.side[level] === SIDE_ASK) this.#askTradedMs = timeMs;
    }
    if (event.rounds.count > 0) return;
    const large = view.addSizeQuantile(LARGE_QUANTILE);
    for (let change = 0; change < changes.count; change += 1) {
      const kind = changes.kind[change];
      const isAdded = kind === CHANGE_ADD && changes.sizeAfter[change]! >= large;
      const isGone = kind === CHANGE_CANCEL && changes.sizeBefore[change]! >= large;
      if (isAdded) this.#recent.note(event, change);
      else if (isGone) this.#judge(event, change);
    }
  }

  onClock(): void {
    // The rule looks at events alone.
  }

  onDiscontinuity(): void {
    this.#recent.clear();
  }

  #judge(event: MatchEvent, change: number): void {
    const { changes, timeMs } = event;
    const side = changes.side[change]!;
    const hi = changes.orderHi[change]!;
    const lo = changes.orderLo[change]!;
    const tradedMs = side === SIDE_BID ? this.#askTradedMs : this.#bidTradedMs;
    if (timeMs - this.#recent.placedMs(hi, lo) > SOON_MS || timeMs - tradedMs > FILL_MS) return;
    const priceTicks = changes.priceBeforeTicks[change]!;
    this.#context.find({
      side: bookSide(side),
      detectedNs: joinNs(event.timeHi, event.timeLo),
      priceLowTicks: priceTicks,
      priceHighTicks: priceTicks,
      size: changes.sizeBefore[change]!,
    });
  }
}

export const NAIVE_SPOOFING: BaselineEntry = {
  type: 'spoofing',
  sub: null,
  rule: 'an order of the 99th percentile is cancelled within 10 s, at most 1 s after a trade on the other side',
  tiers: ['L3'],
  create: (context) => new CancelAfterFill(context),
};
