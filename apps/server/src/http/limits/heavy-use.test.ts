/** A limit of a user counts what they send to every process. */
import { afterEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { ApiLimit } from './api-limit.ts';
import { HeavyUse } from './heavy-use.ts';

const START_MS = 1_800_000_000_000;

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

test('others are notified of who uses an eighth of a limit and more, until the window ends', () => {
  let nowMs = START_MS;
  const use = new HeavyUse(testClock(() => nowMs));
  use.note('user a', 99, 800, START_MS + 60_000);
  use.note('user b', 100, 800, START_MS + 60_000);
  use.note('user c', 900, 800, START_MS + 30_000);
  expect(use.read()).toEqual({ 'user b': 100, 'user c': 800 });
  nowMs += 30_000;
  expect(use.read()).toEqual({ 'user b': 100 });
  nowMs += 30_000;
  expect(use.read()).toEqual({});
});

test('what every other process has read is added, and forgotten when they have it no more', () => {
  const use = new HeavyUse(testClock(() => START_MS));
  use.see([{ 'user a': 300 }, { 'user a': 200, 'user b': 7 }, {}]);
  expect([use.elsewhere('user a'), use.elsewhere('user b'), use.elsewhere('user c')]).toEqual([500, 7, 0]);
  use.see([]);
  expect(use.elsewhere('user a')).toBe(0);
});

test('no more than a thousand users are noted, those of before are forgotten', () => {
  const use = new HeavyUse(testClock(() => START_MS));
  for (let n = 0; n < 1_001; n += 1) use.note(`user ${n}`, 5, 5, START_MS + 1);
  const noted = Object.keys(use.read());
  expect([noted.length, noted.includes('user 0'), noted.includes('user 1000')]).toEqual([1_000, false, true]);
});

test('requests with keys at another process use up the limit here', () => {
  const use = new HeavyUse(testClock(() => START_MS));
  const limit = new ApiLimit(
    testClock(() => START_MS),
    use,
  );
  use.see([{ 'api jane': 57 }]);
  const taken = Array.from({ length: 4 }, () => limit.take('jane', 60));
  expect(taken.map(({ isExceeded, left }) => [isExceeded, left])).toEqual([
    [false, 2],
    [false, 1],
    [false, 0],
    [true, 0],
  ]);
  expect(limit.countOf('jane')).toBe(61);
});

test('a user whose requests another process has counted is refused at the limit of all', async () => {
  const use = new HeavyUse(testClock(() => START_MS));
  app = await openTestApp({ rateLimits: { perMinute: 10 }, heavyUse: use });
  const { headers, id } = await app.newUser('pro');
  const status = async (): Promise<number | undefined> =>
    (await app?.http.inject({ url: '/api/instruments', headers }))?.statusCode;
  expect(await status()).toBe(200);
  use.see([{ [`user ${id}`]: 8 }]);
  expect([await status(), await status()]).toEqual([200, 429]);
  use.see([]);
  expect(await status()).toBe(200);
});
