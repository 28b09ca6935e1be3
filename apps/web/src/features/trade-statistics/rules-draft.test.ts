/** The form of an account's rules. */
import type { TradeAccountDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { accountOf, draftOf, rulesDraft } from './rules-draft.ts';

const ACCOUNT: TradeAccountDto = {
  account: 'DEMO-1',
  zone: 'America/Chicago',
  currency: 'USD',
  startBalance: '50000.00',
  rules: {
    dailyLossLimit: '1000.00',
    maxLoss: '2000.00',
    trailing: 'end-of-day',
    trailingCap: null,
    profitTarget: '3000.00',
    consistencyPercent: 50,
    minimumDays: 5,
    winningDays: null,
    winningDayAmount: null,
    maxContracts: 5,
    closingMinutes: 10,
    newsMinutes: 2,
    newsTimes: ['2026-01-13T13:30:00.000Z', '2026-07-14T12:30:00.000Z'],
    countFrom: '2026-01-05',
  },
};

const messages = (change: object): string[] => {
  const found = rulesDraft.safeParse({ ...draftOf(ACCOUNT), ...change });
  return found.success ? [] : found.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('what was saved is returned unchanged', () => {
  expect(accountOf(ACCOUNT, rulesDraft.parse(draftOf(ACCOUNT)))).toEqual(ACCOUNT);
});

test('an account whose fields are all empty has no rules and keeps its zone', () => {
  const empty = draftOf({ ...ACCOUNT, startBalance: null, rules: null });
  expect(accountOf(ACCOUNT, rulesDraft.parse(empty))).toEqual({
    ...ACCOUNT,
    startBalance: null,
    rules: null,
  });
});

test('what cannot be a limit is refused beside its field', () => {
  expect(messages({ dailyLossLimit: '-5' })).toEqual([
    'dailyLossLimit: Enter an amount such as 2000 or 2000.50.',
  ]);
  expect(messages({ dailyLossLimit: '0' })).toHaveLength(1);
  expect(messages({ maxLoss: '1e9' })).toHaveLength(1);
  expect(messages({ minimumDays: '2.5' })).toEqual(['minimumDays: Enter a whole number from 0 to 365.']);
  expect(messages({ consistencyPercent: '0.5' })).toHaveLength(1);
  expect(messages({ closingMinutes: 'ten' })).toHaveLength(1);
  expect(messages({ maxLoss: '' })).toEqual(['maxLoss: A trailing max loss needs its amount.']);
  expect(messages({ newsTimes: 'CPI' })).toEqual([
    'newsTimes: Enter a day and a time such as 2026-12-10 07:30 on every line, not “CPI”.',
  ]);
  expect(messages({ newsTimes: '' })).toEqual(['newsTimes: Enter a day and a time on every line.']);
  expect(messages({ newsMinutes: '' })).toEqual([
    'newsMinutes: Enter how many minutes before and after them.',
  ]);
  expect(messages({ countFrom: '2026-02-30' })).toEqual(['countFrom: Enter a day.']);
  expect(messages({ winningDayAmount: '150' })).toEqual(['winningDays: Enter how many days of that amount.']);
});
