import { expect, test } from 'vitest';
import { formatBytes } from '#lib/format/bytes.ts';
import { messageText, monthText, processFacts } from './operation-words.ts';

test('sizes are in the largest unit that leaves a whole figure', () => {
  expect([0, 999, 1000, 1_449_000, 999_960, 2.5e9].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.4 MB',
    '1.0 MB',
    '2.5 GB',
  ]);
});

test('the last message has its instant, for a replayed feed has a clock of its own, and none has a dash', () => {
  expect(messageText('2026-11-22T11:59:56.000Z')).toMatch(/^2[123] Nov 2026 \d\d:\d\d:56$/);
  expect(messageText(null)).toBe('–');
});

test('the month is that of London', () => {
  expect(monthText(Date.parse('2026-06-30T23:30:00.000Z'))).toBe('2026-07');
});

const FACTS: Parameters<typeof processFacts>[0] = {
  process: {
    ...{ startedAt: '2026-11-20T03:00:00.000Z', node: '24.1.0', residentBytes: 1, heapBytes: 1 },
    ...{ cpuShare: 0, loopDelayP99Ms: 1, sockets: 0 },
  },
  ...{ processes: null, processesFault: null },
  database: { kind: 'pglite', version: '17', pingMs: 1, bytes: 1, roleWarning: null, tables: [] },
};

test('a process on its own has every role; of one among several, or with NATS away, that is not said', () => {
  const firstOf = (facts: typeof FACTS) => processFacts(facts, 0)[0];
  expect(firstOf(FACTS)).toEqual(['Processes', 'one, with every role']);
  for (const facts of [
    { ...FACTS, processes: [] },
    { ...FACTS, processesFault: 'NATS is away' },
  ])
    expect(firstOf(facts)?.[0]).toBe('Started');
});
