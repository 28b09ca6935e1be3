/** Trades without a stop, and how large losses were with and without one. */
import { factOf } from '#insights/claims/fact.ts';
import type { Insight } from '#insights/claims/insight.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { counted, countText, moneyText, rateText } from '#insights/claims/wording.ts';

const MIN_TRADES = 20;
const TAIL = 0.05;

/** Only where some trades carry a stop: a file without stops has no information on them. */
export function noStop(columns: TradeColumns): Insight[] {
  const without = columns.trades.filter(({ plannedRiskMicros }) => plannedRiskMicros === null);
  const stopped = columns.trades.filter(({ plannedRiskMicros }) => plannedRiskMicros !== null);
  if (without.length < MIN_TRADES || stopped.length < MIN_TRADES) return [];
  const share = without.length / columns.n;
  const tail = tailLoss(without.map(({ netMicros }) => netMicros));
  const stoppedTail = tailLoss(stopped.map(({ netMicros }) => netMicros));
  const worse = tail < stoppedTail;
  const money = columns.currency;
  return [
    factOf(columns, {
      key: 'no-stop',
      kind: 'no-stop',
      insightType: worse ? 'recommendation' : 'other',
      title: `${rateText(share)} of your trades had no stop`,
      description:
        `${countText(without.length)} of ${counted(columns.n, 'trade')} (${rateText(share)}) had no stop. Their worst ` +
        `twentieth averaged ${moneyText(tail, money)}, that of the ${counted(stopped.length, 'trade')} with a stop ` +
        `${moneyText(stoppedTail, money)}.`,
      definition: 'Exact counts; average net of the worst 5% of trades without and with a first stop.',
      actionable: worse ? 'Place a stop with the entry for 30 trades, then compare the worst ones.' : '',
      priority: worse ? 'medium' : 'low',
      effect: {
        value: share,
        ci95: null,
        unit: 'rate',
        n: without.length,
        days: new Set(without.map((trade) => trade.tradeDay)).size,
        mean: share,
        baseline: null,
      },
      details: [
        { name: 'trades in all', value: columns.n, unit: 'count' },
        { name: 'trades with a stop', value: stopped.length, unit: 'count' },
        { name: 'worst twentieth without a stop', value: tail, unit: 'micros' },
        { name: 'worst twentieth with a stop', value: stoppedTail, unit: 'micros' },
      ],
      tradeIds: without
        .slice(-1000)
        .reverse()
        .map(({ id }) => id),
    }),
  ];
}

/** Average of the worst twentieth, at least one trade, in whole micros. */
export function tailLoss(nets: readonly number[]): number {
  const sorted = Float64Array.from(nets).sort();
  const worst = sorted.subarray(0, Math.max(1, Math.floor(sorted.length * TAIL)));
  return Math.round(worst.reduce((sum, net) => sum + net, 0) / worst.length);
}
