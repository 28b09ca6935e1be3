/** The content that a socket shows, beside other sockets and what the API answers. */
import { expect, test } from 'vitest';
import { FoldedMarket } from './folded-market.ts';
import { readFrame } from './read-frame.ts';
import { SecondSources } from './second-sources.ts';

/** One of the instants that all sockets compare. */
const T = Math.floor(Date.UTC(2026, 10, 20, 16) / 1600) * 1600;
const stamp = (asOfMs: number) => ({
  instrumentId: 1,
  asOf: new Date(asOfMs).toISOString(),
  delaySeconds: 0,
});
const row = (price: string, atMs: number) => ({
  ...{ side: 'bid' as const, price, size: 3, orders: 1 },
  timestamp: new Date(atMs).toISOString(),
});
const book = (price: string, atMs: number) => ({
  type: 'order_book',
  ...stamp(atMs),
  data: [row(price, atMs)],
});
const depth = (atMs: number, isWhole: boolean, ...bids: (string | number)[][]) => ({
  ...{ type: 'depth', ...stamp(atMs) },
  data: { isWhole, bids, asks: [] },
});
const bar = (trades: number, close: string, complete = false) => ({
  ...{ instrumentId: 1, contract: 'ESZ6', timestamp: new Date(T - 60_000).toISOString() },
  ...{
    open: '4567.00',
    high: '4568.00',
    low: '4566.00',
    close,
    volume: trades,
    buyVolume: trades,
    sellVolume: 0,
  },
  ...{ trades, vwap: null, timeframe: '1m' as const, complete },
});
const bars = (atMs: number, ...list: object[]) =>
  list.map((data) => ({ type: 'market_data', ...stamp(atMs), data }));
const frame = (...messages: object[]) => readFrame(JSON.stringify(messages));

function twoSockets() {
  const sources = new SecondSources();
  return { sources, one: new FoldedMarket(sources, 1), other: new FoldedMarket(sources, 1) };
}

test('sockets of a view that show the same at an instant agree, however they came to it', () => {
  const { sources, one, other } = twoSockets();
  expect(one.apply(frame(depth(T - 100, true, ['4567.25', 3, 1], ['4567.00', 5, 2])))).toEqual([]);
  expect(one.apply(frame(depth(T, false, ['4567.00', 0, 0], ['4566.75', 9, 4]), book('4567.25', T)))).toEqual(
    [],
  );
  expect(
    other.apply(frame(depth(T, true, ['4567.25', 3, 1], ['4566.75', 9, 4]), book('4567.25', T))),
  ).toEqual([]);
  expect(sources.compared).toBe(3);
});

test('a level, a price and a closed bar that another socket has otherwise differ', () => {
  const { one, other } = twoSockets();
  one.apply(
    frame(depth(T, true, ['4567.25', 3, 1]), book('4567.25', T), ...bars(T, bar(9, '4567.50', true))),
  );
  const differing = other.apply(
    frame(depth(T, true, ['4567.25', 4, 1]), book('4567.50', T), ...bars(T, bar(9, '4567.75', true))),
  );
  expect(differing).toEqual([
    expect.stringMatching(/^the closed bar of 1 ESZ6 .* is …/),
    expect.stringMatching(/^the book of instrument 1 at /),
    expect.stringMatching(/^the bar of instrument 1 at /),
    expect.stringMatching(/^the depth of instrument 1 at .*3 1.*/),
  ]);
});

test('a book of the API was shown, differs, is still to come, or was passed over', () => {
  const { one } = twoSockets();
  one.apply(frame(book('4567.25', T)));
  one.apply(frame(book('4567.50', T + 200)));
  const compare = (price: string, atMs: number) => one.instrument(1).compareBook([row(price, atMs)]);
  expect([compare('4567.25', T), compare('4567.00', T)]).toEqual(['same', 'differs']);
  expect([compare('4567.75', T + 300), compare('4567.75', T + 100)]).toEqual(['ahead', 'passed']);
});

test('a bar is compared at the same trades, whether it counts as closed or not', () => {
  const { one } = twoSockets();
  one.apply(frame(...bars(T, bar(9, '4567.50'))));
  const compare = (trades: number, close: string) => one.instrument(1).compareBar(bar(trades, close, true));
  expect([compare(9, '4567.50'), compare(9, '4567.75')]).toEqual(['same', 'differs']);
  expect([compare(10, '4567.75'), compare(8, '4567.75')]).toEqual(['ahead', 'passed']);
});

test('another connection forgets what was shown', () => {
  const { one } = twoSockets();
  one.apply(frame(book('4567.25', T)));
  one.clear();
  expect(one.instrument(1).compareBook([row('4567.25', T)])).toBe('ahead');
});

test('executions that come again are wrong, also with the whole list before them', () => {
  const { one } = twoSockets();
  const print = (size: number) => [new Date(T).toISOString(), 7, 'market', 'buy', '4567.25', size];
  const prints = (isWhole: boolean, ...list: unknown[]) =>
    frame({ type: 'prints', ...stamp(T + 1), data: { isWhole, prints: list } });
  expect(one.apply(prints(true, print(1), print(2)))).toEqual([]);
  expect(one.apply(prints(false, print(3)))).toEqual([]);
  expect(one.apply(prints(false, print(2), print(3)))).toEqual([
    expect.stringMatching(/^2 executions again/),
  ]);
  expect(one.apply(prints(true, print(2), print(3)))).toEqual([]);
});
