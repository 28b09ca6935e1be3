/** Orders that answer the full fill of another at once in much the same size, link after link: one hand that posts again. */
import { CHANGE_ADD, type MatchEvent } from '@undertow/market';

const PENDING = 16;
/** Orders remembered with the size they came with, by the last bits of their id. */
const ORDERS = 4096;
const ORDER_MASK = ORDERS - 1;
const MOST_LINKED = 8;
/** An answer comes within this time, at most a tick away and in much the same size. */
const ANSWER_MS = 150;
const ANSWER_TICKS = 1;
const ALIKE = 0.45;
/** One-lots and two-lots answer each other all day long. */
const LEAST_SIZE = 3;

/** Feeds that show orders only (L3). Nothing is allocated per event. */
export class AnswerChains {
  /** Answers of the event read last: how many, and of each its side, price, size and the links of its chain by now. */
  linked = 0;
  readonly linkedSide = new Int32Array(MOST_LINKED);
  readonly linkedTicks = new Int32Array(MOST_LINKED);
  readonly linkedSize = new Int32Array(MOST_LINKED);
  readonly linkedLinks = new Int32Array(MOST_LINKED);
  // Full fills that wait for an answer.
  private readonly sides = new Int32Array(PENDING);
  private readonly prices = new Int32Array(PENDING);
  private readonly sizes = new Int32Array(PENDING);
  private readonly links = new Int32Array(PENDING);
  private readonly times = new Float64Array(PENDING).fill(Number.NEGATIVE_INFINITY);
  private at = 0;
  private newestMs = Number.NEGATIVE_INFINITY;
  // Orders as they came: size, and the links of their chain where they were answers themselves.
  private readonly orderLo = new Int32Array(ORDERS);
  private readonly orderSize = new Int32Array(ORDERS);
  private readonly orderLinks = new Int32Array(ORDERS);

  /** Reads what an event filled away and what it added. */
  read(event: MatchEvent): void {
    this.linked = 0;
    if (event.changes.count > 0) this.readAdds(event);
    if (event.fills.count > 0) this.readFills(event);
  }

  private readFills({ fills, timeMs }: MatchEvent): void {
    for (let fill = 0; fill < fills.count; fill += 1) {
      if (fills.displayedAfter[fill] !== 0) continue;
      const lo = fills.orderLo[fill] as number;
      const order = lo & ORDER_MASK;
      if (this.orderLo[order] !== lo) continue;
      this.sides[this.at] = fills.side[fill] as number;
      this.prices[this.at] = fills.priceTicks[fill] as number;
      this.sizes[this.at] = this.orderSize[order] as number;
      this.links[this.at] = this.orderLinks[order] as number;
      this.times[this.at] = timeMs;
      this.at = (this.at + 1) % PENDING;
      this.newestMs = timeMs;
    }
  }

  private readAdds({ changes, timeMs }: MatchEvent): void {
    const isAwaited = timeMs <= this.newestMs + ANSWER_MS;
    for (let row = 0; row < changes.count; row += 1) {
      const size = changes.sizeAfter[row] as number;
      if (changes.kind[row] !== CHANGE_ADD || size < LEAST_SIZE) continue;
      const side = changes.side[row] as number;
      const priceTicks = changes.priceAfterTicks[row] as number;
      const slot = isAwaited ? this.answered(side, priceTicks, size, timeMs) : -1;
      const links = slot < 0 ? 0 : (this.links[slot] as number) + 1;
      const lo = changes.orderLo[row] as number;
      const order = lo & ORDER_MASK;
      this.orderLo[order] = lo;
      this.orderSize[order] = size;
      this.orderLinks[order] = links;
      if (slot >= 0) this.link(slot, side, priceTicks, size, links);
    }
  }

  private answered(side: number, priceTicks: number, size: number, timeMs: number): number {
    for (let slot = 0; slot < PENDING; slot += 1) {
      if (timeMs > (this.times[slot] as number) + ANSWER_MS || this.sides[slot] !== side) continue;
      if (Math.abs(priceTicks - (this.prices[slot] as number)) > ANSWER_TICKS) continue;
      const filled = this.sizes[slot] as number;
      if (Math.abs(size - filled) <= ALIKE * Math.max(size, filled)) return slot;
    }
    return -1;
  }

  private link(slot: number, side: number, priceTicks: number, size: number, links: number): void {
    this.times[slot] = Number.NEGATIVE_INFINITY;
    if (this.linked === MOST_LINKED) return;
    this.linkedSide[this.linked] = side;
    this.linkedTicks[this.linked] = priceTicks;
    this.linkedSize[this.linked] = size;
    this.linkedLinks[this.linked] = links;
    this.linked += 1;
  }
}
