/** One instrument by price: the book after each whole update, its images, and best prices where there is no book. */
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_LEVEL,
  ACTION_STATUS,
  ACTION_TRADE,
  LevelBook,
} from '@undertow/market';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { Received } from '#rithmic/wire/rithmic-wire.ts';
import { bookMessage, levelsOf, quarters, TIME } from '#testing/level-messages.ts';
import { CONTRACT, PlayedPlant, refused } from '#testing/played-plant.ts';
import { ES } from '#testing/rithmic-venue.ts';
import { RowRecorder } from '#testing/row-recorder.ts';
import { LevelFlow } from './level-flow.ts';

const NOW_MS = 1_780_000_000_000;
const IMAGE_MS = 1500;
const [CLEAR, NONE, IMAGE, BEGIN, MIDDLE, END, SOLO] = [1, 2, 3, 4, 5, 6, 7] as const;

let plant: PlayedPlant;
let recorder: RowRecorder;
let refusals: string[];
let flow: LevelFlow;
beforeEach(() => {
  vi.useFakeTimers();
  flowOf(true);
});
afterEach(() => {
  flow.stop();
  expect(vi.getTimerCount(), 'timers that are left').toBe(0);
  vi.useRealTimers();
});

function flowOf(mayHaveBook: boolean): void {
  plant = new PlayedPlant();
  recorder = new RowRecorder(new LevelBook());
  refusals = [];
  flow = new LevelFlow(ES, mayHaveBook, {
    listener: recorder,
    nowMs: () => NOW_MS,
    reach: () => undefined,
    onRefused: (reason) => refusals.push(reason),
  });
}
const settle = () => vi.advanceTimersByTimeAsync(0);

const take = (name: string, message: object) => flow.take({ name, message } as Received);
const book = (...of: Parameters<typeof bookMessage>) => flow.take(bookMessage(...of));
const shown = () => levelsOf(recorder);
const actions = () => recorder.takeCalls();
const LEVEL = String(ACTION_LEVEL);

/** A flow whose book is 5 at -1 and 6 at 1. */
async function begun(): Promise<void> {
  flow.start(plant.session, CONTRACT);
  book(IMAGE, [[-1, 5]], [[1, 6]]);
  await settle();
  recorder.takeCalls();
  recorder.takeBatches();
  plant.takeRequests();
}

