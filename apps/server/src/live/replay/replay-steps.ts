/** Turns the rows of a tape into steps that a ladder and a tape can be drawn from: new sizes of levels, and trades. */
import { REPLAY_KINDS } from '@undertow/contracts';
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  type InstrumentMarket,
  NO_PRICE,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { BOOK_WIDTH, type Checkpoint } from '#live/tape/tape-codec.ts';
import type { ReplaySteps } from '#ports/replay.ts';

const MICROS = 1000;
const TRADE_KINDS: Readonly<Record<number, number>> = {
  [SIDE_BID]: REPLAY_KINDS.indexOf('buy'),
  [SIDE_ASK]: REPLAY_KINDS.indexOf('sell'),
};
const levelKind = (side: number): number => REPLAY_KINDS.indexOf(side === SIDE_BID ? 'bid' : 'ask');

/** Levels of the book at the checkpoint: side, price, size. */
function levelsOf({ book }: Checkpoint): Int32Array {
  const levels = new Map<string, [side: number, priceTicks: number, size: number]>();
  for (let at = 0; at < book.length; at += BOOK_WIDTH) {
    const side = book[at + 1]!;
    const priceTicks = book[at + 2]!;
    const key = `${side} ${priceTicks}`;
    const level = levels.get(key) ?? [side, priceTicks, 0];
    level[2] += book[at + 3]!;
    levels.set(key, level);
  }
  return Int32Array.from([...levels.values()].flat());
}

export class StepRecorder {
  readonly #market: InstrumentMarket;
  readonly #start: Checkpoint;
  readonly #steps: number[][] = [[], [], [], []];
  /** Levels that rows of the current event may have changed, with the last size emitted. */
  readonly #emitted = new Map<string, number>();
  readonly #touched = new Map<string, readonly [side: number, priceTicks: number]>();

  constructor(market: InstrumentMarket, start: Checkpoint) {
    this.#market = market;
    this.#start = start;
    const levels = levelsOf(start);
    for (let at = 0; at < levels.length; at += 3)
      this.#emitted.set(`${levels[at]} ${levels[at + 1]}`, levels[at + 2]!);
  }

  /** Before the row is applied: an order that moves leaves its current level. */
  before(row: Int32Array): void {
    const { orders } = this.#market;
    const slot = orders?.findOrder(row[COL_ORDER_HI]!, row[COL_ORDER_LO]!) ?? -1;
    if (orders !== null && slot !== -1) this.#touch(orders.orderSide(slot), orders.orderPriceTicks(slot));
    this.#touch(row[COL_SIDE]!, row[COL_PRICE_TICKS]!);
    if (row[COL_ACTION] !== ACTION_TRADE) return;
    const kind = TRADE_KINDS[row[COL_SIDE]!] ?? REPLAY_KINDS.indexOf('trade');
    this.#push(kind, row, row[COL_PRICE_TICKS]!, row[COL_SIZE]!);
  }

  #touch(side: number, priceTicks: number): void {
    if ((side === SIDE_BID || side === SIDE_ASK) && priceTicks !== NO_PRICE)
      this.#touched.set(`${side} ${priceTicks}`, [side, priceTicks]);
  }

  /** After the last row of an event: only now is the book consistent. */
  settle(row: Int32Array): void {
    for (const [key, [side, priceTicks]] of this.#touched) {
      const size = this.#market.book.levelSize(side, priceTicks);
      if ((this.#emitted.get(key) ?? 0) === size) continue;
      this.#emitted.set(key, size);
      this.#push(levelKind(side), row, priceTicks, size);
    }
    this.#touched.clear();
  }

  #push(kind: number, row: Int32Array, priceTicks: number, size: number): void {
    const micros = Math.round((rowTimeMs(row, 0) - this.#start.timeMs) * MICROS);
    for (const [column, value] of [kind, Math.max(0, micros), priceTicks, size].entries())
      this.#steps[column]?.push(value);
  }

  take(toMs: number): ReplaySteps {
    const [kinds = [], atMicros = [], priceTicks = [], sizes = []] = this.#steps;
    return {
      fromMs: this.#start.timeMs,
      toMs,
      book: levelsOf(this.#start),
      kinds: Int32Array.from(kinds),
      atMicros: Int32Array.from(atMicros),
      priceTicks: Int32Array.from(priceTicks),
      sizes: Int32Array.from(sizes),
    };
  }
}
