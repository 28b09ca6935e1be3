import { expect, test } from 'vitest';
import { deletedWords } from './stored-words.ts';

const nothing = { events: 0, patterns: 0, bars: 0, windows: 0, outcomes: 0, alerts: 0 };

test('what was deleted is counted, and what was not there is left out', () => {
  const recorded = { recordings: 3, recordingBytes: 45_120_311 };
  expect(deletedWords({ ...nothing, events: 1203, alerts: 1, ...recorded })).toBe(
    'Deleted: 1,203 events, 1 alert and 3 recorded sessions (45.1 MB).',
  );
  expect(deletedWords({ ...nothing, bars: 2, recordings: 0, recordingBytes: 0 })).toBe('Deleted: 2 bars.');
  expect(deletedWords({ ...nothing, recordings: 0, recordingBytes: 0 })).toBe('Nothing was stored.');
});
