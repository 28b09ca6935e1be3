import type { EventReplay } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { ReplayMarket } from './replay-market.ts';

const replay: EventReplay = {
  eventId: 'e',
  from: '2026-11-20T16:00:00.000Z',
  to: '2026-11-20T16:00:10.000Z',
  bookKnown: true,
  prices: ['99.75', '100.00', '100.25', '100.50'],
  book: [
    { side: 'bid', price: 1, size: 5 },
    { side: 'ask', price: 2, size: 7 },
  ],
  // A buy of 7 takes the ask away, a bid steps up, a sell hits it.
  steps: {
    kind: [2, 1, 0, 3, 0],
    atMicros: [100, 100, 200, 300, 300],
    price: [2, 2, 2, 2, 2],
    size: [7, 0, 4, 1, 3],
  },
  verdict: { state: 'equal', reason: '', compared: 1, differing: [] },
};

test('at its beginning a replay shows the book that was kept, and no trade', () => {
  const market = new ReplayMarket(replay);
  market.seek(0);
  expect(market.ladder(1)).toEqual([
    { price: '100.25', bid: 0, ask: 7 },
    { price: '100.00', bid: 5, ask: 0 },
  ]);
  expect(market.tape(10)).toEqual([]);
});

test('everything at or before the instant has happened', () => {
  const market = new ReplayMarket(replay);
  market.seek(200);
  expect(market.ladder(2).find(({ price }) => price === '100.25')).toEqual({
    price: '100.25',
    bid: 4,
    ask: 0,
  });
  expect(market.tape(10).map(({ side, size }) => [side, size])).toEqual([['buy', 7]]);
  market.seek(300);
  expect(market.tape(1).map(({ side, size }) => [side, size])).toEqual([['sell', 1]]);
});

test('steps lead from change to change and end at the ends', () => {
  const market = new ReplayMarket(replay);
  expect(market.neighbour(100, 1)).toBe(200);
  expect(market.neighbour(300, 1)).toBeNull();
  expect(market.neighbour(300, -1)).toBe(200);
  expect(market.neighbour(100, -1)).toBe(0);
  expect(market.neighbour(0, -1)).toBeNull();
});

test.each([[[0, 300, 100]], [[300, 0, 200]], [[400, 199, 200, 99]], [[100, 100, 300]]])(
  'an instant looks the same from whichever side it is reached: %j',
  (instants) => {
    const wandered = new ReplayMarket(replay);
    for (const instant of instants) wandered.seek(instant);
    const direct = new ReplayMarket(replay);
    direct.seek(instants.at(-1) ?? 0);
    expect([wandered.ladder(5), wandered.tape(9)]).toEqual([direct.ladder(5), direct.tape(9)]);
  },
);
