/** The naive rule for synthetic icebergs: the same size again at the price within 50 ms of a fill. */
import { CHANGE_ADD, joinNs, type MatchEvent } from '@undertow/market';
import { bookSide } from '#evidence/wording.ts';
import type { Detector } from '#view/detector.ts';
import type { BaselineContext, BaselineEntry } from './baseline.ts';

const REFILL_MS = 50;
/** The rule is quiet about a price for this long. */
const REFRACTORY_MS = 10_000;
/** Single contracts follow each other all day: even a naive rule leaves them out. */
const MIN_SIZE = 2;
const FILLS = 64;

class RefillSoon implements Detector {
  readonly #context: BaselineContext;
  readonly #sides = new Int32Array(FILLS);
  readonly #prices = new Int32Array(FILLS);
  readonly #sizes = new Int32Array(FILLS);
  readonly #times = new Float64Array(FILLS).fill(Number.NEGATIVE_INFINITY);
  #fills = 0;
  readonly #firedMs = new Map<number, number>();

  constructor(context: BaselineContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent): void {
    const { fills, changes } = event;
    for (let fill = 0; fill < fills.count; fill += 1) {
      const size = fills.size[fill]!;
      if (fills.removed[fill] !== 1 || size < MIN_SIZE) continue;
      const at = this.#fills % FILLS;
      this.#fills += 1;
      this.#sides[at] = fills.side[fill]!;
      this.#prices[at] = fills.priceTicks[fill]!;
      this.#sizes[at] = size;
      this.#times[at] = event.timeMs;
    }
    for (let change = 0; change < changes.count; change += 1)
      if (changes.kind[change] === CHANGE_ADD) this.#judge(event, change);
  }

  onClock(): void {
    // The rule looks at events alone.
  }

  onDiscontinuity(): void {
    this.#times.fill(Number.NEGATIVE_INFINITY);
  }

  #judge(event: MatchEvent, change: number): void {
    const { changes, timeMs } = event;
    const side = changes.side[change]!;
    const priceTicks = changes.priceAfterTicks[change]!;
    const size = changes.sizeAfter[change]!;
    if (size < MIN_SIZE || !this.#wasFilled(side, priceTicks, size, timeMs)) return;
    const key = priceTicks * 4 + side;
    if (timeMs - (this.#firedMs.get(key) ?? Number.NEGATIVE_INFINITY) < REFRACTORY_MS) return;
    this.#firedMs.set(key, timeMs);
    this.#context.find({
      side: bookSide(side),
      detectedNs: joinNs(event.timeHi, event.timeLo),
      priceLowTicks: priceTicks,
      priceHighTicks: priceTicks,
      size,
    });
  }

  #wasFilled(side: number, priceTicks: number, size: number, timeMs: number): boolean {
    for (let at = 0; at < FILLS; at += 1) {
      const delayMs = timeMs - this.#times[at]!;
      const isAlike = this.#sides[at] === side && this.#prices[at] === priceTicks && this.#sizes[at] === size;
      if (isAlike && delayMs > 0 && delayMs <= REFILL_MS) return true;
    }
    return false;
  }
}

export const NAIVE_SYNTHETIC_ICEBERG: BaselineEntry = {
  type: 'iceberg',
  sub: 'synthetic',
  rule: 'an order of two contracts or more is filled, and one of its size comes to its price within 50 ms',
  tiers: ['L3'],
  create: (context) => new RefillSoon(context),
};
