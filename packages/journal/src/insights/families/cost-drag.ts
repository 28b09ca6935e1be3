/** Costs: their share of the gross profit of winners, and winners that costs turned into losers. */
import { factOf } from '#insights/claims/fact.ts';
import type { Insight } from '#insights/claims/insight.ts';
import { monthsOf } from '#insights/claims/measure-claim.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { counted, countText, moneyText, rateText } from '#insights/claims/wording.ts';

const MIN_TRADES = 20;
/** Of gross profit; above it a change is suggested. */
const NOTABLE = 0.2;

/** Only over trades whose costs and gross are known, and only if there are any costs. */
export function costDrag(columns: TradeColumns): Insight[] {
  const known = columns.trades.filter(
    ({ costsMicros, grossMicros }) => costsMicros !== null && grossMicros !== null,
  );
  if (known.length < MIN_TRADES) return [];
  const costs = known.reduce((sum, trade) => sum + (trade.costsMicros ?? 0), 0);
  const profit = known.reduce((sum, trade) => sum + Math.max(0, trade.grossMicros ?? 0), 0);
  if (costs <= 0 || profit <= 0) return [];
  const turned = known.filter((trade) => (trade.grossMicros ?? 0) > 0 && trade.netMicros <= 0);
  const share = costs / profit;
  const perMonth = Math.round(costs / monthsOf(columns));
  const money = columns.currency;
  return [
    factOf(columns, {
      key: 'cost-drag',
      kind: 'cost-drag',
      insightType: share >= NOTABLE ? 'recommendation' : 'other',
      title: `Costs take ${rateText(share)} of your gross profit`,
      description:
        `Commission, fees and swap came to ${moneyText(costs, money)} in ${counted(known.length, 'trade')}, ` +
        `${rateText(share)} of the gross profit of the winners (${moneyText(profit, money)}), about ` +
        `${moneyText(perMonth, money)} a month. ${countText(turned.length)} ` +
        `${turned.length === 1 ? 'trade that was a winner before costs was' : 'trades that were winners before costs were'} none after them.`,
      definition: 'Exact sums over trades whose costs and gross result are known.',
      actionable:
        share >= NOTABLE ? 'Skip the smallest targets for 30 trades, then compare this share again.' : '',
      priority: share >= 0.5 ? 'high' : share >= NOTABLE ? 'medium' : 'low',
      effect: {
        value: share,
        ci95: null,
        unit: 'rate',
        n: known.length,
        days: new Set(known.map((trade) => trade.tradeDay)).size,
        mean: share,
        baseline: null,
      },
      details: [
        { name: 'costs', value: costs, unit: 'micros' },
        { name: 'gross profit of winners', value: profit, unit: 'micros' },
        { name: 'winners turned by costs', value: turned.length, unit: 'count' },
      ],
      impactMicrosPerMonth: -perMonth,
      tradeIds: turned
        .slice(-1000)
        .reverse()
        .map(({ id }) => id),
    }),
  ];
}
