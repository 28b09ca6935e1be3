/** The ledger of what was spent: never more than the budget, whoever writes, and nothing lost by a kill. */
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { microdollarsOf, Spending, type SpendingBudget } from './spending.ts';
import { BudgetError, SpendingLedger, spendingLedgerPath } from './spending-ledger.ts';

const NOON_MS = Date.UTC(2026, 10, 27, 12);
const TEN_A_DAY: SpendingBudget = { dayMicrodollars: 10_000_000, monthMicrodollars: 25_000_000 };
const DAY_MS = 86_400_000;

let folder: string;
let nowMs: number;
let ledger: SpendingLedger;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-spending-'));
  nowMs = NOON_MS;
  ledger = new SpendingLedger(spendingLedgerPath(folder), () => nowMs);
});
afterEach(() => rmSync(folder, { recursive: true }));

const states = () => ledger.read(TEN_A_DAY).periods.map(({ name, state }) => `${name} ${state}`);

test('day and month fill up: a warning at 80 %, nothing beyond 100 %, and a new day has its own budget', () => {
  expect(states()).toEqual(['2026-11-27 within', '2026-11 within']);
  ledger.reserve(TEN_A_DAY, 8_000_000, 'ES mbo');
  expect(states()).toEqual(['2026-11-27 warned', '2026-11 within']);
  expect(() => ledger.reserve(TEN_A_DAY, 2_000_001, 'NQ mbo')).toThrow(
    'it costs $2.00 and $2.00 of the $10.00 for the day 2026-11-27 (UTC) are left: request less, wait, or raise DATABENTO_DAY_DOLLARS',
  );
  ledger.reserve(TEN_A_DAY, 2_000_000, 'NQ mbo');
  expect(states()).toEqual(['2026-11-27 exhausted', '2026-11 within']);
  nowMs += DAY_MS;
  ledger.reserve(TEN_A_DAY, 10_000_000, 'ES mbo');
  expect(states()).toEqual(['2026-11-28 exhausted', '2026-11 warned']);
  nowMs += DAY_MS;
  expect(() => ledger.reserve(TEN_A_DAY, 6_000_000, 'ES mbo')).toThrow('for the month 2026-11');
});

test('a budget of zero refuses, and says which setting to set', () => {
  const none = { dayMicrodollars: 0, monthMicrodollars: 5_000_000 };
  expect(() => ledger.check(none, 0)).toThrow(BudgetError);
  expect(() => ledger.reserve(none, 1, 'ES')).toThrow(
    'there is no budget for a day: set DATABENTO_DAY_DOLLARS to the dollars that may be spent at Databento',
  );
  expect(() => ledger.check({ ...none, dayMicrodollars: 1, monthMicrodollars: 0 }, 0)).toThrow(
    'DATABENTO_MONTH_DOLLARS',
  );
});

test('what was not charged is given back, and no settlement is above what was reserved', () => {
  const id = ledger.reserve(TEN_A_DAY, 10_000_000, 'ES mbo');
  ledger.settle(id, 20_000_000);
  ledger.settle('nobody', 0);
  expect(states()[0]).toBe('2026-11-27 exhausted');
  ledger.settle(id, 0);
  expect(states()[0]).toBe('2026-11-27 within');
});

test('a line that a kill tore, or somebody damaged, hides no other line and is counted', () => {
  ledger.reserve(TEN_A_DAY, 4_000_000, 'ES mbo');
  const path = spendingLedgerPath(folder);
  appendFileSync(path, '\n{"kind":"reserve","id":"x","timeMs":17');
  ledger.reserve(TEN_A_DAY, 4_000_000, 'NQ mbo');
  appendFileSync(path, '[]\n{"kind":"reserve","id":"y"}\n{"kind":"settle","id":3}\n');
  const { periods, unreadable } = ledger.read(TEN_A_DAY);
  expect([periods[0]?.spentMicrodollars, unreadable]).toEqual([8_000_000, 4]);
});

test('the sum of what counts never exceeds any budget it was reserved under, in any order of entries', () => {
  const amount = fc.integer({ min: 0, max: 12_000_000 });
  const step = fc.record({
    id: fc.integer({ min: 0, max: 9 }),
    amount,
    settles: fc.boolean(),
    days: fc.nat(2),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const spending = new Spending();
      for (const { id, amount: microdollars, settles, days } of steps) {
        const timeMs = NOON_MS + days * DAY_MS;
        const key = `${id}`;
        if (settles) spending.take({ kind: 'settle', id: key, timeMs, microdollars });
        else spending.take({ kind: 'reserve', id: key, timeMs, microdollars, ...TEN_A_DAY, what: '' });
        for (const period of spending.periods(TEN_A_DAY, timeMs)) {
          expect(period.spentMicrodollars).toBeGreaterThanOrEqual(0);
          expect(period.spentMicrodollars).toBeLessThanOrEqual(period.budgetMicrodollars);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('processes that reserve at once never go beyond the budget together', async () => {
  const path = spendingLedgerPath(folder);
  const script = `
    const { SpendingLedger } = await import(${JSON.stringify(new URL('./spending-ledger.ts', import.meta.url).href)});
    const ledger = new SpendingLedger(${JSON.stringify(path)}, () => ${NOON_MS});
    let count = 0;
    for (let n = 0; n < 16; n += 1) {
      try { ledger.reserve(${JSON.stringify(TEN_A_DAY)}, 700_000, 'ES'); count += 1; }
      catch (error) { if (error.name !== 'BudgetError') throw error; }
    }
    console.log(count);`;
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
    });
  const counts = await Promise.all([run(), run()]);
  // 14 times 70 cents are within ten dollars
  expect(counts.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(14);
  expect(ledger.read(TEN_A_DAY).periods[0]?.spentMicrodollars).toBe(9_800_000);
});

test('the reservation is in the file before it is returned', () => {
  ledger.reserve(TEN_A_DAY, 1_500_000, 'ES mbo ESZ6 2026-11-25');
  const [line] = readFileSync(spendingLedgerPath(folder), 'utf8')
    .split('\n')
    .filter((text) => text !== '');
  expect(JSON.parse(line ?? '')).toMatchObject({ kind: 'reserve', microdollars: 1_500_000, ...TEN_A_DAY });
});

test.each([
  ['25', 25_000_000],
  ['12.5', 12_500_000],
  ['0', 0],
  ['-1', null],
  ['1e3', null],
  ['', null],
  ['12,50', null],
])('a budget of %s is read as %s millionths of a dollar', (text, expected) => {
  expect(microdollarsOf(text)).toBe(expected);
});
