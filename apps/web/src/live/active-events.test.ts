/** A list of live events holds what is active on the view's clock, however long the list of the socket is. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { activeEvents } from './active-events.ts';

const T = Date.UTC(2026, 10, 20, 16);
const event = (id: string, expiresMs: number) =>
  ({ id, expiresAt: new Date(expiresMs).toISOString() }) as OrderFlowEventDto;

test('what expired is not live, also where the view shows the market of fifteen minutes ago', () => {
  const list = [event('now', T + 60_000), event('then', T - 840_000), event('two hours ago', T - 7_200_000)];
  expect(activeEvents(list, T).map(({ id }) => id)).toEqual(['now']);
  expect(activeEvents(list, T - 900_000).map(({ id }) => id)).toEqual(['now', 'then']);
  expect(activeEvents(list, T + 60_000)).toEqual([]);
});

test('before the first word of the clock the list is taken as it was sent', () => {
  expect(activeEvents([event('first', T)], null)).toHaveLength(1);
});
