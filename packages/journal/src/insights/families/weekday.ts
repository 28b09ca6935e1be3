/** Does the weekday matter? By the exchange's trading day; whole days are shuffled. */
import type { Question } from '#insights/claims/claim.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { groupQuestion } from './group-question.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export function weekday(columns: TradeColumns): Question | null {
  return groupQuestion({
    kind: 'weekday',
    name: 'weekday',
    columns,
    values: columns.adjusted,
    groupOf: Uint8Array.from(columns.day, (day) => columns.weekdays[day]!),
    all: WEEKDAYS.map((name) => ({
      name: name.toLowerCase(),
      texts: {
        title: { better: `You do better on ${name}s`, worse: `You do worse on ${name}s` },
        subject: `Trades on ${name}s`,
        against: 'on other days',
        action: {
          better: `Check what differs on ${name}s, and compare again after 8 more of them.`,
          worse: `Sit out or trade smaller on the next 8 ${name}s, then check again.`,
        },
        definition:
          `Average net of trades whose trading day is a ${name} against all other days; differences between ` +
          'symbols taken out; whole days shuffled. News days and holidays are not distinguished.',
      },
    })),
    level: 'across-days',
    minTrades: 1,
    minDays: 8,
  });
}
