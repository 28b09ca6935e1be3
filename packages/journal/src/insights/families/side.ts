/** Does the side matter? The result of a side also follows the trend of the market in that time. */
import type { Question } from '#insights/claims/claim.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { namedGroups } from './named-groups.ts';

export function side(columns: TradeColumns): Question | null {
  return namedGroups(
    'side',
    columns,
    columns.adjusted,
    (row) => columns.trades[row]?.side ?? '',
    (name) => ({
      title: { better: `Your ${name} trades do better`, worse: `Your ${name} trades do worse` },
      subject: `Your ${name} trades`,
      against: 'on the other side',
      action: {
        better: `Check what differs in your ${name} trades, and compare again after 30 more of them.`,
        worse: `Require one more condition before a ${name} trade for 30 trades, then check again.`,
      },
      definition:
        `Average net of ${name} trades against the other side; differences between symbols taken out; the sums of each ` +
        'day and side shuffled. The side that did better may only have had the trend of the market on its side.',
    }),
  );
}
