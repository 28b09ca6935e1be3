/** Waits for trades at a price or at a drawn line: beyond it is a crossing, at it a touch, as for a rule of alerts. */
import {
  type DrawnLine,
  type ExchangeCalendar,
  type LevelSide,
  type LevelTest,
  lineTicks,
  meetLevel,
  metAs,
  SECOND_MS,
} from '@undertow/market';
import type { ConditionWatch, OnFiring } from './condition-watch.ts';
import type { KnownFacts } from './known-facts.ts';

/** The price at an instant; null where there is none. */
export type LevelPrice = (atMs: number) => number | null;

/** A line is known from the later of its points on: before that nobody could have drawn it. */
export function drawnPrice(line: DrawnLine, calendar: ExchangeCalendar): LevelPrice {
  const ticks = lineTicks(line, calendar);
  const drawnMs = Math.max(line.from.atMs, line.to.atMs);
  return (atMs) => (atMs < drawnMs ? null : ticks(atMs));
}

export class LevelWatch implements ConditionWatch {
  readonly reads = 'quotes';
  readonly #test: LevelTest;
  readonly #priceAt: LevelPrice;
  readonly #contract: string | null;
  #lastTicks: number | null = null;
  #side: LevelSide = 0;
  #isContract = true;

  constructor(test: LevelTest, priceAt: LevelPrice, contract: string | null) {
    this.#test = test;
    this.#priceAt = priceAt;
    this.#contract = contract;
  }

  startSession(known: KnownFacts, isRoll: boolean): void {
    this.#isContract = this.#contract === null || this.#contract === known.contract;
    if (!isRoll) return;
    this.#lastTicks = null;
    this.#side = 0;
  }

  step(known: KnownFacts, row: number, onFiring: OnFiring): void {
    const lowTicks = known.quote('tradeLow', row);
    const highTicks = known.quote('tradeHigh', row);
    if (lowTicks > highTicks || !this.#isContract) return;
    const lastTicks = known.quote('tradeLast', row);
    const before = this.#lastTicks;
    this.#lastTicks = lastTicks;
    const price = this.#priceAt(known.nowMs - SECOND_MS);
    const from = this.#side;
    if (price === null) {
      this.#side = 0;
      return;
    }
    const met = meetLevel(from, price, before, { lowTicks, highTicks, lastTicks });
    this.#side = met.side;
    const sign = metAs(this.#test, met, from);
    if (sign !== 0) onFiring(sign, -1);
  }
}
