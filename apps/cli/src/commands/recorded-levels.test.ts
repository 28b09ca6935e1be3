import { createPipeline, type Pipeline } from '@undertow/detection';
import { readDbn } from '@undertow/feeds';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_TRADE,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  type FlowEvent,
  InstrumentMarket,
  instrumentBySymbol,
  type MatchEvent,
  OrderBook,
  ROW_LENGTH,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { ES_RECORDING, HAS_RECORDED_DATA } from '#testing/recorded-data.ts';

const es = instrumentBySymbol('ES');
if (!es) throw new Error('the catalogue has no ES');
const instrument = es;

const CHANGES = new Set([ACTION_ADD, ACTION_MODIFY, ACTION_CANCEL]);

/** What an event-synchronised level feed (MBP) would have sent for the same session: trades without ids, then levels. */
class LevelsOfOrders {
  readonly #book = new OrderBook();
  readonly #out: (row: Int32Array) => void;
  #event: Int32Array[] = [];
  readonly #touched = new Map<string, readonly [side: number, priceTicks: number]>();

  constructor(out: (row: Int32Array) => void) {
    this.#out = out;
  }

  apply(rows: Int32Array, at: number): void {
    const row = rows.slice(at, at + ROW_LENGTH);
    const action = row[COL_ACTION]!;
    if (action === ACTION_CLEAR) this.#event.push(row);
    if (CHANGES.has(action)) this.#touch(row);
    this.#book.applyRow(row, 0);
    if (action === ACTION_TRADE) {
      const trade = row.slice();
      trade[COL_ORDER_HI] = 0;
      trade[COL_ORDER_LO] = 0;
      this.#event.push(trade);
    }
    if ((row[COL_FLAGS]! & FLAG_LAST) !== 0) this.#close(row);
  }

  #touch(row: Int32Array): void {
    this.#note(row[COL_SIDE]!, row[COL_PRICE_TICKS]!);
    const slot = this.#book.findOrder(row[COL_ORDER_HI]!, row[COL_ORDER_LO]!);
    if (slot >= 0) this.#note(this.#book.orderSide(slot), this.#book.orderPriceTicks(slot));
  }

  #note(side: number, priceTicks: number): void {
    this.#touched.set(`${side}|${priceTicks}`, [side, priceTicks]);
  }

  #close(last: Int32Array): void {
    for (const [side, priceTicks] of this.#touched.values()) {
      const level = last.slice();
      level[COL_ACTION] = ACTION_LEVEL;
      level[COL_SIDE] = side;
      level[COL_PRICE_TICKS] = priceTicks;
      level[COL_SIZE] = this.#book.levelSize(side, priceTicks);
      level[COL_ORDER_HI] = 0;
      level[COL_ORDER_LO] = 0;
      this.#event.push(level);
    }
    this.#event.forEach((row, index) => {
      const flags = row[COL_FLAGS]! & ~FLAG_LAST;
      row[COL_FLAGS] = index === this.#event.length - 1 ? flags | FLAG_LAST : flags;
      this.#out(row);
    });
    this.#event = [];
    this.#touched.clear();
  }
}

async function judge(tier: 'L3' | 'L2S'): Promise<{ events: FlowEvent[]; pipeline: Pipeline }> {
  const events = new Map<string, FlowEvent>();
  const market = new InstrumentMarket({
    instrument,
    tier,
    calendar: CME_CALENDAR,
  });
  const pipeline = createPipeline({
    instrument,
    tier,
    market,
    emit: (event) => events.set(event.id, event),
  });
  const onMatch = (event: MatchEvent): void => pipeline.onMatch(event);
  const levels = new LevelsOfOrders((row) => market.applyBatch({ rows: row, count: 1 }, onMatch));
  const { batches } = await readDbn(ES_RECORDING);
  for await (const batch of batches) {
    if (tier === 'L3') market.applyBatch(batch, onMatch);
    else for (let row = 0; row < batch.count; row += 1) levels.apply(batch.rows, row * ROW_LENGTH);
  }
  return { events: [...events.values()], pipeline };
}

const icebergs = (events: readonly FlowEvent[]): unknown[] =>
  events
    .filter(({ type }) => type === 'iceberg')
    .map(({ side, priceTicks, startNs, evidence }) => [
      side,
      priceTicks,
      startNs,
      evidence['displaySize'],
      evidence['tranches'],
    ]);

test.skipIf(!HAS_RECORDED_DATA)(
  'without order ids the same icebergs are found, and none that was not there',
  async () => {
    const orders = await judge('L3');
    const levels = await judge('L2S');
    expect(icebergs(levels.events)).toEqual(icebergs(orders.events));
    expect(icebergs(levels.events).length).toBe(9);
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'without order ids all events with stops are found, only their number is understated',
  async () => {
    const { counters } = (await judge('L2S')).pipeline;
    expect(counters).toMatchObject({ stopEvents: 31, stopContracts: 151 });
    expect(counters.electedStops).toBeGreaterThanOrEqual(31);
    expect(counters.electedStops).toBeLessThanOrEqual(67);
  },
);
