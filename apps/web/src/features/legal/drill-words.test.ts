/** What /compliance says of the recovery drill. */
import { expect, test } from 'vitest';
import { drillWords } from './drill-words.ts';

const DRILL = {
  at: '2026-11-20T03:00:00.000Z',
  database: 'postgres',
  bytes: 1_073_741_824,
  rows: 5_000_000,
  backupSeconds: 31.5,
  restoreSeconds: 92.4,
} as const;

test('without a drill it says that there is none', () => {
  expect(drillWords(null)).toBe('No drill has been run yet.');
});

test('a drill is described with its day and figures, and as no promise', () => {
  expect(drillWords(DRILL)).toMatch(
    /^Drill of .*20.*: 1\.1 GB, 5,000,000 rows, backed up in 32 s, restored and compared in 92 s\. A result of that day, not a guarantee\.$/,
  );
  expect(drillWords({ ...DRILL, bytes: 9_400_000, backupSeconds: 0.42 })).toContain('9.4 MB');
  expect(drillWords({ ...DRILL, backupSeconds: 0.42 })).toContain('backed up in 0.4 s');
});
