/** How much of the total depends on the best day and on the five best trades. */
import { eachRowOf, factOf, resampleFigure } from '#insights/claims/fact.ts';
import type { Insight } from '#insights/claims/insight.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { counted, moneyText, rateText } from '#insights/claims/wording.ts';

const MIN_DAYS = 10;
const BEST_TRADES = 5;

/** Not defined for a total of zero or less. The interval is that of the total's part: days drawn with replacement. */
export function consistency(
  columns: TradeColumns,
  sampling: { readonly seed: number; readonly resamples: number },
): Insight[] {
  const total = columns.net.reduce((sum, net) => sum + net, 0);
  if (columns.days < MIN_DAYS || total <= 0) return [];
  const dayNets = new Float64Array(columns.days);
  columns.net.forEach((net, row) => {
    const day = columns.day[row]!;
    dayNets[day]! += net;
  });
  const bestDay = dayNets.reduce((best, net) => Math.max(best, net), Number.NEGATIVE_INFINITY);
  const share = bestDay / total;
  const top = columns.net.slice().sort().subarray(-BEST_TRADES);
  const topSum = top.reduce((sum, net) => sum + net, 0);
  const { confidence } = resampleFigure(
    columns,
    1,
    (day, add) => eachRowOf(columns, day, (row) => add(0, columns.net[row]!)),
    ([sum]) => ((sum as number) > 0 ? bestDay / (sum as number) : Number.NaN),
    { ...sampling, name: 'consistency' },
  );
  const money = columns.currency;
  return [
    factOf(columns, {
      key: 'consistency',
      kind: 'consistency',
      title: `Your best day made ${rateText(share)} of the total`,
      description:
        `Of ${moneyText(total, money)} in ${counted(columns.days, 'day')}, the best day made ${moneyText(bestDay, money)} ` +
        `(${rateText(share)}) and the ${counted(top.length, 'best trade')} ${moneyText(topSum, money)} ` +
        `(${rateText(topSum / total)}).`,
      definition: 'Net of the best trading day, and of the five best trades, as a share of the total net.',
      confidence,
      effect: {
        value: share,
        ci95: null,
        unit: 'rate',
        n: columns.n,
        days: columns.days,
        mean: share,
        baseline: null,
      },
      details: [
        { name: 'total net', value: total, unit: 'micros' },
        { name: 'best day', value: bestDay, unit: 'micros' },
        { name: 'best trades', value: top.length, unit: 'count' },
        { name: 'net of the best trades', value: topSum, unit: 'micros' },
        { name: 'share of the best trades', value: topSum / total, unit: 'rate' },
      ],
    }),
  ];
}
