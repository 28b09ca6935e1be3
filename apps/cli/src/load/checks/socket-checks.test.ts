/** What counts as wrong: each frame is made by hand, and everything else about it is right. */
import { expect, test } from 'vitest';
import { FrameCache } from './frame-cache.ts';
import { readFrame } from './read-frame.ts';
import { ageOf, SocketChecks } from './socket-checks.ts';

const T = Date.UTC(2026, 10, 20, 16);
const PRESENT = { offsetMs: 0, allowanceMs: 20 };

const instant = (ms: number): string => new Date(ms).toISOString();

function book(asOfMs: number, { instrumentId = 1, delaySeconds = 0, rowMs = asOfMs } = {}): object {
  const row = { side: 'bid', price: '4567.25', size: 3, orders: 1, timestamp: instant(rowMs) };
  return { type: 'order_book', instrumentId, asOf: instant(asOfMs), delaySeconds, data: [row] };
}

const frameOf = (...messages: readonly object[]) => readFrame(JSON.stringify(messages));

test('frames in order, as old as the plan requires, are right', () => {
  const pro = new SocketChecks('pro', [1, 2]);
  const basic = new SocketChecks('basic', [1]);
  for (let at = 0; at < 3; at += 1) {
    const nowMs = T + at * 100;
    expect(pro.check(frameOf(book(nowMs), book(nowMs, { instrumentId: 2 })), nowMs + 5, PRESENT)).toBeNull();
    expect(basic.check(frameOf(book(nowMs - 900_000, { delaySeconds: 900 })), nowMs, PRESENT)).toBeNull();
  }
});

test('a frame outside of the contract is unparsable', () => {
  const pro = new SocketChecks('pro', [1]);
  for (const text of ['[{"type":', '{"type":"unknown"}', JSON.stringify({ ...book(T), asOf: 'yesterday' })])
    expect(pro.check(readFrame(text), T, PRESENT)).toMatchObject({ kind: 'unparsable' });
});

test('the time of a view never goes back, that of another view may be older', () => {
  const pro = new SocketChecks('pro', [1, 2]);
  expect(pro.check(frameOf(book(T)), T, PRESENT)).toBeNull();
  expect(pro.check(frameOf(book(T - 50, { instrumentId: 2 })), T, PRESENT)).toBeNull();
  expect(pro.check(frameOf(book(T - 1)), T, PRESENT)).toMatchObject({ kind: 'reordered', text: /by 1 ms/ });
  expect(pro.check(frameOf(book(T + 2), book(T + 1)), T + 3, PRESENT)).toMatchObject({ kind: 'reordered' });
});

test('another connection, and another source, begin anew', () => {
  const pro = new SocketChecks('pro', [1]);
  const status = (source: string, asOfMs: number) => ({
    ...{ type: 'feed_status', instrumentId: 1, asOf: instant(asOfMs), delaySeconds: 0 },
    data: {
      ...{ instrumentId: 1, state: 'live', source, contract: 'ESZ6', tier: 'L3', replaySpeed: null },
      ...{ lastMessageAt: null, exchangeToServerMs: null, tradesPerSecond: 1, gapsToday: 0, resyncsToday: 0 },
      ...{ lastGap: null, opensAt: null },
    },
  });
  expect(pro.check(frameOf(status('simulated', T)), T, PRESENT)).toBeNull();
  expect(pro.check(frameOf(status('rithmic', T - 60_000)), T, PRESENT)).toBeNull();
  expect(pro.check(frameOf(status('rithmic', T - 70_000)), T, PRESENT)).toMatchObject({ kind: 'reordered' });
  pro.reopened();
  expect(pro.check(frameOf(book(T - 80_000)), T, PRESENT)).toBeNull();
});

test('the same bytes twice in a row are a repetition, whichever socket they came on first', () => {
  const frames = new FrameCache();
  const [one, other] = [new SocketChecks('pro', [1]), new SocketChecks('elite', [1])];
  const bytes = () => frames.read(Buffer.from(JSON.stringify([book(T)])), T);
  expect([one.check(bytes(), T, PRESENT), other.check(bytes(), T, PRESENT)]).toEqual([null, null]);
  expect(one.check(bytes(), T, PRESENT)).toMatchObject({ kind: 'repeated' });
  expect(frames.parsed).toBe(1);
});

test('data younger than the delay of the plan is too young, by its stamp, its label or what is in it', () => {
  const delayed = { delaySeconds: 900 };
  const check = (message: object) => new SocketChecks('basic', [1]).check(frameOf(message), T, PRESENT)?.kind;
  expect(check(book(T - 900_000 + 20, delayed))).toBeUndefined();
  expect(check(book(T - 900_000 + 21, delayed))).toBe('too young');
  expect(check(book(T - 900_000, { ...delayed, rowMs: T - 800_000 }))).toBe('too young');
  expect(check(book(T - 900_000, { delaySeconds: 0 }))).toBe('too young');
  // A licence may require a longer delay than the plan
  expect(check(book(T - 900_000, { delaySeconds: 1800 }))).toBe('too young');
});

test('nothing is younger than the present of the server, whose clock may be another', () => {
  const check = (offsetMs: number) =>
    new SocketChecks('pro', [1]).check(frameOf(book(T + 500)), T, { offsetMs, allowanceMs: 20 })?.kind;
  expect([check(0), check(490)]).toEqual(['too young', undefined]);
});

test('instruments of others, types of events of dearer plans and data without a plan are not of the plan', () => {
  expect(new SocketChecks('pro', [2]).check(frameOf(book(T)), T, PRESENT)).toMatchObject({
    kind: 'not of the plan',
  });
  const free = new SocketChecks('free', [1]);
  const refusal = {
    type: 'error',
    instrumentId: 1,
    data: { code: 'INSTRUMENT_NOT_ENTITLED', message: 'No.' },
  };
  expect(free.check(frameOf(refusal), T, PRESENT)).toBeNull();
  expect(free.check(frameOf(book(T - 900_000, { delaySeconds: 900 })), T, PRESENT)).toMatchObject({
    kind: 'not of the plan',
  });
  expect(new SocketChecks('pro', [1]).check(frameOf(refusal), T, PRESENT)).toMatchObject({ kind: 'refused' });
});

test('the age of a frame is that of its oldest view beyond the delay', () => {
  const frame = frameOf(book(T - 5), book(T - 900_040, { instrumentId: 2, delaySeconds: 900 }));
  expect(ageOf(frame, T, PRESENT)).toBe(40);
  expect(ageOf(frameOf(), T, PRESENT)).toBeNull();
});

test('frames of the same length and beginning are distinguished by every byte', () => {
  const frames = new FrameCache();
  const text = (size: number) =>
    Buffer.from(JSON.stringify([book(T), { ...book(T), pad: 'x'.repeat(900), size }]));
  expect(frames.read(text(1), T)).not.toBe(frames.read(text(2), T));
  expect(frames.read(text(2), T)).toBe(frames.read(text(2), T));
});
