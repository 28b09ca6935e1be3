/** Do later trades of a day do worse? Within the day: busy days are never compared with quiet ones. */

import type { Question } from '#insights/claims/claim.ts';
import { NO_GROUP } from '#insights/claims/shuffle-units.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { groupQuestion } from './group-question.ts';

const PARTS = [
  { name: '1-3', last: 3, phrase: 'first three trades' },
  { name: '4-6', last: 6, phrase: 'fourth to sixth trades' },
  { name: '7-up', last: Number.POSITIVE_INFINITY, phrase: 'trades from the seventh on' },
] as const;

export function overtrading(columns: TradeColumns): Question | null {
  return groupQuestion({
    kind: 'overtrading',
    name: 'overtrading',
    columns,
    values: columns.adjusted,
    groupOf: Uint8Array.from(columns.numberInDay, (number) =>
      number === 0 ? NO_GROUP : PARTS.findIndex((part) => number <= part.last),
    ),
    all: PARTS.map(({ name, phrase }) => ({
      name,
      texts: {
        title: { better: `Your ${phrase} of a day do better`, worse: `Your ${phrase} of a day do worse` },
        subject: `The ${phrase} of a day`,
        against: 'for the other trades of the day',
        action: {
          better: 'Note what you wait for in them, and check again after 30 more.',
          worse:
            name === '1-3'
              ? 'Trade the first three of a day at the smallest size for 15 days, then check again.'
              : `Stop before them (${phrase}) for 15 days, then check again.`,
        },
        definition:
          `Average net of the ${phrase} of a day, by entry, against the other trades; differences between symbols taken ` +
          'out; labels shuffled within each day, because losing days cause more trades.',
      },
    })),
    level: 'within-day',
    minTrades: 20,
    minDays: 8,
    share: TEST_SHARES.numberInDay,
  });
}
