/** The prices whose break may become a trap: unbroken swings, zones of the map, extremes of the days. */
import { MINUTE_MS, NO_PRICE } from '@undertow/market';
import { ZONES } from '#level-map/level-map.ts';
import type { MarketView } from '#view/market-view.ts';

const MAX_LEVELS = 16;
const SWINGS = 6;
/** A swing that was pierced less than this ago is still being broken. */
const RECENT_MS = MINUTE_MS;

/** Levels of one direction, nearest first; `sign` 1 is above price. */
export class BreakLevels {
  readonly priceTicks = new Int32Array(MAX_LEVELS);
  readonly bornMs = new Float64Array(MAX_LEVELS);
  /** 1 where the level is a zone of support and resistance. */
  readonly isZone = new Uint8Array(MAX_LEVELS);
  count = 0;
  readonly #sign: number;

  constructor(sign: number) {
    this.#sign = sign;
  }

  /** Nearest level ahead, or an unreachable price. */
  get nextTicks(): number {
    return this.count > 0 ? this.priceTicks[0]! : this.#sign * Number.POSITIVE_INFINITY;
  }

  refresh(view: MarketView): void {
    this.count = 0;
    if (view.lastTicks === NO_PRICE) return;
    const swings =
      this.#sign > 0
        ? view.unbrokenHighs(SWINGS, view.timeMs - RECENT_MS)
        : view.unbrokenLows(SWINGS, view.timeMs - RECENT_MS);
    for (const { priceTicks, timeMs } of swings) this.#put(view, priceTicks, timeMs, 0);
    const { levels } = view;
    const priors = this.#sign > 0 ? levels.priorHighTicks : levels.priorLowTicks;
    if (priors !== null) this.#put(view, priors, view.market.facts.dayOpenMs, 0);
    const { touches, bornMs } = view.levelMap;
    for (let slot = 0; slot < ZONES; slot += 1) {
      // Only zones that were tested: a candidate that was never touched holds nobody.
      if (touches.isLive[slot] !== 1 || touches.touches[slot] === 0) continue;
      const edge = (this.#sign > 0 ? touches.highTicks[slot] : touches.lowTicks[slot]) as number;
      this.#put(view, edge, bornMs[slot]!, 1);
    }
  }

  /** Forgets the nearest levels: price has passed them. */
  drop(passed: number): void {
    this.priceTicks.copyWithin(0, passed, this.count);
    this.bornMs.copyWithin(0, passed, this.count);
    this.isZone.copyWithin(0, passed, this.count);
    this.count -= passed;
  }

  /** Keeps the levels in order of distance; one that lies within a tick of another is the same. */
  #put(view: MarketView, priceTicks: number, bornMs: number, isZone: number): void {
    if ((priceTicks - view.lastTicks) * this.#sign < 0) return;
    let at = this.count;
    for (let other = 0; other < this.count; other += 1) {
      if (Math.abs(this.priceTicks[other]! - priceTicks) > 1) continue;
      if (isZone === 1) this.isZone[other] = 1;
      return;
    }
    if (at === MAX_LEVELS) {
      if ((priceTicks - this.priceTicks[at - 1]!) * this.#sign >= 0) return;
      at -= 1;
      this.count = at;
    }
    while (at > 0 && (this.priceTicks[at - 1]! - priceTicks) * this.#sign > 0) {
      this.priceTicks[at] = this.priceTicks[at - 1]!;
      this.bornMs[at] = this.bornMs[at - 1]!;
      this.isZone[at] = this.isZone[at - 1]!;
      at -= 1;
    }
    this.priceTicks[at] = priceTicks;
    this.bornMs[at] = bornMs;
    this.isZone[at] = isZone;
    this.count += 1;
  }
}
