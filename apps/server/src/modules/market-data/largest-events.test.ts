/** The marks of a chart's past: the largest events of its stretch of time, and how many there are in all. */
import { MINUTE_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';
import { testEvent } from '#testing/event.ts';

let app: TestApp;
let pro: TestUser;
let nowMs: number;

beforeAll(async () => {
  app = await openTestApp();
  pro = await app.newUser('pro', [1]);
  nowMs = app.parts.clock.nowMs();
  for (let n = 0; n < 130; n += 1) {
    await app.saveEvent(testEvent(`e${n}`, nowMs - (n + 1) * MINUTE_MS, { size: (n * 37) % 131 }));
  }
});
afterAll(() => app.close());

async function largest(query: string): Promise<{ sizes: number[]; ids: string[]; total: number }> {
  const url = `/api/order-flow-events/largest?instrumentId=1&${query}`;
  const { events, counts } = (await app.http.inject({ url, headers: pro.headers })).json();
  return {
    sizes: events.map((event: { size: number }) => event.size),
    ids: events.map((event: { id: string }) => event.id),
    total: Object.values<number>(counts).reduce((sum, count) => sum + count, 0),
  };
}

test('with more events than requested the largest of the whole day are returned, and all are counted', async () => {
  const { sizes, ids, total } = await largest('limit=10');
  expect(total).toBe(130);
  const all = Array.from({ length: 130 }, (_, n) => (n * 37) % 131).toSorted((a, b) => b - a);
  expect(sizes).toEqual(all.slice(0, 10));
  expect(ids.some((id) => Number(id.slice(1)) >= 100)).toBe(true);
});

test('only the viewed range is counted, both ends included', async () => {
  const from = new Date(nowMs - 20 * MINUTE_MS).toISOString();
  const to = new Date(nowMs - 11 * MINUTE_MS).toISOString();
  const { ids, total } = await largest(`from=${from}&to=${to}`);
  expect(total).toBe(10);
  expect(ids.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `e${n + 10}`));
});

test('a range that ends before it begins is empty', async () => {
  expect(await largest('from=2026-11-20T12:00:00.000Z&to=2026-11-20T11:00:00.000Z')).toEqual({
    sizes: [],
    ids: [],
    total: 0,
  });
});