describe('a flow', () => {
  test.each([
    ['the book', true, '+1029'],
    ['best prices, without a book', false, '+1027'],
  ])('subscribes trades, market modes and %s, and ends all of it', async (_, mayHaveBook, subscribed) => {
    flowOf(mayHaveBook);
    flow.start(plant.session, CONTRACT);
    flow.stop();
    flow.stop();
    await settle();
    expect(plant.requests[0]).toMatchObject({ symbol: 'ESZ6', exchange: 'CME' });
    expect(plant.takeRequests()).toEqual([subscribed, '-1031']);
  });

  test.each([
    ['13', ['the gateway refused a subscription with code 13']],
    ['1029', []],
  ])('whose subscription is answered by %s reports %j', async (code, expected) => {
    plant.answer = () => refused(code);
    flow.start(plant.session, CONTRACT);
    await settle();
    expect([refusals, plant.ends]).toEqual([expected, []]);
  });

  test('whose request fails gives the connection up, unless it was over before', async () => {
    const lost = new RithmicError('gateway_down', 'lost');
    plant.answer = () => Promise.reject(lost);
    flow.start(plant.session, CONTRACT);
    await settle();
    expect(plant.ends).toEqual([lost]);
    flow.stop();
    flow.start(plant.session, CONTRACT);
    flow.stop();
    await settle();
    expect(plant.ends).toEqual([lost]);
  });

  test('shows its book as soon as an image of both sides is there', () => {
    flow.start(plant.session, CONTRACT);
    book(IMAGE, [[-1, 5]], null);
    expect(actions()).toEqual([]);
    book(IMAGE, null, [[1, 6]]);
    expect(actions()).toEqual(['snapshot']);
    expect(shown()).toBe('-1:5 | 1:6');
  });

  test('without an image shows after a second and a half what the updates have built', () => {
    flow.start(plant.session, CONTRACT);
    book(SOLO, [[-1, 5]], null);
    book(SOLO, [[-2, 4]], [[1, 6]]);
    vi.advanceTimersByTime(IMAGE_MS - 1);
    expect(actions()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(actions()).toEqual(['snapshot']);
    expect(shown()).toBe('-1:5 -2:4 | 1:6');
  });

  test('sends heartbeats from its first book on', async () => {
    flow.start(plant.session, CONTRACT);
    flow.heartbeat();
    book(IMAGE, [], []);
    flow.heartbeat();
    expect(actions()).toEqual(['snapshot', String(ACTION_HEARTBEAT)]);
    flow.stop();
    flow.heartbeat();
    expect(actions()).toEqual([]);
  });

  test('that starts again knows nothing of the book before', async () => {
    await begun();
    flow.stop();
    flow.start(plant.session, CONTRACT);
    book(SOLO, [[-3, 1]], []);
    vi.advanceTimersByTime(IMAGE_MS);
    expect([actions(), shown()]).toEqual([['snapshot'], '-3:1 | ']);
  });
});

describe('an update', () => {
  test('counts at its end, with the time of the message that ends it', async () => {
    await begun();
    book(BEGIN, [[-1, 4]], null);
    book(MIDDLE, [[-2, 3]], null);
    expect(actions()).toEqual([]);
    book(END, null, [[1, 0]], { usecs: 750_000 });
    expect(actions()).toEqual([`${LEVEL} ${LEVEL} ${LEVEL}`]);
    expect(recorder.rows.map(({ timeMs }) => timeMs)).toEqual(Array(3).fill(1_779_999_999_750));
    expect(shown()).toBe('-1:4 -2:3 | ');
  });

  test('that begins anew drops the parts of one that did not end', async () => {
    await begun();
    book(BEGIN, [[-1, 4]], null);
    book(SOLO, [[-2, 3]], null);
    expect([actions(), shown()]).toEqual([[LEVEL], '-1:5 -2:3 | 1:6']);
  });

  test('comes after trades that were there before it', async () => {
    await begun();
    take('LastTrade', { presenceBits: 1, tradePrice: 4500.25, tradeSize: 1, aggressor: 1 });
    book(SOLO, null, [[1, 5]]);
    expect(actions()).toEqual([String(ACTION_TRADE), LEVEL]);
  });

  test('that cannot be read is the last: a new image is requested, and updates wait for it', async () => {
    await begun();
    book(SOLO, [[-1, 4]], null, { bidPrice: [4500.1] });
    await settle();
    book(SOLO, [[-1, 3]], null);
    expect([actions(), plant.takeRequests()]).toEqual([[], ['-4', '+4']]);
    book(IMAGE, [[-1, 9]], [[1, 8]]);
    expect([actions(), shown()]).toEqual([['snapshot'], '-1:9 | 1:8']);
    book(SOLO, [[-1, 2]], null);
    expect(actions()).toEqual([LEVEL]);
  });

  test('that empties the book is a row, and the book builds up again', async () => {
    await begun();
    book(CLEAR, null, null);
    book(SOLO, [[-5, 1]], null);
    expect([actions(), shown()]).toEqual([[String(ACTION_CLEAR), LEVEL], '-5:1 | ']);
  });

  test('of the market mode is a status, other words are nothing', async () => {
    await begun();
    for (const marketMode of ['Halted', 'Group Schedule', 'Open'])
      take('MarketMode', { ...TIME, marketMode });
    expect(recorder.rows.map(({ action, aux }) => [action, aux])).toEqual([
      [ACTION_STATUS, 2],
      [ACTION_STATUS, 1],
    ]);
  });
});

describe('a snapshot on request', () => {
  test('is a new subscription’s image; while one is waited for no other is requested', async () => {
    await begun();
    flow.requestSnapshot();
    flow.requestSnapshot();
    await settle();
    expect([plant.takeRequests(), actions()]).toEqual([['-4', '+4'], []]);
    book(IMAGE, [[-1, 5]], [[1, 6]]);
    expect(actions()).toEqual(['snapshot']);
  });

  test('is not subscribed any more where the flow has ended in the meantime', async () => {
    await begun();
    flow.requestSnapshot();
    flow.stop();
    await settle();
    expect(plant.takeRequests()).toEqual(['-4', '-1031']);
    flow.requestSnapshot();
    expect(plant.takeRequests()).toEqual([]);
  });

  test('of an image that changes one side of a sound book is only what changed', async () => {
    await begun();
    book(
      IMAGE,
      [
        [-1, 7],
        [-2, 1],
      ],
      null,
    );
    expect([actions(), shown()]).toEqual([[`${LEVEL} ${LEVEL}`], '-1:7 -2:1 | 1:6']);
  });
});

describe('best prices', () => {
  const best = (presenceBits: number, bid: number, bidSize: number, ask = 0, askSize = 0, clearBits = 0) =>
    take('BestBidOffer', {
      ...TIME,
      presenceBits,
      clearBits,
      bidPrice: quarters(bid),
      bidSize,
      askPrice: quarters(ask),
      askSize,
    });
  beforeEach(() => {
    flowOf(false);
    flow.start(plant.session, CONTRACT);
  });

  test.each([
    ['both sides', () => best(3, -1, 5, 1, 6), '-1:5 | 1:6'],
    ['one side, and the other stays', () => best(1, -2, 4, 9, 9), '-2:4 | 2:3'],
    ['an emptied side', () => best(0, 0, 0, 0, 0, 2), '-3:3 | '],
    ['a side of no size', () => best(1, -1, 0), ' | 2:3'],
    ['a size below zero, which is nothing', () => best(1, -1, -2), '-3:3 | 2:3'],
    ['a price off the tick, which is nothing', () => best(1, -1.5, 4), '-3:3 | 2:3'],
  ])('of %s are the book', (_, update, expected) => {
    best(3, -3, 3, 2, 3);
    update();
    expect(shown()).toBe(expected);
  });

  test('are shown at once, and a snapshot of them needs no gateway', () => {
    best(3, -1, 5, 1, 6);
    plant.takeRequests();
    expect(actions()).toEqual(['snapshot', LEVEL, LEVEL]);
    flow.requestSnapshot();
    expect([actions(), plant.takeRequests()]).toEqual([['snapshot'], []]);
  });

  test('take the place of a book that the gateway has no more, until it has one again', async () => {
    flow.stop();
    flowOf(true);
    await begun();
    book(NONE, null, null);
    expect([actions(), plant.takeRequests()]).toEqual([[String(ACTION_CLEAR), 'snapshot'], ['+2']]);
    best(3, -1, 5, 1, 6);
    expect(shown()).toBe('-1:5 | 1:6');
    recorder.takeCalls();
    book(SOLO, [[-2, 1]], null);
    await settle();
    expect([actions(), plant.takeRequests()]).toEqual([[], ['-2', '-4', '+4']]);
    best(1, -9, 9);
    book(IMAGE, [[-2, 1]], [[2, 1]]);
    expect([actions(), shown()]).toEqual([['snapshot'], '-2:1 | 2:1']);
  });
});
