/** Accounts that rules can be set for. */
import { expect, test } from 'vitest';
import { accountName, accountsOf } from './rules-accounts.ts';

const BARE = { zone: null, currency: 'EUR', startBalance: null, rules: null };

test('an account that only trades name can be given rules, in the currency of the journal', () => {
  const known = [{ ...BARE, account: 'A', currency: 'USD' }];
  expect(accountsOf(known, ['A', 'B'], 'EUR')).toEqual([known[0], { ...BARE, account: 'B' }]);
});

test('trades without an account have words of their own', () => {
  expect(accountName('')).toBe('trades without an account');
  expect(accountName('Sim101')).toBe('Sim101');
});
