/**
 * Native icebergs: exchange-managed reserve orders, exact because a resting order shows more after its fills than it
 * can.
 *
 * A resting order that displayed d, was filled f and displays n afterwards has shown h = n + f - d from its hidden
 * part. On feeds without orders the same holds for a whole level inside one match event, where no other order can
 * enter. Reference: detection, section 4.
 */
import {
  CHANGE_ADD,
  CHANGE_CANCEL,
  EVENT_TYPES,
  type FeedTier,
  joinNs,
  type MatchEvent,
  MINUTE_MS,
} from '@undertow/market';
import { type RankState, SizeRank } from '#evidence/significance.ts';
import { EpisodeTable } from '#statistics/episode-table.ts';
import type { Availability, Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { icebergEvent } from './iceberg-event.ts';
import { type ForecastState, IcebergForecast } from './iceberg-forecast.ts';
import {
  IcebergOrder,
  type IcebergOutcome,
  type IcebergState,
  icebergAt,
  type RaisedOn,
} from './iceberg-order.ts';

const NEEDED_TRANCHES = 3;
/** Executed and reinstated contracts in medians of trade size. */
const MIN_MEDIANS = 5;
const ORDER_SIZE_QUANTILE = 0.75;
/** L2S: residuals of one level within this time belong to one iceberg. */
const LEVEL_GAP_MS = MINUTE_MS;

/** Contracts of one refill: filled in the match event, displayed before and after it. */
interface ShownSizes {
  readonly filled: number;
  readonly shownBefore: number;
  readonly shownAfter: number;
}

/** Sizes of those raised, what their ends taught, and those that are worked. */
interface NativeState {
  readonly sizes: RankState;
  readonly forecast: ForecastState;
  readonly tracked: readonly IcebergState[];
}

class NativeIcebergDetector implements Detector<NativeState> {
  readonly #context: DetectorContext;
  readonly #tracked = new EpisodeTable<IcebergOrder>();
  readonly #forecast = new IcebergForecast();
  readonly #sizes = new SizeRank();
  /** Raised icebergs whose window may end. */
  readonly #shown = new Set<IcebergOrder>();

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    if (view.tier === 'L2S') {
      if (event.rounds.count > 0) this.#readLevels(event);
      return;
    }
    if (event.fills.count > 0) this.#readFills(event);
    if (this.#tracked.size > 0 && event.changes.count > 0) this.#readChanges(event);
  }

  onClock(timeMs: number): void {
    if (this.#shown.size === 0) return;
    for (const iceberg of this.#shown) {
      if (timeMs < iceberg.lastMs + EVENT_TYPES.iceberg.windowMs) continue;
      this.#shown.delete(iceberg);
      iceberg.expired = true;
      if (iceberg.raised) this.#emit(iceberg, iceberg.raised, 'update');
    }
  }

  onDiscontinuity(): void {
    for (const iceberg of this.#tracked.all()) this.#end(iceberg, 'interrupted');
    this.#tracked.clear();
  }

  save(): NativeState {
    return {
      sizes: this.#sizes.save(),
      forecast: this.#forecast.save(),
      tracked: this.#tracked.all().map((iceberg) => iceberg.save()),
    };
  }

  restore({ sizes, forecast, tracked }: NativeState): void {
    this.#sizes.restore(sizes);
    this.#forecast.restore(forecast);
    for (const state of tracked) {
      const iceberg = IcebergOrder.restored(state);
      this.#tracked.add(iceberg.keyHi, iceberg.keyLo, iceberg);
      if (iceberg.raised && !iceberg.expired) this.#shown.add(iceberg);
    }
  }

  #readFills(event: MatchEvent): void {
    const { fills } = event;
    for (let fill = 0; fill < fills.count; fill += 1) {
      const before = fills.displayedBefore[fill]!;
      // Not in the book before the event: nothing was displayed that a refill could exceed.
      if (before < 0) continue;
      const filled = fills.size[fill]!;
      const hidden = fills.displayedAfter[fill]! + filled - before;
      const removed = fills.removed[fill] === 1;
      const moved = fills.priceAfterTicks[fill] !== fills.priceTicks[fill];
      if (hidden > 0 && !moved) this.#noteRefill(event, fill, hidden, removed);
      else this.#noteOrdinaryFill(event, fill, removed);
    }
  }

  #noteRefill(event: MatchEvent, fill: number, hidden: number, removed: boolean): void {
    const { fills } = event;
    const hi = fills.orderHi[fill]!;
    const lo = fills.orderLo[fill]!;
    const side = fills.side[fill]!;
    const priceTicks = fills.priceTicks[fill]!;
    const filled = fills.size[fill]!;
    const shownBefore = fills.displayedBefore[fill]!;
    const known = this.#tracked.find(hi, lo);
    // Gone at first sight: no refill was shown, and there is nothing left to watch.
    if (!known && removed) return;
    const { counters } = this.#context;
    const iceberg = known ?? this.#track(event, side, priceTicks, hi, lo, true);
    if (!removed) {
      counters.icebergRefills += 1;
      if (iceberg.refillEvents === 0) counters.icebergOrders += 1;
    }
    const shownAfter = fills.displayedAfter[fill]!;
    this.#addRefill(iceberg, event, hidden, { filled, shownBefore, shownAfter });
    iceberg.executed += filled;
    if (removed) this.#finish(iceberg, 'completed', hidden);
    else this.#judge(iceberg, hidden);
  }

  #noteOrdinaryFill(event: MatchEvent, fill: number, removed: boolean): void {
    const { fills } = event;
    const iceberg = this.#tracked.find(fills.orderHi[fill]!, fills.orderLo[fill]!);
    if (!iceberg) return;
    iceberg.executed += fills.size[fill]!;
    if (removed) this.#finish(iceberg, 'completed', 0);
  }

  /** Re-pricing and cancelling of tracked orders; those filled away are finished already. */
  #readChanges(event: MatchEvent): void {
    const { changes } = event;
    for (let change = 0; change < changes.count; change += 1) {
      const kind = changes.kind[change]!;
      if (kind === CHANGE_ADD) continue;
      const iceberg = this.#tracked.find(changes.orderHi[change]!, changes.orderLo[change]!);
      if (!iceberg) continue;
      if (kind === CHANGE_CANCEL && changes.sizeAfter[change] === 0) {
        this.#finish(iceberg, 'cancelled', 0);
      } else if (changes.priceAfterTicks[change] !== iceberg.priceTicks) {
        iceberg.moveTo(changes.priceAfterTicks[change]!, joinNs(event.timeHi, event.timeLo));
      }
    }
  }

  /** L2S: what a level shows beyond what it showed before less what traded. */
  #readLevels(event: MatchEvent): void {
    const { touched } = event;
    for (let level = 0; level < touched.count; level += 1) {
      const traded = touched.traded[level]!;
      const before = touched.before[level]!;
      const after = touched.after[level]!;
      const hidden = after - before + traded;
      if (hidden <= 0 || before <= 0) continue;
      const side = touched.side[level]!;
      const priceTicks = touched.priceTicks[level]!;
      let iceberg = this.#tracked.find(side, priceTicks);
      if (iceberg && (event.timeMs - iceberg.lastMs > LEVEL_GAP_MS || !iceberg.fits(hidden))) {
        this.#finish(iceberg, 'interrupted', 0);
        iceberg = undefined;
      }
      if (!iceberg && after === 0) continue;
      iceberg ??= this.#track(event, side, priceTicks, side, priceTicks, false);
      this.#context.counters.icebergRefills += 1;
      if (iceberg.refillEvents === 0) this.#context.counters.icebergOrders += 1;
      this.#addRefill(iceberg, event, hidden, { filled: traded, shownBefore: before, shownAfter: after });
      iceberg.executed += hidden;
      this.#judge(iceberg, 0);
    }
  }

  #track(
    event: MatchEvent,
    side: number,
    priceTicks: number,
    hi: number,
    lo: number,
    isOrder: boolean,
  ): IcebergOrder {
    const iceberg = icebergAt(event, { side, priceTicks, keyHi: hi, keyLo: lo, isOrder });
    const evicted = this.#tracked.add(hi, lo, iceberg);
    if (evicted) this.#end(evicted, 'interrupted');
    return iceberg;
  }

  #addRefill(iceberg: IcebergOrder, event: MatchEvent, hidden: number, seen: ShownSizes): void {
    const timeNs = joinNs(event.timeHi, event.timeLo);
    iceberg.addHidden({ timeNs: String(timeNs), priceTicks: iceberg.priceTicks, hidden, ...seen });
    iceberg.lastNs = timeNs;
    iceberg.lastMs = event.timeMs;
    iceberg.degraded = event.degraded;
    iceberg.expired = false;
  }

  /** Raises or updates after a refill of `hidden` contracts. */
  #judge(iceberg: IcebergOrder, hidden: number): void {
    if (iceberg.raised) {
      this.#shown.add(iceberg);
      this.#emit(iceberg, iceberg.raised, 'update');
      return;
    }
    const contracts = iceberg.executed + hidden;
    const neededContracts = this.#neededContracts();
    const { tranches } = iceberg;
    const measured = { contracts, neededContracts, tranches, neededTranches: NEEDED_TRANCHES };
    if (contracts < neededContracts && tranches < NEEDED_TRANCHES) {
      this.#emitMinor(iceberg, measured);
      return;
    }
    iceberg.raised = measured;
    iceberg.detectedNs = iceberg.lastNs;
    this.#shown.add(iceberg);
    this.#emit(iceberg, iceberg.raised, 'new');
    this.#sizes.remember(iceberg.executed);
  }

  /** Exact, but too small to raise: emitted to listeners that count facts. */
  #emitMinor(iceberg: IcebergOrder, measured: RaisedOn): void {
    const { view, onMinor } = this.#context;
    if (onMinor === undefined) return;
    const change = iceberg.minor === null ? 'new' : 'update';
    if (change === 'new') iceberg.detectedNs = iceberg.lastNs;
    iceberg.minor = measured;
    onMinor(icebergEvent(iceberg, view, { raised: measured, percentile: 0, forecast: null }), change);
  }

  #neededContracts(): number {
    const { view } = this.#context;
    return Math.max(MIN_MEDIANS * view.medianTradeSize, view.addSizeQuantile(ORDER_SIZE_QUANTILE));
  }

  /** The order left the book, or its level is taken over. */
  #finish(iceberg: IcebergOrder, outcome: IcebergOutcome, hidden: number): void {
    if (outcome === 'completed' && hidden > 0 && !iceberg.raised) this.#judge(iceberg, hidden);
    this.#tracked.delete(iceberg.keyHi, iceberg.keyLo);
    this.#end(iceberg, outcome);
  }

  #end(iceberg: IcebergOrder, outcome: IcebergOutcome): void {
    iceberg.outcome = outcome;
    this.#forecast.learn(iceberg.displaySize, iceberg.tranches, outcome === 'completed');
    this.#shown.delete(iceberg);
    if (iceberg.raised && !iceberg.expired) this.#emit(iceberg, iceberg.raised, 'update');
    else if (!iceberg.raised && iceberg.minor) this.#emitMinor(iceberg, iceberg.minor);
  }

  #emit(iceberg: IcebergOrder, raised: RaisedOn, change: 'new' | 'update'): void {
    const { view, emit } = this.#context;
    const { displaySize, tranches, executed, outcome } = iceberg;
    const forecast = outcome === 'working' ? this.#forecast.remaining(displaySize, tranches) : null;
    emit(
      icebergEvent(iceberg, view, { raised, percentile: this.#sizes.percentile(executed), forecast }),
      change,
    );
  }
}

function availability(tier: FeedTier): Availability {
  if (tier === 'L3' || tier === 'L2S') return { available: true };
  return {
    available: false,
    reason:
      'Native icebergs are exact only where book changes and trades of one match event arrive together.',
  };
}

export const NATIVE_ICEBERG: DetectorEntry = {
  type: 'iceberg',
  sub: 'native',
  models: [],
  availability,
  create: (context) => new NativeIcebergDetector(context),
};
