/** A market of hand-written lines without a pipeline: what reads single match events is called with them directly. */
import {
  ACTION_LEVEL,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type FeedTier,
  FLAG_LAST,
  InstrumentMarket,
  type MatchEvent,
  MS_NS,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
} from '@undertow/market';
import { add, ES, type Line } from './hand-tape.ts';

/** What a level holds from now on, on feeds of levels. */
export const level = (side: number, priceTicks: number, size: number): Line => ({
  ...add(0, side, priceTicks, size),
  action: ACTION_LEVEL,
});

export class LineMarket {
  readonly market: InstrumentMarket;
  /** Exchange time, milliseconds; may be fractional. */
  timeMs: number;
  readonly #onEvent: (event: MatchEvent) => void;
  #sequence = 0;

  constructor(tier: FeedTier, startMs: number, onEvent: (event: MatchEvent) => void) {
    this.market = new InstrumentMarket({ instrument: ES, tier, calendar: CME_CALENDAR });
    this.timeMs = startMs;
    this.#onEvent = onEvent;
  }

  wait(ms: number): this {
    this.timeMs += ms;
    return this;
  }

  /** One match event: all lines share the time, the last one ends it. */
  event(...lines: readonly Line[]): this {
    const wholeMs = Math.floor(this.timeMs);
    const timeNs = BigInt(wholeMs) * NS_PER_MS + BigInt(Math.round((this.timeMs - wholeMs) * MS_NS));
    this.#sequence += 1;
    const rows = new Int32Array(lines.length * ROW_LENGTH);
    lines.forEach((line, at) => {
      const row = at * ROW_LENGTH;
      rows[row + COL_ACTION] = line.action;
      rows[row + COL_SIDE] = line.side;
      rows[row + COL_PRICE_TICKS] = line.priceTicks;
      rows[row + COL_SIZE] = line.size;
      rows[row + COL_ORDER_LO] = line.id;
      rows[row + COL_TIME_HI] = nsHi(timeNs);
      rows[row + COL_TIME_LO] = nsLo(timeNs);
      rows[row + COL_FLAGS] = at + 1 === lines.length ? FLAG_LAST : 0;
      rows[row + COL_SEQUENCE] = line.sequence || this.#sequence;
      rows[row + COL_INSTRUMENT] = ES.id;
    });
    this.market.applyBatch({ rows, count: lines.length }, this.#onEvent);
    return this;
  }
}
