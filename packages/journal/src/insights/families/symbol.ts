/** Does the symbol matter? Net money a trade, so that tick values are in it. */
import type { Question } from '#insights/claims/claim.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { namedGroups } from './named-groups.ts';

export function symbol(columns: TradeColumns): Question | null {
  return namedGroups(
    'symbol',
    columns,
    columns.net,
    (row) => columns.trades[row]?.root ?? '',
    (name) => ({
      title: { better: `${name} does better than the rest`, worse: `${name} does worse than the rest` },
      subject: `Trades in ${name}`,
      against: 'in other symbols',
      action: {
        better: `Check what differs in ${name}, and compare again after 30 more trades in it.`,
        worse: `Leave ${name} out, or trade it at the smallest size, for 30 trades, then check again.`,
      },
      definition: `Average net of trades in ${name} against all other symbols; the sums of each day and symbol shuffled.`,
    }),
  );
}
