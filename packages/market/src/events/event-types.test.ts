/** Rows of the event types do not get in each other's way, and recordings keep their meaning. */
import { expect, test } from 'vitest';
import { EVENT_TYPES, expiryNs, FLOW_EVENT_TYPES } from './event-types.ts';

const rows = Object.values(EVENT_TYPES);

test('recordings store a type as its place in the table: a new one goes last', () => {
  expect(FLOW_EVENT_TYPES.slice(0, 6)).toEqual([
    'iceberg',
    'absorption',
    'support',
    'resistance',
    'stop_run',
    'spoofing',
  ]);
});

test.each(['name', 'title', 'letter', 'shape', 'pitchHz'] as const)(
  'no two types have the same %s',
  (fact) => {
    expect(new Set(rows.map((row) => row[fact])).size).toBe(rows.length);
  },
);

test.each(FLOW_EVENT_TYPES)(
  '%s is active for a time, fades no sooner, and is explained in sentences',
  (type) => {
    const { windowMs, fadeMs, letter, meaning, certainty } = EVENT_TYPES[type];
    expect(windowMs).toBeGreaterThan(0);
    expect(fadeMs).toBeGreaterThanOrEqual(windowMs);
    expect(letter).toHaveLength(1);
    for (const text of [meaning, certainty.text]) expect(text).toMatch(/^[A-Z].*\.$/);
    expect(expiryNs(type, 5n)).toBe(5n + BigInt(windowMs) * 1_000_000n);
  },
);
