/** What a stopping server does with alerts that still wait for storage. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDispatch } from '#testing/alert-dispatch-rig.ts';
import { T } from '#testing/rule-board.ts';
import { makeEvent, makeUpdate } from '#testing/views.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('alerts that a slow store did not take within three seconds are put off, and the outbox raises them after the next start', async () => {
  const people = { pro: { tier: 'pro' as const, rules: [{ coolDownSeconds: 0 }] } };
  const { dispatch, show, stored, onInsert } = await makeDispatch({ people });
  onInsert(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const events = Array.from({ length: 1_000 }, (_, at) => makeEvent(`e${at}`, T));
  show(makeUpdate(T, { events: events.map((event) => ({ event, change: 'new' as const })) }));
  let isClosed = false;
  const closed = dispatch.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(2_900);
  expect([isClosed, stored.size]).toEqual([false, 200]);
  await vi.advanceTimersByTimeAsync(1_000);
  await closed;
  // The statement under way is awaited, no other one begins
  expect(stored.size).toBe(300);

  const entries = events.map((event) => ({ eventId: event.id, delaySeconds: 0, updatedMs: T, event }));
  const after = await makeDispatch({ people, outbox: entries });
  await vi.waitFor(() => expect(after.stored.size).toBe(1_000));
  await after.dispatch.close();
  const ids = [...after.stored.keys()];
  expect(ids).toEqual(expect.arrayContaining([...stored.keys()]));
});
