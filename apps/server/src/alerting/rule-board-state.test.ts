/** What a board keeps between updates: rules that come and go, levels, trends, and which events were notified. */
import type { AlertCondition } from '@undertow/contracts';
import { SIMULATED_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import { ES, makeRule, makeStep, path, T } from '#testing/rule-board.ts';
import { makeEvent } from '#testing/views.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import type { LevelTicks } from './market-step.ts';
import { RuleBoard } from './rule-board.ts';

const LEVEL = 20_000;
type EventCondition = Extract<AlertCondition, { kind: 'event' }>;
const events = (changes: Partial<EventCondition> = {}): AlertCondition => ({
  ...{
    kind: 'event',
    eventTypes: ['iceberg'],
    side: null,
    minConfidence: 0.8,
    minSize: 0,
    perDay: null,
    near: null,
  },
  ...changes,
});
const CONDITIONS: readonly AlertCondition[] = [
  { kind: 'price_level', test: 'crosses', price: '5000.00' },
  { kind: 'price_move', direction: 'either', ticks: 4, percent: null, withinMinutes: 5 },
  { kind: 'volume', multiple: 1.1, windowMinutes: 1 },
  { kind: 'trend', to: ['bullish', 'bearish'] },
  events(),
];
const compiled = (condition: AlertCondition, id: string = condition.kind): CompiledRule =>
  compileRule(makeRule(id, condition), ES, null);

function boardOf(...rules: readonly CompiledRule[]) {
  const board = new RuleBoard(ES, SIMULATED_CALENDAR);
  for (const rule of rules) board.add(rule);
  const step = (atMs: number, changes: Parameters<typeof makeStep>[1]) => board.step(makeStep(atMs, changes));
  const ids = (...given: Parameters<typeof step>) => step(...given).map((firing) => firing.compiled.rule.id);
  return { board, step, ids };
}

const minute = (startMs: number, volume: number) => ({ startMs, lowTicks: LEVEL, highTicks: LEVEL, volume });

/** Updates after which every kind of rule is due at the last one. */
function provoke({ ids }: ReturnType<typeof boardOf>): readonly string[] {
  const quiet = [3, 2, 1].map((back) => minute(T - back * 60_000, 10));
  ids(T, { closed: quiet, forming: minute(T, 1), traded: path(LEVEL - 3), trend: 'consolidating' });
  return ids(T + 1000, {
    forming: minute(T, 900),
    traded: path(LEVEL + 3),
    trend: 'bullish',
    events: [makeEvent('e', T)],
  });
}

test('each kind of rule fires on its own condition', () => {
  const board = boardOf(...CONDITIONS.map((condition) => compiled(condition)));
  expect(provoke(board).toSorted()).toEqual(['event', 'price_level', 'price_move', 'trend', 'volume']);
  for (const condition of CONDITIONS) expect(provoke(boardOf(compiled(condition)))).toEqual([condition.kind]);
});

test('a removed rule of any kind is silent, and the board counts what is left', () => {
  for (const gone of CONDITIONS) {
    const rules = CONDITIONS.map((condition) => compiled(condition));
    const board = boardOf(...rules);
    const rule = rules.find(({ test: { kind } }) => kind === gone.kind);
    if (rule === undefined) throw new Error('no such rule');
    board.board.remove(rule);
    expect(board.board.size).toBe(4);
    expect(provoke(board)).not.toContain(gone.kind);
  }
});

test('a board without rules fires nothing and knows the last price', () => {
  const board = boardOf();
  expect([board.board.size, board.board.lastTicks]).toEqual([0, null]);
  expect(provoke(board)).toEqual([]);
  expect(board.board.lastTicks).toBe(LEVEL + 3);
});

test('what fired has the instant of the update and the last price', () => {
  const { step } = boardOf(compiled({ kind: 'price_level', test: 'crosses', price: '5000.00' }));
  step(T, { traded: path(LEVEL - 1) });
  expect(step(T + 1234, { traded: path(LEVEL + 5, LEVEL + 2) })).toMatchObject([
    { atMs: T + 1234, priceTicks: LEVEL + 2, fact: { kind: 'crossed', isUp: true, levelTicks: LEVEL } },
  ]);
});

test('an event has fired at its own instant, however late the update came', () => {
  const { step } = boardOf(compiled(events()));
  const event = makeEvent('e', T, { updatedNs: BigInt(T + 500) * 1_000_000n + 999_999n });
  expect(step(T + 3000, { events: [event] })).toMatchObject([{ atMs: T + 500, priceTicks: null }]);
});

test('an event that has expired or failed is no news, one that was confirmed is', () => {
  const { ids } = boardOf(compiled(events()));
  const of = (status: 'expired' | 'failed' | 'confirmed') =>
    ids(T, { events: [makeEvent(status, T, { status })] });
  expect([of('expired'), of('failed'), of('confirmed')]).toEqual([[], [], ['event']]);
});

test('a stored event fires in its last state, though it is over by now, and once', () => {
  const { board, ids } = boardOf(compiled(events()));
  const event = makeEvent('e', T, { status: 'expired' });
  const fired = board.stepEvent(event);
  expect(fired).toMatchObject([{ atMs: T, fact: { kind: 'event' } }]);
  expect(board.stepEvent(event)).toEqual([]);
  expect(ids(T, { events: [makeEvent('e', T)] })).toEqual([]);
});

test('a firing that could not be stored may happen again, of that rule only', () => {
  const { board, ids } = boardOf(compiled(events(), 'one'), compiled(events(), 'two'));
  const news = { events: [makeEvent('e', T)] };
  expect(ids(T, news)).toEqual(['one', 'two']);
  board.unmarkEvent('e', 'one');
  board.unmarkEvent('unknown', 'one');
  expect(ids(T, news)).toEqual(['one']);
  expect(ids(T, news)).toEqual([]);
});

test('an event fires rules of its type only', () => {
  const { ids } = boardOf(
    compiled(events({ eventTypes: ['stop_run'] }), 'stops'),
    compiled(events({ eventTypes: ['iceberg', 'stop_run'] }), 'both'),
  );
  expect(ids(T, { events: [makeEvent('a', T)] })).toEqual(['both']);
  expect(ids(T, { events: [makeEvent('b', T, { type: 'stop_run' })] })).toEqual(['stops', 'both']);
  expect(ids(T, { events: [makeEvent('c', T, { type: 'support' })] })).toEqual([]);
});

test('sides are not confused: a rule of bids ignores asks, and the reverse', () => {
  const { ids } = boardOf(
    compiled(events({ side: 'bid' }), 'bids'),
    compiled(events({ side: 'ask' }), 'asks'),
  );
  expect(ids(T, { events: [makeEvent('a', T, { side: 'bid' })] })).toEqual(['bids']);
  expect(ids(T, { events: [makeEvent('b', T, { side: 'ask' })] })).toEqual(['asks']);
});

test('levels of the session stay known until they are sent again', () => {
  const near = { price: null, level: 'vwap', withinTicks: 0 } as const;
  const { ids } = boardOf(compiled(events({ near })));
  const vwap = (ticks: number) => ({ vwap: ticks }) as unknown as LevelTicks;
  expect(ids(T, { events: [makeEvent('a', T)] })).toEqual([]);
  ids(T, { levels: vwap(LEVEL) });
  expect(ids(T, { events: [makeEvent('b', T)] })).toEqual(['event']);
  ids(T, { levels: vwap(LEVEL + 1) });
  expect(ids(T, { events: [makeEvent('c', T)] })).toEqual([]);
});

test('a zone is near a price inside it, and as far as its nearer end', () => {
  const near = { price: '5000.00', level: null, withinTicks: 3 } as const;
  const isNear = (lowTicks: number, highTicks: number): boolean => {
    const zone = { priceLowTicks: LEVEL + lowTicks, priceHighTicks: LEVEL + highTicks };
    return boardOf(compiled(events({ near }))).ids(T, { events: [makeEvent('e', T, zone)] }).length === 1;
  };
  expect([isNear(-50, 50), isNear(3, 9), isNear(4, 9), isNear(-9, -3), isNear(-9, -4)]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
});

test('events of history are not notified', () => {
  const { ids } = boardOf(compiled(events()));
  expect(ids(T, { events: [makeEvent('e', T)], isHistory: true })).toEqual([]);
});

test('a trend of history is the one that the next is compared with', () => {
  const { step } = boardOf(compiled({ kind: 'trend', to: ['bearish'] }));
  step(T, { trend: 'bullish', isHistory: true });
  expect(step(T, { trend: 'bearish' }).map(({ fact }) => fact)).toEqual([
    { kind: 'trend', from: 'bullish', to: 'bearish' },
  ]);
});
