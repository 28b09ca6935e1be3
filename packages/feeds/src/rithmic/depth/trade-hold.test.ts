/** Trades and the book changes that they caused: one event where both are there, in order, each trade once and each fill once. */
import { ACTION_CANCEL, ACTION_FILL, ACTION_TRADE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { splitTime } from '#rithmic/wire/split-time.ts';
import { ES } from '#testing/rithmic-venue.ts';
import { RowRecorder } from '#testing/row-recorder.ts';
import { RowEmitter } from './row-emitter.ts';
import { TradeHold } from './trade-hold.ts';

const SECONDS = 1_780_000_000;
const HOLD_MS = 25;
const [BUY, SELL] = [1, 2] as const;
const at = (nanos: number) => splitTime(SECONDS, nanos);
type Trade = RithmicMessage<'LastTrade'>;

let recorder: RowRecorder;
let rows: RowEmitter;
let isAhead: boolean;
let isOpen: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  recorder = new RowRecorder();
  isAhead = false;
  isOpen = true;
  rows = new RowEmitter({
    instrumentId: ES.id,
    nowMs: () => SECONDS * 1000 + 1,
    reach: () => undefined,
    deliver: (batch) => recorder.onBatch(batch),
  });
});
afterEach(() => {
  expect(vi.getTimerCount(), 'timers that are left').toBe(0);
  vi.useRealTimers();
});

const byPrice = () => new TradeHold(ES, rows);
/** With a book of orders, which may be waiting for others or not be concerned. */
const byOrder = () => new TradeHold(ES, rows, { isAhead: () => isAhead, isOpenTo: () => isOpen });

let volume = 0;
/** One contract bought at 4567 from order 11 by order 90, at a nanosecond of the second. */
function trade(nanos: number, more: Trade = {}): Trade {
  volume += 1;
  return {
    presenceBits: 1,
    tradePrice: 4567,
    tradeSize: 1,
    aggressor: BUY,
    exchangeOrderId: '11',
    aggressorExchangeOrderId: '90',
    volume,
    sourceSsboe: SECONDS,
    sourceNsecs: nanos,
    ...more,
  };
}
/** The change of the book at a nanosecond. */
function change(hold: TradeHold, nanos: number, id = 11): void {
  hold.flushBefore(at(nanos));
  hold.begin(at(nanos));
  rows.nextSequence();
  rows.row({ action: ACTION_CANCEL, side: SIDE_ASK, priceTicks: 18_268, size: 1, id: { hi: 0, lo: id } });
  rows.end();
}
/** Actions of each batch since the last time, a letter each. */
const LETTERS = new Map([
  [ACTION_TRADE, 'T'],
  [ACTION_FILL, 'F'],
  [ACTION_CANCEL, 'C'],
]);
const sent = () =>
  recorder.takeBatches().map((batch) => batch.map(({ action }) => LETTERS.get(action) ?? '?').join(''));
const wait = (ms = HOLD_MS) => vi.advanceTimersByTime(ms);
/** What becomes of these alone. */
function alone(...messages: readonly Trade[]): TradeHold {
  const hold = byPrice();
  for (const message of messages) hold.take(message);
  wait();
  return hold;
}
const actionsAndSides = () => recorder.rows.map(({ action, side }) => [action, side]);

describe('a trade', () => {
  test('alone is an event after 25 ms, not sooner', () => {
    const hold = byPrice();
    hold.take(trade(1));
    wait(HOLD_MS - 1);
    expect(sent()).toEqual([]);
    wait(1);
    expect(sent()).toEqual(['TF']);
  });

  test('has side and id of its aggressor; its fill has the other side and the id of the resting order', () => {
    alone(trade(1, { tradeSize: 3, aggressor: SELL, tradePrice: 4567.250_000_000_1 }));
    expect(recorder.rows).toMatchObject([
      { action: ACTION_TRADE, side: SIDE_ASK, priceTicks: 18_269, size: 3, id: 90 },
      { action: ACTION_FILL, side: SIDE_BID, priceTicks: 18_269, size: 3, id: 11, isLast: true },
    ]);
  });

  test('bought and sold are mirror images', () => {
    alone(trade(1, { aggressor: BUY }), trade(2, { aggressor: SELL }));
    expect(actionsAndSides()).toEqual([
      [ACTION_TRADE, SIDE_BID],
      [ACTION_FILL, SIDE_ASK],
      [ACTION_TRADE, SIDE_ASK],
      [ACTION_FILL, SIDE_BID],
    ]);
  });

  test.each([
    ['without a resting order has no fill', { exchangeOrderId: 'x' }, [[ACTION_TRADE, SIDE_BID]]],
    [
      'without an aggressor has no side, and neither has its fill',
      { aggressor: 0 },
      [
        [ACTION_TRADE, SIDE_NONE],
        [ACTION_FILL, SIDE_NONE],
      ],
    ],
  ])('%s', (_, more, expected) => {
    alone(trade(1, more));
    expect(actionsAndSides()).toEqual(expected);
  });

  test.each([
    ['without the bit for one', { presenceBits: 2 | 8 }],
    ['without any bit', { presenceBits: 0 }],
    ['of a snapshot', { isSnapshot: true }],
  ])('%s is an old one and nothing', (_, more) => {
    const hold = alone(trade(1, more));
    expect([sent(), hold.refused, hold.duplicates]).toEqual([[], 0, 0]);
  });

  test.each([
    ['off the tick', { tradePrice: 4567.1 }],
    ['at no number', { tradePrice: Number.NaN }],
    ['of nothing', { tradeSize: 0 }],
    ['of less than nothing', { tradeSize: -1 }],
  ])('%s is refused and counted', (_, more) => {
    const hold = alone(trade(1, more));
    expect([sent(), hold.refused]).toEqual([[], 1]);
  });
});

