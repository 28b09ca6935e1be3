/** A part of a page that cannot be loaded now is loaded later. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilLoaded } from './until-loaded.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a part is requested again every three seconds until the server is back', async () => {
  let requests = 0;
  const loaded = untilLoaded(() => {
    requests += 1;
    return requests < 3 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('part');
  });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toBe(2);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await loaded).toBe('part');
  expect(requests).toBe(3);
});
