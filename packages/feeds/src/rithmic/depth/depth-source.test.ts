/** What depth a login may see, and how it is subscribed and read: as a whole book, or price by price around the market. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONTRACT, DONE, EMPTY, PlayedPlant, type PlayedRequest, refused } from '#testing/played-plant.ts';
import { DepthSource } from './depth-source.ts';
import { findDepth } from './depth-tier.ts';

const BAD_INPUT = refused('6', 'bad input');
/** 4567.25, the base price of ES, in ticks. */
const MARKET_TICKS = 18_269;
let plant: PlayedPlant;
let moves: number;
let received: number;
let pauses: number[];
beforeEach(() => {
  plant = new PlayedPlant();
  moves = 0;
  received = 0;
  pauses = [];
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
    pauses.push(ms ?? 0);
    return undefined as never;
  });
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const isOrders = ({ name }: PlayedRequest) => name === 'RequestDepthByOrderUpdates';

describe('the depth of a login', () => {
  const cases: readonly (readonly [string, PlayedPlant['answer'], object, readonly string[]])[] = [
    ['orders, where they are granted', () => DONE, { tier: 'L3', isByPrice: false }, ['+orders', '-orders']],
    [
      'orders, where they are subscribed already: they stay so',
      () => refused('1029', 'update bit type already exists'),
      { tier: 'L3', isByPrice: false },
      ['+orders'],
    ],
    [
      'orders of single prices, where the whole book is rejected',
      (request) => (isOrders(request) && request.depthPrice === undefined ? BAD_INPUT : DONE),
      { tier: 'L3', isByPrice: true },
      ['+orders', '+orders at 4567.25', '-orders at 4567.25'],
    ],
    [
      'levels, where orders are denied: single prices would be denied too',
      (request) => (isOrders(request) ? refused('13', 'permission denied') : DONE),
      { tier: 'L2C', isByPrice: false },
      ['+orders', '+4', '-4'],
    ],
    [
      'levels, where the text says that orders are denied',
      (request) => (isOrders(request) ? refused('9', 'no Entitlement for depth') : DONE),
      { tier: 'L2C', isByPrice: false },
      ['+orders', '+4', '-4'],
    ],
    [
      'levels, where single prices are rejected too',
      (request) => (isOrders(request) ? BAD_INPUT : DONE),
      { tier: 'L2C', isByPrice: false },
      ['+orders', '+orders at 4567.25', '+4', '-4'],
    ],
    [
      'best prices, where levels are refused',
      (request) => (request.updateBits === 1 ? DONE : refused('13')),
      { tier: 'L1T', isByPrice: false },
      ['+orders', '+4', '+1', '-1'],
    ],
  ];
  test.each(cases)('is %s', async (_, answer, depth, requests) => {
    plant.answer = answer;
    expect(await findDepth(plant.session, CONTRACT, 'whole')).toEqual(depth);
    expect(plant.takeRequests()).toEqual(requests);
  });

  test('is found by single prices alone where an operator prefers them', async () => {
    expect(await findDepth(plant.session, CONTRACT, 'by_price')).toEqual({ tier: 'L3', isByPrice: true });
    expect(plant.takeRequests()).toEqual(['+orders at 4567.25', '-orders at 4567.25']);
  });

  test('is none where everything is refused', async () => {
    plant.answer = () => refused('13', 'permission denied');
    await expect(findDepth(plant.session, CONTRACT, 'whole')).rejects.toMatchObject({
      fault: 'no_entitlement',
      message: 'the gateway refused every market data',
    });
  });
});

const sourceOf = (isByPrice: boolean) =>
  new DepthSource(plant.session, CONTRACT, isByPrice, {
    onMoved: () => {
      moves += 1;
    },
    received: () => received,
  });

test('a listener that goes while the subscription is under way leaves none behind', async () => {
  let grant = (): void => undefined;
  plant.answer = () =>
    new Promise((resolve) => {
      grant = () => resolve(DONE);
    });
  const source = sourceOf(false);
  const subscribed = source.subscribe();
  const granted = grant;
  source.close();
  granted();
  await subscribed;
  expect(plant.takeRequests()).toEqual(['+1025', '-1025', '-orders']);
});

describe('a subscription', () => {
  test.each([
    ['of the whole book', false, ['+1025', '+orders'], ['-1025', '-orders']],
    ['of single prices begins with the best ones', true, ['+1027'], ['-1027']],
  ])('%s is ended as it was made, once', async (_, isByPrice, made, ended) => {
    const source = sourceOf(isByPrice);
    await source.subscribe();
    expect(plant.takeRequests()).toEqual(made);
    source.close();
    source.close();
    expect(plant.takeRequests()).toEqual(ended);
  });

  test.each([0, 1])('that is refused at step %i lacks an entitlement, and names the code', async (step) => {
    plant.answer = () => (plant.requests.length === step + 1 ? refused('14') : DONE);
    await expect(sourceOf(false).subscribe()).rejects.toMatchObject({
      fault: 'no_entitlement',
      message: 'the gateway refused a subscription with code 14',
    });
  });

  test('that exists already is one', async () => {
    plant.answer = () => refused('1029');
    await sourceOf(false).subscribe();
    expect(plant.takeRequests()).toHaveLength(2);
  });

  test('that cannot be ended is no failure: the connection is gone', async () => {
    plant.answer = () => Promise.reject(new Error('gone'));
    sourceOf(false).close();
    await Promise.resolve();
  });
});

const orderAt = (price: number, id: string) => ({
  sequenceNumber: 9,
  depthSide: 1,
  depthPrice: price,
  depthSize: [5],
  exchangeOrderId: [id],
});

