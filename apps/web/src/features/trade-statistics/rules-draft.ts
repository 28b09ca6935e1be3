/** The rules of an account as the fields of a form hold them, and the way to the contract and back. */
import type { TradeAccountDto } from '@undertow/contracts';
import { z } from 'zod';
import { newsLinesOf, newsTimesOf } from './news-lines.ts';

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;

/** An empty field is a rule that the account does not have. */
function emptyOr<T>(check: (text: string) => T | null, expected: string) {
  return z.string().transform((text, context): T | null => {
    const trimmed = text.trim();
    if (trimmed === '') return null;
    const found = check(trimmed);
    if (found !== null) return found;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
}

const amount = (isZeroAllowed: boolean) =>
  emptyOr(
    (text) => (AMOUNT.test(text) && (isZeroAllowed || Number(text) > 0) ? text : null),
    'Enter an amount such as 2000 or 2000.50.',
  );
const whole = (least: number, most: number) =>
  emptyOr((text) => {
    const value = Number(text);
    return Number.isInteger(value) && value >= least && value <= most ? value : null;
  }, `Enter a whole number from ${least} to ${most}.`);

/** Checks the fields and gives what the contract takes. */
export const rulesDraft = z
  .object({
    startBalance: amount(false),
    dailyLossLimit: amount(false),
    maxLoss: amount(false),
    trailing: z.enum(['none', 'end-of-day', 'intraday']),
    trailingCap: amount(false),
    profitTarget: amount(false),
    consistencyPercent: emptyOr((text) => {
      const value = Number(text);
      return value >= 1 && value <= 100 ? value : null;
    }, 'Enter a percentage from 1 to 100.'),
    minimumDays: whole(0, 365),
    winningDays: whole(0, 365),
    winningDayAmount: amount(false),
    maxContracts: whole(1, 10_000),
    closingMinutes: whole(0, 240),
    newsMinutes: whole(0, 240),
    newsTimes: z.string().transform((text, context): string[] => {
      const found = newsTimesOf(text);
      if ('times' in found) return [...found.times];
      const message = `Enter a day and a time such as 2026-12-10 07:30 on every line, not “${found.wrong}”.`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
    countFrom: emptyOr((text) => (z.iso.date().safeParse(text).success ? text : null), 'Enter a day.'),
  })
  .refine(({ trailing, maxLoss }) => trailing === 'none' || maxLoss !== null, {
    path: ['maxLoss'],
    message: 'A trailing max loss needs its amount.',
  })
  .refine(({ winningDayAmount, winningDays }) => winningDayAmount === null || winningDays !== null, {
    path: ['winningDays'],
    message: 'Enter how many days of that amount.',
  })
  .refine(({ newsMinutes, newsTimes }) => newsMinutes === null || newsTimes.length > 0, {
    path: ['newsTimes'],
    message: 'Enter a day and a time on every line.',
  })
  .refine(({ newsMinutes, newsTimes }) => newsMinutes !== null || newsTimes.length === 0, {
    path: ['newsMinutes'],
    message: 'Enter how many minutes before and after them.',
  });

export type RulesDraft = z.input<typeof rulesDraft>;
export type SavedRules = z.output<typeof rulesDraft>;

const textOf = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** The fields of an account; all empty where it has no rules yet. */
export function draftOf({ startBalance, rules }: TradeAccountDto): RulesDraft {
  return {
    startBalance: textOf(startBalance),
    dailyLossLimit: textOf(rules?.dailyLossLimit),
    maxLoss: textOf(rules?.maxLoss),
    trailing: rules?.trailing ?? 'none',
    trailingCap: textOf(rules?.trailingCap),
    profitTarget: textOf(rules?.profitTarget),
    consistencyPercent: textOf(rules?.consistencyPercent),
    minimumDays: textOf(rules?.minimumDays),
    winningDays: textOf(rules?.winningDays),
    winningDayAmount: textOf(rules?.winningDayAmount),
    maxContracts: textOf(rules?.maxContracts),
    closingMinutes: textOf(rules?.closingMinutes),
    newsMinutes: textOf(rules?.newsMinutes),
    newsTimes: newsLinesOf(rules?.newsTimes ?? []),
    countFrom: textOf(rules?.countFrom),
  };
}

/** The account with what was saved; without a single rule it has none. */
export function accountOf(account: TradeAccountDto, saved: SavedRules): TradeAccountDto {
  const { startBalance, ...rules } = saved;
  const { trailing, trailingCap: _cap, winningDayAmount: _amount, newsTimes: _times, ...limits } = rules;
  const hasRule = trailing !== 'none' || Object.values(limits).some((limit) => limit !== null);
  return { ...account, startBalance, rules: hasRule ? rules : null };
}
