/** What becomes of each row of a file. */
import type { ImportOutcome, ImportQuestion } from '@undertow/journal';
import { expect, test } from 'vitest';
import { withColumn } from '#features/trades/upload/column-mapping.tsx';
import {
  comparedPreview,
  type FilePreview,
  type PreviewTrade,
  previewOf,
  previewRows,
} from './file-preview.ts';

const trade = (line: number, change: Partial<PreviewTrade> = {}): PreviewTrade => ({
  line,
  key: `k${line}`,
  symbol: 'ES 12-26',
  root: 'ES',
  side: 'long',
  quantity: '1',
  entryPrice: '4561.25',
  exitPrice: '4563.50',
  entryMs: 0,
  net: '108.30',
  currency: 'USD',
  status: 'closed',
  flags: [],
  isKnown: false,
  isCompleting: false,
  ...change,
});
const question = (change: Partial<ImportQuestion>): ImportQuestion => ({
  field: 'zone',
  subject: '',
  text: 'Which?',
  options: [],
  blocking: true,
  ...change,
});
const preview = (change: Partial<FilePreview>): FilePreview =>
  ({
    report: { rejected: [{ line: 3, reason: 'No such date', text: '31/02' }] },
    rejectedCount: 1,
    questions: [],
    fresh: 3,
    trades: [trade(2), trade(4, { status: 'open' }), trade(5, { root: 'XYZ' })],
    ...change,
  }) as FilePreview;
const statuses = (given: FilePreview) =>
  previewRows(given).map((row) => (row.kind === 'trade' ? row.status : 'rejected'));

test('rows are in the order of the file, rejected ones among them', () => {
  expect(statuses(preview({}))).toEqual(['new', 'rejected', 'open', 'new']);
});

test('what the journal holds is a duplicate, also while something is open', () => {
  const trades = [trade(2, { isKnown: true }), trade(4)];
  expect(statuses(preview({ trades, questions: [question({})] }))).toEqual([
    'duplicate',
    'rejected',
    'unanswered',
  ]);
});

test('a trade with more details than an earlier import completes it', () => {
  const trades = [trade(2, { isCompleting: true }), trade(4)];
  expect(statuses(preview({ trades }))).toEqual(['completes', 'rejected', 'new']);
});

test('before the comparison with the journal no row is called new', () => {
  expect(statuses(preview({ fresh: null }))).toEqual(['read', 'rejected', 'read', 'read']);
});

test('of a long file only the first rows cross from the worker, with the counts of all', () => {
  const trades = Array.from({ length: 120 }, (_, at) => ({ line: 121 - at, key: `k${at}`, netMicros: null }));
  const outcome = { report: { rejected: [] }, trades } as unknown as ImportOutcome;
  const made = comparedPreview(previewOf(outcome), {
    known: new Set(['k0', 'k119', 'other']),
    completing: new Set(['k118']),
    fresh: 118,
  });
  expect([made.count, made.fresh, made.trades.length]).toEqual([120, 118, 50]);
  expect(made.trades.slice(0, 2).map(({ line, ...is }) => [line, is.isKnown, is.isCompleting])).toEqual([
    [2, true, false],
    [3, false, true],
  ]);
  const refusal = { text: 'No way.', retryAfterMs: null };
  const failed = comparedPreview(previewOf(outcome), refusal);
  expect(failed).toMatchObject({ count: 120, fresh: null, notCompared: refusal });
});

test('an unknown point value concerns its own instrument only, a question that does not block nobody', () => {
  const questions = [question({ field: 'pointValue', subject: 'XYZ' }), question({ blocking: false })];
  expect(statuses(preview({ questions }))).toEqual(['new', 'rejected', 'open', 'unanswered']);
});

test('a column has one field, and a field is in one column', () => {
  const first = withColumn({ columns: {}, pnl: 'net' }, 2, 'symbol');
  expect(withColumn(first, 5, 'symbol').columns).toEqual({ symbol: 5 });
  expect(withColumn(first, 2, 'side').columns).toEqual({ side: 2 });
  expect(withColumn(first, 2, null).columns).toEqual({});
});
