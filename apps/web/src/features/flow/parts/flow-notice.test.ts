/** Old and missing data is stated with its time; the present market has no notice. */
import { expect, test } from 'vitest';
import { EMPTY_STATE, type InstrumentState } from '#live/instrument-state.ts';
import type { FeedView } from '#live/live-context.tsx';
import { flowNotice } from './flow-notice.tsx';

const T = Date.UTC(2026, 10, 20, 16, 52, 7);

const view = (
  line: Partial<FeedView['line']>,
  gap: { from: string; to: string | null } | null = null,
): FeedView => ({
  line: {
    ...{ condition: 'live', badge: '', word: '', tone: 'ok', isOld: false, isWarming: false, dataAtMs: T },
    ...line,
  },
  state: { ...EMPTY_STATE, status: { lastGap: gap } as InstrumentState['status'] },
  connection: { kind: 'idle' },
});

test('the present has no notice', () => {
  expect(flowNotice(view({}))).toBeNull();
});

test('old data is stated with the time of the last of it', () => {
  expect(flowNotice(view({ condition: 'disconnected', isOld: true }))).toMatch(
    /^Last data of \d\d:52:07\. Nothing here is newer\.$/,
  );
  expect(flowNotice(view({ condition: 'stale', isOld: true, dataAtMs: null }))).toBe('No data yet.');
});

test('a gap is stated from when to when', () => {
  const from = '2026-11-20T16:52:06.200Z';
  const over = { from, to: '2026-11-20T16:52:06.600Z' };
  expect(flowNotice(view({ condition: 'gap' }, over))).toMatch(
    /^No data from \d\d:52:06\.2 to \d\d:52:06\.6\.$/,
  );
  expect(flowNotice(view({ condition: 'gap', isOld: true }, { from, to: null }))).toMatch(/^No data since/);
});
