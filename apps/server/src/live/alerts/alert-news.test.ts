/** Rules in and outside the window around a scheduled release. */
import { expect, test } from 'vitest';
import { makeDispatch, raiseEvent } from '#testing/alert-dispatch-rig.ts';
import { T } from '#testing/rule-board.ts';

test('a rule that is not for news windows stays silent in one, by the instant of the event', async () => {
  const window = { kind: 'cpi' as const, startMs: T, endMs: T + 60_000 };
  const { dispatch, show, published } = await makeDispatch({
    people: {
      outside: { tier: 'pro', rules: [{ newsWindow: 'outside' }] },
      inside: { tier: 'pro', rules: [{ newsWindow: 'inside' }] },
    },
    newsWindow: (_, timeMs) => (timeMs < window.endMs ? window : null),
  });
  show(raiseEvent('a', T + 59_000));
  show(raiseEvent('b', T + 120_000));
  await dispatch.close();
  expect(published).toEqual(['inside Iceberg at 5000.00', 'outside Iceberg at 5000.00']);
});
