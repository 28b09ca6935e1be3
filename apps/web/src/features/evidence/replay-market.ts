/** Book and tape of a replay at any of its instants: steps are folded forwards, a look back starts again. Pure. */
import { type EventReplay, REPLAY_KINDS } from '@undertow/contracts';

const BID = REPLAY_KINDS.indexOf('bid');
const ASK = REPLAY_KINDS.indexOf('ask');

export interface LadderRow {
  readonly price: string;
  readonly bid: number;
  readonly ask: number;
}

export interface TapeRow {
  /** Place among the steps: a stable key. */
  readonly step: number;
  readonly atMicros: number;
  readonly price: string;
  readonly size: number;
  readonly side: 'buy' | 'sell' | 'trade';
}

export class ReplayMarket {
  readonly #replay: EventReplay;
  readonly #bids: Int32Array;
  readonly #asks: Int32Array;
  /** Steps that are folded in. */
  #folded = 0;

  constructor(replay: EventReplay) {
    this.#replay = replay;
    this.#bids = new Int32Array(replay.prices.length);
    this.#asks = new Int32Array(replay.prices.length);
    this.#reset();
  }

  #reset(): void {
    this.#bids.fill(0);
    this.#asks.fill(0);
    this.#folded = 0;
    for (const { side, price, size } of this.#replay.book)
      (side === 'bid' ? this.#bids : this.#asks)[price] = size;
  }

  /** Brings book and tape to the instant: everything at or before it has happened. */
  seek(micros: number): void {
    const { kind, atMicros, price, size } = this.#replay.steps;
    const last = this.#folded === 0 ? -1 : (atMicros[this.#folded - 1] ?? 0);
    if (last > micros) this.#reset();
    while (this.#folded < atMicros.length && (atMicros[this.#folded] ?? 0) <= micros) {
      const step = this.#folded;
      this.#folded += 1;
      const sizes = kind[step] === BID ? this.#bids : kind[step] === ASK ? this.#asks : null;
      if (sizes !== null) sizes[price[step] ?? 0] = size[step] ?? 0;
    }
  }

  /** Instant of the next change after the one shown, or of the one before it; null at the ends. */
  neighbour(micros: number, direction: 1 | -1): number | null {
    const { atMicros } = this.#replay.steps;
    if (direction === 1) return atMicros.find((at) => at > micros) ?? null;
    return atMicros.findLast((at) => at < micros) ?? (micros > 0 ? 0 : null);
  }

  /** Levels around the best prices, highest first; those of `levels` prices that had a size once on each side. */
  ladder(levels: number): LadderRow[] {
    const bestBid = this.#bids.findLastIndex((size) => size > 0);
    const firstAsk = this.#asks.findIndex((size) => size > 0);
    const centre = bestBid === -1 ? firstAsk : bestBid;
    if (centre === -1) return [];
    const from = Math.max(0, centre - levels + 1);
    const to = Math.min(this.#bids.length - 1, centre + levels);
    const rows: LadderRow[] = [];
    for (let place = to; place >= from; place -= 1)
      rows.push({
        price: this.#replay.prices[place] ?? '',
        bid: this.#bids[place] ?? 0,
        ask: this.#asks[place] ?? 0,
      });
    return rows;
  }

  /** The last trades, newest first. */
  tape(most: number): TapeRow[] {
    const { kind, atMicros, price, size } = this.#replay.steps;
    const rows: TapeRow[] = [];
    for (let step = this.#folded - 1; step >= 0 && rows.length < most; step -= 1) {
      const word = REPLAY_KINDS[kind[step] ?? 0];
      if (word === undefined || word === 'bid' || word === 'ask') continue;
      rows.push({
        step,
        atMicros: atMicros[step] ?? 0,
        price: this.#replay.prices[price[step] ?? 0] ?? '',
        size: size[step] ?? 0,
        side: word,
      });
    }
    return rows;
  }
}
