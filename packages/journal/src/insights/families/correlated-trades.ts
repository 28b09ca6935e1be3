/** Trades in the same direction in two share indices at once: one bet, counted once. */
import { factOf } from '#insights/claims/fact.ts';
import type { Insight } from '#insights/claims/insight.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { isShareIndex, underlyingOf } from '#insights/claims/underlying.ts';
import { counted, countText, moneyText } from '#insights/claims/wording.ts';
import { tailLoss } from './no-stop.ts';

const MIN_OVERLAPS = 10;

interface Pair {
  readonly rows: readonly [number, number];
  readonly net: number;
}

export function correlatedTrades(columns: TradeColumns): Insight[] {
  const pairs = overlaps(columns);
  if (pairs.length < MIN_OVERLAPS) return [];
  const together = tailLoss(pairs.map(({ net }) => net));
  const single = tailLoss([...columns.net]);
  const rows = [...new Set(pairs.flatMap((pair) => pair.rows))].sort((a, b) => b - a);
  const days = new Set(rows.map((row) => columns.day[row])).size;
  const money = columns.currency;
  return [
    factOf(columns, {
      key: 'correlated-trades',
      kind: 'correlated-trades',
      insightType: 'recommendation',
      title: 'You hold the same bet twice at times',
      description:
        `${countText(pairs.length)} times on ${counted(days, 'day')} you held two share indices the same way at once. The ` +
        `worst twentieth of these pairs averaged ${moneyText(together, money)} together, the worst twentieth of your ` +
        `single trades ${moneyText(single, money)}.`,
      definition:
        'Pairs of trades in ES, NQ, YM or RTY (micros included) of the same side, open at the same time in different ' +
        'indices, each trade with the first that it overlaps; exact counts.',
      actionable: 'Count both as one position when you choose the size, for 30 trades.',
      priority: together < single ? 'medium' : 'low',
      effect: {
        value: pairs.length,
        ci95: null,
        unit: 'count',
        n: rows.length,
        days,
        mean: pairs.length,
        baseline: null,
      },
      details: [
        { name: 'worst twentieth of pairs', value: together, unit: 'micros' },
        { name: 'worst twentieth of single trades', value: single, unit: 'micros' },
      ],
      tradeIds: rows.slice(0, 1000).map((row) => columns.trades[row]?.id ?? ''),
    }),
  ];
}

/** Each trade with the first trade of another index and the same side that was open at its entry; one pair a trade. */
function overlaps(columns: TradeColumns): Pair[] {
  const rows = columns.trades.flatMap((trade, row) =>
    trade.entryMs !== null && isShareIndex(trade.root) ? [row] : [],
  );
  rows.sort((a, b) => columns.entryMs[a]! - columns.entryMs[b]! || a - b);
  const pairs: Pair[] = [];
  let open: number[] = [];
  for (const row of rows) {
    const trade = columns.trades[row] as TradeColumns['trades'][number];
    open = open.filter((other) => (columns.trades[other]?.exitMs ?? 0) > columns.entryMs[row]!);
    const twin = open.find((other) => {
      const held = columns.trades[other];
      return held?.side === trade.side && underlyingOf(held.root) !== underlyingOf(trade.root);
    });
    if (twin !== undefined) pairs.push({ rows: [twin, row], net: columns.net[twin]! + columns.net[row]! });
    open.push(row);
  }
  return pairs;
}
