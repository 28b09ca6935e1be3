/** Does the strategy matter? Trades without a strategy are a group of their own, shown as untagged. */
import type { Question } from '#insights/claims/claim.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { namedGroups } from './named-groups.ts';

const UNTAGGED = 'untagged';

export function strategy(columns: TradeColumns): Question | null {
  return namedGroups(
    'strategy',
    columns,
    columns.adjusted,
    (row) => columns.trades[row]?.strategy?.trim() || UNTAGGED,
    (name) => {
      const phrase = name === UNTAGGED ? 'without a strategy' : `of the strategy “${name}”`;
      return {
        title: { better: `Trades ${phrase} do better`, worse: `Trades ${phrase} do worse` },
        subject: `Trades ${phrase}`,
        against: 'for all others',
        action: {
          better: 'Write down its rules as you apply them, and check again after 30 more trades of it.',
          worse:
            name === UNTAGGED
              ? 'Tag the next 30 trades with a strategy, then check again.'
              : 'Pause it, or trade it at the smallest size, for 30 trades, then check again.',
        },
        definition:
          `Average net of trades ${phrase} against all others; differences between symbols taken out; the sums of each ` +
          'day and strategy shuffled.',
      };
    },
  );
}