describe('the same message twice', () => {
  test('is one trade where it has the volume of the day', () => {
    const hold = byPrice();
    const message = trade(1);
    hold.take(message);
    wait();
    hold.take({ ...message });
    wait();
    expect([sent(), hold.duplicates]).toEqual([['TF'], 1]);
  });

  test('without it is two: fills of one refilled order look the same', () => {
    const { volume: _, ...message } = trade(1);
    const hold = alone(message, { ...message });
    expect([sent(), hold.duplicates]).toEqual([['TFTF'], 0]);
  });

  test('is known for two hundred and fifty-six trades', () => {
    const hold = byPrice();
    const [oldest, second] = [trade(1), trade(1)];
    for (const message of [oldest, second]) hold.take(message);
    // With these it has seen 257: the oldest is forgotten, the second is not
    for (let count = 2; count < 257; count += 1) hold.take(trade(1));
    hold.take({ ...second });
    expect(hold.duplicates).toBe(1);
    hold.take({ ...oldest });
    expect(hold.duplicates).toBe(1);
    hold.flush();
    expect(sent().join('').replaceAll('F', '')).toHaveLength(258);
  });
});

describe('trades', () => {
  test('of one instant are one event, of several are several, in their order', () => {
    alone(...[1, 1, 2, 3, 3, 3].map((nanos) => trade(nanos)));
    expect(sent()).toEqual(['TFTF', 'TF', 'TFTFTF']);
  });

  test('of one aggressor are one round; another aggressor or side begins the next', () => {
    const one = { aggressorExchangeOrderId: '90' };
    const aggressors = [one, one, { ...one, aggressor: SELL }, { aggressorExchangeOrderId: '91' }];
    alone(...aggressors.map((more) => trade(1, { ...more, exchangeOrderId: '0' })));
    expect(
      recorder.rows.filter(({ action }) => action === ACTION_TRADE).map(({ sequence }) => sequence),
    ).toEqual([1, 1, 2, 3]);
  });

  test('whose time is not known are events of their own', () => {
    const timeless = { sourceSsboe: 0, sourceNsecs: 0 };
    alone(trade(0, timeless), trade(0, timeless));
    expect(sent()).toEqual(['TF', 'TF']);
  });

  test('before an instant are sent for it, those of the instant and after it wait', () => {
    const hold = byPrice();
    for (const nanos of [1, 2, 3]) hold.take(trade(nanos));
    hold.flushBefore(at(2));
    expect(sent()).toEqual(['TF']);
    wait();
    expect(sent()).toEqual(['TF', 'TF']);
  });

  test('are sent at once where that is wanted, and no timer is left for them', () => {
    const hold = byPrice();
    hold.take(trade(1));
    hold.flush();
    expect(sent()).toEqual(['TF']);
    hold.flush();
    wait();
    expect(sent()).toEqual([]);
  });

  test('that wait when the flow ends are dropped, and so are fills that wait', () => {
    const hold = byOrder();
    hold.take(trade(1));
    wait();
    hold.take(trade(2));
    hold.close();
    wait();
    change(hold, 1);
    change(hold, 2);
    expect(sent()).toEqual(['T', 'C', 'C']);
  });
});

describe('a change of the book', () => {
  /** Trades `t` and changes `c` with their nanosecond, in the order in which they come; `w` waits. */
  const cases = [
    ['is one event with the trades of its instant, which precede it', 't1 t1 c1', 'TFTFC'],
    ['comes after trades of earlier instants, which are events of their own', 't1 t2 c2', 'TF TFC'],
    ['leaves later trades waiting', 't5 c2 c5', 'C TFC'],
    ['that comes after its trade was sent has the fill with it, once', 't1 w c1 c1', 'T FC C'],
    ['of a later instant means that earlier fills have missed theirs', 't1 t3 w c2 c3', 'T T C FC'],
    ['that went out before its trade leaves it without a fill: the book holds it', 'c5 t4 w', 'C T'],
    ['at the instant of the latest has the fills of trades that came late', 'c5 t5 w c5', 'C T FC'],
    ['later than that leaves them without one', 'c5 t5 c7', 'C T C'],
    ['between two trades takes the first of them alone', 't1 t2 c1 c2', 'TFC TFC'],
    ['has the fills of several trades that were sent before it', 't1 t1 w c1', 'TT FFC'],
    ['has no fill of a trade that another change has had', 't1 c1 w c1', 'TFC C'],
  ] as const;
  test.each(cases)('%s', (_, steps, expected) => {
    const hold = byOrder();
    for (const [kind, ...nanos] of steps.split(' ')) {
      if (kind === 't') hold.take(trade(Number(nanos.join(''))));
      else if (kind === 'c') change(hold, Number(nanos.join('')));
      else wait();
    }
    expect(sent().join(' ')).toBe(expected);
    hold.close();
  });

  test('that waits for others makes trades wait too, 25 ms at a time', () => {
    const hold = byOrder();
    isAhead = true;
    hold.take(trade(1));
    wait(10 * HOLD_MS);
    expect(sent()).toEqual([]);
    isAhead = false;
    wait();
    expect(sent()).toEqual(['T']);
  });

  test('of an order that the book is not open to has trades and no fills', () => {
    const hold = byOrder();
    isOpen = false;
    hold.take(trade(1));
    change(hold, 1);
    expect(sent()).toEqual(['TC']);
  });

  test('without a time is sent alone', () => {
    const hold = byOrder();
    hold.take(trade(1));
    hold.begin(null);
    rows.row({ action: ACTION_CANCEL });
    rows.end();
    expect(sent()).toEqual(['C']);
    wait();
    expect(sent()).toEqual(['T']);
  });
});
