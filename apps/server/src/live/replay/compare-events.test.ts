import { expect, test } from 'vitest';
import { makeEvent } from '#testing/views.ts';
import { compareEvents } from './compare-events.ts';

const T = Date.UTC(2026, 10, 20, 16);

test('an event equals its own copy, every value compared', () => {
  const event = makeEvent('a', T, { evidence: { refills: 3, orders: [{ id: '1' }, { id: '2' }] } });
  const { compared, differing } = compareEvents(event, structuredClone(event));
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(20);
});

test('differences are named by their paths, also fields that only one of them has', () => {
  const event = makeEvent('a', T, { evidence: { refills: 3, orders: [{ id: '1' }, { id: '2' }] } });
  const other = { ...event, size: event.size + 1, evidence: { refills: 3, orders: [{ id: '1' }], new: 0 } };
  expect(compareEvents(event, other).differing).toEqual(['size', 'evidence.orders.1.id', 'evidence.new']);
});
