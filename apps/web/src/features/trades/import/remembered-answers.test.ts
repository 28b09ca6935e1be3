/** Answers kept from one file for the next. */
import type { TradeAccountDto } from '@undertow/contracts';
import type { ImportAnswers, ImportQuestion } from '@undertow/journal';
import { expect, test } from 'vitest';
import type { FilePreview } from './file-preview.ts';
import { type QueuedFile, queuedFile } from './queued-file.ts';
import { accountsToKeep, layoutToKeep, rememberedFor } from './remembered-answers.ts';

const account = (name: string, zone: string | null): TradeAccountDto => ({
  account: name,
  zone,
  currency: 'EUR',
  startBalance: '50000.00',
  rules: null,
});
const preview = (fields: readonly ImportQuestion['field'][], accounts: readonly string[]): FilePreview =>
  ({
    report: { accounts, currency: 'USD' },
    questions: fields.map((field) => ({ field, subject: '', text: '', options: [], blocking: true })),
    layoutKey: 'head',
  }) as unknown as FilePreview;
const item = (answers: ImportAnswers, accounts: readonly string[] = ['Sim101']): QueuedFile => ({
  ...queuedFile(1, new File([], 'a.csv')),
  preview: preview([], accounts),
  answers,
});

test('the zone of the account is offered where the file needs it, and only there', () => {
  const kept = { accounts: [account('Sim101', 'America/Chicago')], mappings: [] };
  expect(rememberedFor(preview(['zone'], ['Sim101']), kept)).toEqual({ zone: 'America/Chicago' });
  expect(rememberedFor(preview(['zone', 'currency'], ['Sim101']), kept)).toEqual({
    zone: 'America/Chicago',
    currency: 'EUR',
  });
  expect(rememberedFor(preview([], ['Sim101']), kept)).toEqual({});
  expect(rememberedFor(preview(['zone'], ['Live7']), kept)).toEqual({});
});

test('files that name no account share one without a name', () => {
  const kept = { accounts: [account('', 'Europe/Berlin')], mappings: [] };
  expect(rememberedFor(preview(['zone'], []), kept)).toEqual({ zone: 'Europe/Berlin' });
});

test('a mapping is applied to files with the same head, without fields that nobody knows', () => {
  const mapping = { columns: { symbol: 0, nonsense: 3 }, pnl: 'gross' as const };
  const kept = { accounts: [], mappings: [{ layoutKey: 'head', answers: { mapping } }] };
  expect(rememberedFor(preview(['mapping'], []), kept)).toEqual({
    mapping: { columns: { symbol: 0 }, pnl: 'gross' },
  });
});

test('what is kept of an account leaves its balance and rules as they were', () => {
  const before = account('Sim101', null);
  expect(accountsToKeep(item({ zone: 'UTC' }), [before])).toEqual([{ ...before, zone: 'UTC' }]);
  expect(accountsToKeep(item({ zone: 'UTC' }, []), [])).toEqual([
    { account: '', zone: 'UTC', currency: 'USD', startBalance: null, rules: null },
  ]);
  expect(accountsToKeep(item({ dateOrder: 'dmy' }), [])).toEqual([]);
});

test('of a layout the mapping and the point values are kept, never the account or the symbol', () => {
  expect(layoutToKeep(item({ zone: 'UTC', account: 'A', symbol: 'ES' }))).toBeNull();
  const mapping = { columns: { symbol: 0 }, pnl: 'net' as const };
  expect(layoutToKeep(item({ mapping, account: 'A', dateOrder: 'dmy' }))).toEqual({
    layoutKey: 'head',
    answers: { mapping, dateOrder: 'dmy' },
  });
});
