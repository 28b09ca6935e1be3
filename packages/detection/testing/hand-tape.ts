/** Hand-made tapes for the tests of detectors: rows of a market written line by line, judged by a real pipeline. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_TRADE,
  CME_CALENDAR,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type FeedTier,
  FLAG_LAST,
  type FlowEvent,
  type FlowEventType,
  type Instrument,
  InstrumentMarket,
  instrumentBySymbol,
  NS_PER_MS,
  nsHi,
  nsLo,
  OrderBook,
  type Pattern,
  type PatternType,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { Judge } from '#calibration/judge.ts';
import { createPipeline, type Pipeline } from '#pipeline/pipeline.ts';
import type { FlowEventChange } from '#view/detector.ts';

/** 2023-12-26 15:00 UTC, a Tuesday in regular trading hours. */
const START_NS = 1_703_602_800_000_000_000n;

export const ES: Instrument = (() => {
  const found = instrumentBySymbol('ES');
  if (!found) throw new Error('the catalogue has no ES');
  return found;
})();

/** One line of a tape, without time: the tape adds it. */
export interface Line {
  readonly action: number;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly id: number;
  readonly sequence?: number;
}

export const add = (id: number, side: number, priceTicks: number, size: number): Line => ({
  action: ACTION_ADD,
  side,
  priceTicks,
  size,
  id,
});
export const modify = (id: number, side: number, priceTicks: number, size: number): Line => ({
  ...add(id, side, priceTicks, size),
  action: ACTION_MODIFY,
});
export const cancel = (id: number, side: number, priceTicks: number, size: number): Line => ({
  ...add(id, side, priceTicks, size),
  action: ACTION_CANCEL,
});
/** A trade of an aggressor: `side` is the aggressor's. */
export const trade = (id: number, side: number, priceTicks: number, size: number, sequence = 0): Line => ({
  ...add(id, side, priceTicks, size),
  action: ACTION_TRADE,
  sequence,
});
/** A fill of a resting order: `side` is the resting side. */
export const fill = (id: number, side: number, priceTicks: number, size: number): Line => ({
  ...add(id, side, priceTicks, size),
  action: ACTION_FILL,
});

export interface Raised {
  readonly event: FlowEvent;
  readonly change: FlowEventChange;
}

/** A judge that is sure of everything, or of nothing: tests of a detector's mechanics do not rest on what was trained. */
export function fixedJudge(confidence: number): Judge {
  const judgement = {
    score: 0,
    confidence,
    low: confidence,
    high: confidence,
    base: 0.5,
    calibrator: 'fixed@0',
    raiseFrom: 0.6,
  };
  return { judge: () => judgement, resolve: () => undefined };
}

export class HandTape {
  readonly raised: Raised[] = [];
  /** Exact findings too small to raise. */
  readonly minor: Raised[] = [];
  readonly patterns: { readonly pattern: Pattern; readonly change: FlowEventChange }[] = [];
  readonly pipeline: Pipeline;
  readonly market: InstrumentMarket;
  readonly #tier: FeedTier;
  /** Sees the orders where the pipeline is given levels only. */
  readonly #orders = new OrderBook();
  #timeNs = START_NS;
  #sequence = 0;

  constructor(tier: FeedTier = 'L3', types?: readonly (FlowEventType | PatternType)[], judge?: Judge) {
    this.#tier = tier;
    this.market = new InstrumentMarket({ instrument: ES, tier, calendar: CME_CALENDAR });
    this.pipeline = createPipeline({
      instrument: ES,
      tier,
      market: this.market,
      emit: (event, change) => this.raised.push({ event, change }),
      onMinor: (event, change) => this.minor.push({ event, change }),
      emitPattern: (pattern, change) => this.patterns.push({ pattern, change }),
      ...(types === undefined ? {} : { types }),
      // Without a judge of its own a tape is judged by one that knows nothing: no test rests on what was trained.
      calibrators: () => null,
      ...(judge === undefined ? {} : { judge }),
    });
  }

  get nowNs(): bigint {
    return this.#timeNs;
  }

