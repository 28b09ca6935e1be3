/** What a connection did, in words. */
import type { ConnectionLogEntry } from '@undertow/contracts';
import { CONNECTION_FAULTS, CONNECTION_STEPS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { formatClock } from '#lib/format/times.ts';
import { stepSentence, stepWord } from './connection-log-words.ts';

const AT = '2026-11-19T15:14:40.412Z';

function entry(given: Partial<ConnectionLogEntry>): ConnectionLogEntry {
  const nothing = { fault: null, server: null, tier: null, withoutDataMs: null };
  return { step: 'connecting', at: AT, since: given.at ?? AT, times: 1, ...nothing, ...given };
}

test.each<[Partial<ConnectionLogEntry>, string, string]>([
  [{ step: 'connecting' }, 'Connecting', 'Signing in to Rithmic.'],
  [{ step: 'resuming' }, 'Resuming', 'The server was restarted. Signing in to Rithmic again.'],
  [
    { step: 'connected', server: 'rithmic_paper_server', tier: 'L3' },
    'Connected',
    'Paper server. Market by order available.',
  ],
  [
    { step: 'connected', server: 'rithmic_live_server', tier: 'L2S' },
    'Connected',
    'Live server. Market by order not on this account.',
  ],
  [
    { step: 'resynced', withoutDataMs: 412 },
    'Resynced',
    'The book was rebuilt from a snapshot after 0.4\u00a0s without data.',
  ],
  [
    { step: 'resynced', withoutDataMs: 62_400 },
    'Resynced',
    'The book was rebuilt from a snapshot after 62\u00a0s without data.',
  ],
  [
    { step: 'interrupted', fault: 'gateway_down' },
    'Interrupted',
    'The gateway did not respond. Trying again.',
  ],
  [{ step: 'waiting', fault: 'maintenance' }, 'Waiting', 'Rithmic was closed for maintenance. Trying again.'],
  [{ step: 'waiting' }, 'Waiting', 'Something failed on our side. Trying again.'],
  [{ step: 'refused', fault: 'wrong_password' }, 'Refused', 'Rithmic refused the username or the password.'],
  [{ step: 'refused', fault: 'secret_unreadable' }, 'Error', 'The saved password could not be read.'],
  [{ step: 'disconnected' }, 'Disconnected', 'You disconnected.'],
])('%j is %s', (given, word, sentence) => {
  expect([stepWord(entry(given)), stepSentence(entry(given))]).toEqual([word, sentence]);
});

test('equal steps say how many they are and since when', () => {
  const since = '2026-11-19T15:04:11.000Z';
  const clock = formatClock(Date.parse(since));
  expect(stepSentence(entry({ step: 'connecting', times: 3, since }))).toBe(
    `Signing in to Rithmic. 3 times since ${clock}.`,
  );
  expect(stepSentence(entry({ step: 'resynced', times: 3, since, withoutDataMs: 412 }))).toBe(
    `3 books were rebuilt from snapshots after at most 0.4\u00a0s without data. The first at ${clock}.`,
  );
  const together = entry({
    step: 'resynced',
    times: 2,
    since: '2026-11-19T15:14:40.309Z',
    withoutDataMs: 412,
  });
  expect(stepSentence(together)).toBe(
    '2 books were rebuilt from snapshots after at most 0.4\u00a0s without data.',
  );
  expect(stepSentence(entry({ times: 2, since: '2026-11-17T15:04:11.000Z' }))).toContain('since Tue 17 Nov');
});

test('every step with every reason is a word and sentences', () => {
  for (const step of CONNECTION_STEPS)
    for (const fault of [...CONNECTION_FAULTS, null]) {
      expect(stepWord(entry({ step, fault }))).toMatch(/^[A-Z][a-z]+$/);
      expect(stepSentence(entry({ step, fault }))).toMatch(/^[A-Z].*\.$/);
    }
});
