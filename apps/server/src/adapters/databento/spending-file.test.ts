/** What the server shows of the ledger: what another process spent a moment ago too. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpendingLedger, spendingLedgerPath } from '@undertow/feeds';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSpendingFile } from './spending-file.ts';

const NOW_MS = Date.UTC(2026, 10, 27, 12);
const BUDGET = { dayMicrodollars: 10_000_000, monthMicrodollars: 0 };

let dataDir: string;
const logged: unknown[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-spent-'));
  logged.length = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const note = (first: unknown, text?: string) => {
  logged.push(text ?? first);
};
const log = { debug: note, info: note, warn: note, error: note };
const open = () => createSpendingFile({ dataDir, budget: BUDGET, nowMs: () => NOW_MS, log });

test('day and month with their budgets are figures, whoever spent', () => {
  const spending = open();
  expect(spending.read()?.map(({ state }) => state)).toEqual(['within', 'none']);
  const ledger = new SpendingLedger(spendingLedgerPath(dataDir), () => NOW_MS);
  ledger.reserve({ dayMicrodollars: 10_000_000, monthMicrodollars: 20_000_000 }, 8_500_000, 'ES mbo');
  expect(spending.read()).toEqual([
    { period: 'day', name: '2026-11-27', spentDollars: 8.5, budgetDollars: 10, state: 'warned' },
    { period: 'month', name: '2026-11', spentDollars: 8.5, budgetDollars: 0, state: 'none' },
  ]);
});

test('a damaged line is logged once; a ledger that cannot be read has no figures', () => {
  appendFileSync(spendingLedgerPath(dataDir), '\n{"kind":"res');
  const spending = open();
  spending.read();
  spending.read();
  expect(logged).toEqual([expect.stringContaining('cannot be read and do not count')]);
  rmSync(spendingLedgerPath(dataDir));
  mkdirSync(spendingLedgerPath(dataDir));
  expect(spending.read()).toBeNull();
  expect(logged).toHaveLength(2);
});