  /** Events as `new` or `update`, newest last. */
  get changes(): FlowEventChange[] {
    return this.raised.map(({ change }) => change);
  }

  get last(): FlowEvent {
    const last = this.raised.at(-1);
    if (!last) throw new Error('no event was raised');
    return last.event;
  }

  wait(ms: number): this {
    this.#timeNs += BigInt(ms) * NS_PER_MS;
    return this;
  }

  /** One match event: all lines share the time, the last one ends it. */
  event(...lines: readonly Line[]): this {
    const written = this.#tier === 'L3' ? lines : this.#asLevels(lines);
    this.#sequence += 1;
    for (const line of written) this.#write(line, line === written.at(-1));
    return this;
  }

  /**
   * An ordinary market before the story begins: orders of 1 to 4 contracts far from `priceTicks`, an ask four ticks
   * above it, and trades of one contract there.
   */
  background(priceTicks: number): this {
    for (let n = 0; n < 40; n += 1) this.event(add(20_000 + n, SIDE_BID, priceTicks - 60 - n, 1 + (n % 4)));
    this.event(add(10, SIDE_ASK, priceTicks + 4, 60));
    for (let n = 1; n <= 20; n += 1) {
      this.wait(100).event(
        trade(30_000 + n, SIDE_BID, priceTicks + 4, 1, n),
        fill(10, SIDE_ASK, priceTicks + 4, 1),
        modify(10, SIDE_ASK, priceTicks + 4, 60 - n),
      );
    }
    return this;
  }

  /** Lets the clock pass with an order far from the market, added and taken back. */
  pass(ms: number): this {
    return this.wait(ms)
      .event(add(1, SIDE_BID, 1, 1))
      .event(cancel(1, SIDE_BID, 1, 1));
  }

  #write(line: Line, isLast: boolean): void {
    const rows = new Int32Array(ROW_LENGTH);
    rows[COL_ACTION] = line.action;
    rows[COL_SIDE] = line.side;
    rows[COL_PRICE_TICKS] = line.priceTicks;
    rows[COL_SIZE] = line.size;
    rows[COL_ORDER_HI] = 0;
    rows[COL_ORDER_LO] = line.id;
    rows[COL_TIME_HI] = nsHi(this.#timeNs);
    rows[COL_TIME_LO] = nsLo(this.#timeNs);
    rows[COL_FLAGS] = isLast ? FLAG_LAST : 0;
    rows[COL_SEQUENCE] = line.sequence || this.#sequence;
    rows[COL_INSTRUMENT] = ES.id;
    rows[COL_AUX] = 0;
    const event = this.market.applyRow(rows, 0);
    if (event !== null) this.pipeline.onMatch(event);
  }

  /** What a level-2 feed shows of the same event: trades without ids, then the levels that changed. */
  #asLevels(lines: readonly Line[]): Line[] {
    const touched = new Map<string, readonly [side: number, priceTicks: number]>();
    const rows = new Int32Array(ROW_LENGTH);
    for (const line of lines) {
      for (const side of [SIDE_BID, SIDE_ASK]) {
        const slot = this.#orders.findOrder(0, line.id);
        const prices = slot < 0 ? [line.priceTicks] : [line.priceTicks, this.#orders.orderPriceTicks(slot)];
        for (const priceTicks of prices) touched.set(`${side}|${priceTicks}`, [side, priceTicks]);
      }
      rows[COL_ACTION] = line.action;
      rows[COL_SIDE] = line.side;
      rows[COL_PRICE_TICKS] = line.priceTicks;
      rows[COL_SIZE] = line.size;
      rows[COL_ORDER_LO] = line.id;
      this.#orders.applyRow(rows, 0);
    }
    const trades = lines
      .filter(({ action }) => action === ACTION_TRADE)
      .map((line) => ({ ...line, sequence: line.sequence || line.id, id: 0 }));
    const levels = [...touched.values()].map(([side, priceTicks]) => ({
      action: ACTION_LEVEL,
      side,
      priceTicks,
      size: this.#orders.levelSize(side, priceTicks),
      id: 0,
    }));
    return [...trades, ...levels];
  }
}
