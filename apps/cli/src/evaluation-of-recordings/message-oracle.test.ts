import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { eventRow, type RowFields } from '#testing/event-row.ts';
import type { ExactFacts } from './exact-facts.ts';
import { MessageOracle } from './message-oracle.ts';

const RESTING = 7;
const INITIATOR = 90;
const HELD = 20;

/** Each list is one event. */
function factsOf(...events: readonly (readonly RowFields[])[]): ExactFacts {
  const oracle = new MessageOracle();
  for (const event of events)
    for (const [at, fields] of event.entries())
      oracle.applyRow(eventRow({ ...(at === event.length - 1 ? { flags: FLAG_LAST } : {}), ...fields }), 0);
  return oracle.facts;
}

const trade = (id: number, size: number, side = SIDE_ASK): RowFields => ({
  action: ACTION_TRADE,
  side,
  id,
  size,
});
const fill = (size: number): RowFields => ({ action: ACTION_FILL, id: RESTING, size });
const rests = (size: number): RowFields => ({ action: ACTION_ADD, id: RESTING, size });
const shows = (size: number, priceTicks = 100): RowFields => ({
  action: ACTION_MODIFY,
  id: RESTING,
  size,
  priceTicks,
});

test('an order that shows more than its fill left was refilled', () => {
  const facts = factsOf([rests(5)], [trade(INITIATOR, 5), fill(5), shows(5)]);
  expect(facts).toMatchObject({ refills: 1, sold: 5, bought: 0 });
});

test.each([
  ['that shows what its fill left', [trade(INITIATOR, 2), fill(2), shows(3)]],
  [
    'that is filled and gone',
    [trade(INITIATOR, 5), fill(5), { action: ACTION_CANCEL, id: RESTING, size: 5 }],
  ],
  ['that is re-priced as it is filled', [trade(INITIATOR, 2), fill(2), shows(9, 99)]],
  ['that is itself the aggressor', [trade(RESTING, 2), fill(2), shows(5)]],
])('an order %s was not', (_, event) => {
  expect(factsOf([rests(5)], event).refills).toBe(0);
});

test('a second aggressor that rested nowhere is a stop', () => {
  const facts = factsOf([rests(5)], [trade(INITIATOR, 1), trade(HELD, 3), trade(HELD, 1)]);
  expect(facts).toMatchObject({ stops: 1, stopContracts: 4, sold: 5 });
});

test('a second aggressor that rested before is no stop', () => {
  expect(factsOf([rests(5)], [trade(INITIATOR, 1), trade(RESTING, 3)]).stops).toBe(0);
});

test('a limit order that begins to rest while others trade is an elected stop', () => {
  const facts = factsOf([trade(INITIATOR, 1, SIDE_BID), { id: HELD, side: SIDE_BID, size: 4 }]);
  expect(facts).toMatchObject({ stops: 1, stopContracts: 0 });
});

test('the rest of the first aggressor is no stop', () => {
  expect(factsOf([trade(INITIATOR, 1), { id: INITIATOR, side: SIDE_ASK, size: 4 }]).stops).toBe(0);
});

test('without ids each sequence after the first is a stop', () => {
  const trades = [1, 2, 2].map((sequence) => ({ ...trade(0, 1), sequence }));
  expect(factsOf(trades)).toMatchObject({ stops: 1, stopContracts: 2 });
});

test('an auction has no aggressor and elects nothing', () => {
  const facts = factsOf([trade(0, 44, SIDE_NONE), { ...trade(0, 2, SIDE_NONE), sequence: 2 }]);
  expect(facts).toMatchObject({ crossed: 46, stops: 0 });
});

test('a snapshot sets the book without being an event', () => {
  const snapshot: RowFields[] = [
    { action: ACTION_CLEAR, flags: FLAG_SNAPSHOT },
    { ...rests(5), flags: FLAG_SNAPSHOT | FLAG_LAST },
  ];
  const facts = factsOf([trade(INITIATOR, 1)], snapshot, [trade(INITIATOR, 5), fill(5), shows(5)]);
  expect(facts).toMatchObject({ refills: 1, sold: 6 });
});
