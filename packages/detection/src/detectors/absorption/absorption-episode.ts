/** One zone that aggressive volume is hitting: absorbed volume, refills and price progress. */
import { type MatchEvent, NO_PRICE, SIDE_BID } from '@undertow/market';
import type { MarketView } from '#view/market-view.ts';

/** A zone is the price hit first and one tick around it. */
export const ZONE_TICKS = 1;

export type AbsorptionOutcome = 'open' | 'confirmed' | 'failed' | 'expired' | 'interrupted';

/** Slots are reused: `begin` sets everything. */
export class AbsorptionEpisode {
  isOpen = false;
  side = 0;
  anchorTicks = 0;
  startMs = 0;
  startHi = 0;
  startLo = 0;
  startMid = 0;
  /** Contracts shown in the zone when it began, and now. */
  shownFirst = 0;
  shown = 0;
  /** Contracts shown times milliseconds. */
  shownArea = 0;
  /** Aggressive contracts that hit the zone, those since it is watched, and those of the other direction meanwhile. */
  absorbed = 0;
  watched = 0;
  opposite = 0;
  aggressors = 0;
  /** Contracts reinstated inside match events. */
  hidden = 0;
  /** The most that one line of orders, posted again after its fills, gave at it. */
  largest = 0;
  /** The most that hit it within five seconds. */
  peak = 0;
  /** Prices that traded in the zone, and the furthest trade beyond the anchor. */
  lowTicks = 0;
  highTicks = 0;
  progress = 0;
  lastHitMs = 0;
  lastHitHi = 0;
  lastHitLo = 0;
  /** Last time at which the zone was hit hard. */
  activeMs = 0;
  degraded = false;
  /** Drift of the mid towards the zone in the minute before, in deviations. */
  approach = 0;
  outcome: AbsorptionOutcome = 'open';
  lookMs = 0;
  lookAbsorbed = 0;
  looks = 0;
  /** Stable id; empty until the first look. */
  id = '';
  #followedMs = 0;

  begin(event: MatchEvent, side: number, priceTicks: number, view: MarketView): void {
    this.isOpen = true;
    this.side = side;
    this.anchorTicks = priceTicks;
    this.startMs = event.timeMs;
    this.startHi = event.timeHi;
    this.startLo = event.timeLo;
    this.startMid = midOf(view);
    this.shown = this.#displayed(view);
    this.shownFirst = this.shown;
    this.shownArea = 0;
    this.#followedMs = event.timeMs;
    this.absorbed = 0;
    this.watched = 0;
    this.opposite = 0;
    this.aggressors = 0;
    this.hidden = 0;
    this.largest = 0;
    this.peak = 0;
    this.lowTicks = priceTicks;
    this.highTicks = priceTicks;
    this.progress = 0;
    this.#hit(event);
    this.activeMs = event.timeMs;
    this.degraded = event.degraded;
    this.outcome = 'open';
    this.lookMs = Number.NEGATIVE_INFINITY;
    this.lookAbsorbed = 0;
    this.looks = 0;
    this.id = '';
  }

  /** Takes in an event that came after the beginning. */
  follow(event: MatchEvent, view: MarketView): void {
    if (event.rounds.count === 0 && event.changes.count > 0 && !this.#isTouchedBy(event)) return;
    const traded = event.rounds.count > 0 ? this.#followTrades(event) : 0;
    this.shownArea += this.shown * (event.timeMs - this.#followedMs);
    this.#followedMs = event.timeMs;
    const shown = this.#displayed(view);
    const change = shown - this.shown + traded;
    this.shown = shown;
    // Inside a match event no other order can enter: what is more than it can be came from a hidden part.
    if (change > 0 && traded > 0) this.hidden += change;
  }

  /** Whether a price lies in the zone. */
  contains(priceTicks: number): boolean {
    return Math.abs(priceTicks - this.anchorTicks) <= ZONE_TICKS;
  }

  /** Contracts that were put in again for each one taken: 1 where the zone shows what it showed. */
  get refillRatio(): number {
    return this.watched === 0 ? 0 : (this.watched - (this.shownFirst - this.shown)) / this.watched;
  }

  /** How often what the zone showed on average was taken. */
  get turnover(): number {
    const shown = this.shownArea / Math.max(1, this.#followedMs - this.startMs);
    return this.watched / Math.max(1, shown);
  }

  /** Ticks that the mid is away from the zone, against the aggression. NaN without a mid. */
  awayTicks(view: MarketView): number {
    const away = midOf(view) - this.anchorTicks;
    return this.side === SIDE_BID ? away : -away;
  }

  /** Contracts shown in the zone after the current event. */
  #displayed({ market: { book } }: MarketView): number {
    const { side, anchorTicks } = this;
    return (
      book.levelSize(side, anchorTicks) +
      book.levelSize(side, anchorTicks - ZONE_TICKS) +
      book.levelSize(side, anchorTicks + ZONE_TICKS)
    );
  }

  /** Whether orders changed in the zone (feeds that show orders). */
  #isTouchedBy({ changes }: MatchEvent): boolean {
    const lowTicks = this.anchorTicks - ZONE_TICKS;
    const highTicks = this.anchorTicks + ZONE_TICKS;
    for (let row = 0; row < changes.count; row += 1) {
      if (changes.side[row] !== this.side) continue;
      const before = changes.priceBeforeTicks[row]!;
      const after = changes.priceAfterTicks[row]!;
      if ((before >= lowTicks && before <= highTicks) || (after >= lowTicks && after <= highTicks))
        return true;
    }
    return false;
  }

  /** Returns the contracts that traded in the zone. */
  #followTrades(event: MatchEvent): number {
    const { touched, rounds } = event;
    let traded = 0;
    for (let row = 0; row < touched.count; row += 1) {
      const size = touched.traded[row]!;
      if (touched.side[row] !== this.side) {
        this.opposite += size;
        continue;
      }
      const priceTicks = touched.priceTicks[row]!;
      const beyond = this.side === SIDE_BID ? this.anchorTicks - priceTicks : priceTicks - this.anchorTicks;
      this.progress = Math.max(this.progress, beyond);
      if (Math.abs(beyond) > ZONE_TICKS) continue;
      traded += size;
      this.lowTicks = Math.min(this.lowTicks, priceTicks);
      this.highTicks = Math.max(this.highTicks, priceTicks);
    }
    if (traded > 0) {
      this.absorbed += traded;
      this.watched += traded;
      this.aggressors += rounds.count;
      this.#hit(event);
    }
    return traded;
  }

  #hit(event: MatchEvent): void {
    this.lastHitMs = event.timeMs;
    this.lastHitHi = event.timeHi;
    this.lastHitLo = event.timeLo;
  }
}

/** Mid before the current event; NaN while a side is empty. */
export function midOf({ bestBidTicks, bestAskTicks }: MarketView): number {
  if (bestBidTicks === NO_PRICE || bestAskTicks === NO_PRICE) return Number.NaN;
  return (bestBidTicks + bestAskTicks) / 2;
}