describe('a snapshot of the whole book', () => {
  test('is all its frames, with the number of their age', async () => {
    plant.answer = () => ({ ...DONE, rows: [orderAt(4567, '1')], end: orderAt(4566, '2') });
    const snapshot = await sourceOf(false).snapshot();
    expect([snapshot?.sequence, snapshot?.book.liveOrders]).toEqual([9, 2]);
    expect(plant.takeRequests()).toEqual(['book']);
  });

  test.each([
    ['no data', EMPTY],
    ['a refusal', refused('6')],
    ['a frame that cannot be read', { ...DONE, rows: [orderAt(4567, 'x')] }],
  ])('is none by %s: a book that is known must not become empty', async (_, answer) => {
    plant.answer = () => answer;
    expect(await sourceOf(false).snapshot()).toBeNull();
  });
});

describe('a snapshot by price', () => {
  /** Nothing rests but one order at the market. */
  const answer = ({ name, depthPrice }: PlayedRequest) =>
    name === 'RequestDepthByOrderSnapshot'
      ? depthPrice === 4567.25
        ? { ...DONE, rows: [orderAt(4567.25, '1')] }
        : EMPTY
      : DONE;
  const best = (bid: number | null, ask: number | null = null) => ({
    presenceBits: (bid === null ? 0 : 1) | (ask === null ? 0 : 2),
    ...(bid === null ? {} : { bidPrice: bid }),
    ...(ask === null ? {} : { askPrice: ask }),
  });
  let source: DepthSource;
  beforeEach(() => {
    plant.answer = answer;
    source = sourceOf(true);
  });

  test('is none before a best price is known', async () => {
    expect(await source.snapshot()).toBeNull();
    expect([plant.requests, moves]).toEqual([[], 0]);
  });

  test('subscribes forty prices to each side before it reads them, twenty-five in a pass', async () => {
    source.follow(best(4567.25));
    received = 7;
    const snapshot = await source.snapshot();
    const prices = Array.from({ length: 81 }, (_, at) => 4557.25 + at / 4);
    for (const price of prices) {
      const [subscribed, read] = ['RequestDepthByOrderUpdates', 'RequestDepthByOrderSnapshot'].map((wanted) =>
        plant.requests.findIndex(({ name, depthPrice }) => name === wanted && depthPrice === price),
      );
      expect(subscribed, `subscription of ${price}`).toBeGreaterThanOrEqual(0);
      expect(read).toBeGreaterThan(subscribed ?? Number.POSITIVE_INFINITY);
    }
    expect([plant.requests.length, pauses]).toEqual([162, [60, 60, 60, 60]]);
    // Prices without orders are as old as their request
    expect([snapshot?.sequence, snapshot?.isMixed, snapshot?.book.liveOrders]).toEqual([7, true, 1]);
    expect([-41, -40, 40, 41].map((off) => snapshot?.ages?.isHeld(MARKET_TICKS + off, 8))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test.each([
    ['the bid, where there is one', best(4567.25, 4600), true],
    ['the ask, where there is no bid', best(null, 4567.25), true],
    ['neither', best(null, null), false],
    ['no price off the tick', best(4567.1), false],
  ])('follows %s', async (_, message, isFollowed) => {
    source.follow(message);
    expect(moves).toBe(isFollowed ? 1 : 0);
    expect((await source.snapshot()) !== null).toBe(isFollowed);
  });

  test('is due again when the market comes within ten prices of its edge', async () => {
    source.follow(best(4567.25));
    await source.snapshot();
    moves = 0;
    for (const [off, isDue] of [
      [30, false],
      [-30, false],
      [31, true],
      [-31, true],
      [100, true],
    ] as const) {
      const before = moves;
      source.follow(best((MARKET_TICKS + off) / 4));
      expect(moves - before, `${off} ticks off`).toBe(isDue ? 1 : 0);
    }
  });

  test('ends the prices that the market has left, and subscribes those alone that are new', async () => {
    source.follow(best(4567.25));
    await source.snapshot();
    plant.takeRequests();
    source.follow(best(4567.25 + 31 / 4));
    await source.snapshot();
    const requests = plant.takeRequests();
    const count = (start: string) => requests.filter((request) => request.startsWith(start)).length;
    expect([count('-orders'), count('+orders'), count('book')]).toEqual([31, 31, 81]);
    expect(requests).toContain('-orders at 4557.25');
    expect(requests).toContain('+orders at 4585');
    // Those that it comes back to were ended: they are subscribed again
    source.follow(best(4567.25));
    await source.snapshot();
    expect(plant.takeRequests()).toContain('+orders at 4557.25');
  });

  test.each([
    ['no price has an order', EMPTY],
    ['one is refused', refused('6')],
  ])('is none where %s', async (_, other) => {
    plant.answer = (request) =>
      request.depthPrice === 4567.25 && !isOrders(request) ? other : answer(request);
    source.follow(best(4567.25));
    expect(await source.snapshot()).toBeNull();
  });

  test('stops between passes where its listener has gone, and ends what it had subscribed', async () => {
    source.follow(best(4567.25));
    vi.mocked(timers.setTimeout).mockImplementationOnce(async () => {
      source.close();
      return undefined as never;
    });
    await source.snapshot();
    const requests = plant.takeRequests();
    const count = (start: string) => requests.filter((request) => request.startsWith(start)).length;
    expect([count('+orders'), count('-orders'), count('-1027')]).toEqual([25, 25, 1]);
  });
});
