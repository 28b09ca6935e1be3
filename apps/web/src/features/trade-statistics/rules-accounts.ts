/** The accounts of a journal: those with settings, and those that only its trades name. */
import type { TradeAccountDto } from '@undertow/contracts';

/** Trades entered by hand may name no account. */
export function accountName(account: string): string {
  return account === '' ? 'trades without an account' : account;
}

/** Every account of the trades; settings where there are some, none otherwise. Those with rules first. */
export function accountsOf(
  known: readonly TradeAccountDto[],
  named: readonly string[],
  currency: string,
): readonly TradeAccountDto[] {
  const names = [...new Set([...known.map(({ account }) => account), ...named])];
  const bare = { zone: null, currency, startBalance: null, rules: null };
  return names
    .map((account) => known.find((one) => one.account === account) ?? { account, ...bare })
    .toSorted((a, b) => Number(b.rules !== null) - Number(a.rules !== null));
}
