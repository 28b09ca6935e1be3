/** Naive trap: a swing extreme is pierced by two ticks and price is back inside within ten minutes. */
import { MINUTE_MS, NO_PRICE, NS_PER_MS } from '@undertow/market';
import type { Detector } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { BaselineContext, BaselineEntry } from './baseline.ts';

const SWINGS = 3;
const PIERCED_TICKS = 2;
const WITHIN_MS = 10 * MINUTE_MS;

interface Pierced {
  readonly sign: number;
  readonly levelTicks: number;
  readonly sinceMs: number;
  extremeTicks: number;
}

class PierceAndReturn implements Detector {
  readonly #context: BaselineContext;
  #pierced: Pierced[] = [];
  readonly #known = new Set<string>();

  constructor(context: BaselineContext) {
    this.#context = context;
  }

  onMatch(): void {
    // Prices are looked at on the clock.
  }

  onClock(timeMs: number, view: MarketView): void {
    if (view.lastTicks === NO_PRICE) return;
    this.#note(1, timeMs, view);
    this.#note(-1, timeMs, view);
    this.#pierced = this.#pierced.filter((one) => this.#follow(one, timeMs, view.lastTicks));
  }

  onDiscontinuity(): void {
    this.#pierced = [];
  }

  #note(sign: number, timeMs: number, view: MarketView): void {
    const untilMs = timeMs - WITHIN_MS;
    const swings = sign > 0 ? view.unbrokenHighs(SWINGS, untilMs) : view.unbrokenLows(SWINGS, untilMs);
    for (const { priceTicks, timeMs: madeMs } of swings) {
      const key = `${priceTicks}|${madeMs}`;
      if ((view.lastTicks - priceTicks) * sign < PIERCED_TICKS || this.#known.has(key)) continue;
      this.#known.add(key);
      if (this.#pierced.some((one) => one.sign === sign && one.levelTicks === priceTicks)) continue;
      this.#pierced.push({ sign, levelTicks: priceTicks, sinceMs: timeMs, extremeTicks: view.lastTicks });
    }
  }

  /** False once it is reported or over. */
  #follow(one: Pierced, timeMs: number, lastTicks: number): boolean {
    if ((lastTicks - one.extremeTicks) * one.sign > 0) one.extremeTicks = lastTicks;
    if (timeMs > one.sinceMs + WITHIN_MS) return false;
    if ((lastTicks - one.levelTicks) * one.sign >= 0) return true;
    const beyond = one.levelTicks + one.sign;
    this.#context.find({
      side: one.sign > 0 ? 'bid' : 'ask',
      detectedNs: BigInt(Math.round(timeMs)) * NS_PER_MS,
      priceLowTicks: Math.min(beyond, one.extremeTicks),
      priceHighTicks: Math.max(beyond, one.extremeTicks),
      size: 0,
    });
    return false;
  }
}

export const NAIVE_TRAP: BaselineEntry = {
  type: 'retail_trap_zone',
  sub: null,
  rule: 'A swing extreme pierced by two ticks, and price back inside within ten minutes',
  tiers: ['L3', 'L2S', 'L2C', 'L1T'],
  create: (context) => new PierceAndReturn(context),
};
