/** Faults of the data, reported first, and the questions that they exclude. */
import { factOf } from '#insights/claims/fact.ts';
import type { Insight, InsightKind } from '#insights/claims/insight.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { counted, countText, rateText } from '#insights/claims/wording.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';

/** Above this share of doubtful trades, questions that depend on the doubtful fact are left out. */
const BLOCKING_SHARE = 0.1;
const MAX_TRADES = 1000;

interface Flaw {
  readonly name: string;
  readonly title: string;
  /** Predicate after the number of trades: `have no entry time`. */
  readonly predicate: readonly [one: string, many: string];
  readonly action: string;
  readonly blocks: readonly InsightKind[];
  readonly has: (trade: JournalTrade) => boolean;
}

const flagged =
  (flag: string) =>
  (trade: JournalTrade): boolean =>
    trade.flags.includes(flag);

const OF_ORDER: readonly InsightKind[] = [
  'after-loss',
  'after-loss-streak',
  'revenge',
  'overtrading',
  'daily-stop',
  'correlated-trades',
];

const FLAWS: readonly Flaw[] = [
  {
    name: 'zone-assumed',
    title: 'The time zone of some trades is assumed',
    predicate: ['has a time zone that was assumed', 'have a time zone that was assumed'],
    action: 'Select the time zone of the file at the import.',
    blocks: ['time-of-day', 'context'],
    has: flagged('zone-assumed'),
  },
  {
    name: 'entry-time-missing',
    title: 'Entry times are missing',
    predicate: ['has no entry time', 'have no entry time'],
    action: 'Export the trades with entry times, or add them by hand.',
    blocks: ['time-of-day', 'holding-time', 'context', ...OF_ORDER],
    has: (trade) => trade.entryMs === null,
  },
  {
    name: 'exit-before-entry',
    title: 'Some trades end before they begin',
    predicate: ['ends before it begins', 'end before they begin'],
    action: 'Check the times of these trades; the time zones of entry and exit may differ.',
    blocks: ['time-of-day', 'holding-time', 'context', ...OF_ORDER],
    has: flagged('exit-before-entry'),
  },
  {
    name: 'exit-price-missing',
    title: 'Exit prices are missing',
    predicate: ['has no exit price', 'have no exit price'],
    action: 'Export the trades with prices if the platform has them.',
    blocks: [],
    has: flagged('exit-price-missing'),
  },
  {
    name: 'point-value-unknown',
    title: 'The point value of some symbols is unknown',
    predicate: ['is in a symbol of unknown point value', 'are in symbols of unknown point value'],
    action:
      'Undo the import, import the file again and answer “Money per point” in its preview. Results do not depend on it; CFDs have none.',
    blocks: ['size'],
    has: (trade) => trade.pointValue === null,
  },
  {
    name: 'pnl-disagrees',
    title: 'P&L and prices disagree',
    predicate: ['has a P&L that its prices do not give', 'have a P&L that their prices do not give'],
    action: 'Check these trades; the P&L of the file was kept.',
    blocks: [],
    has: flagged('pnl-disagrees'),
  },
  {
    name: 'costs-unknown',
    title: 'Fees are not in the file',
    predicate: ['comes without commission and fees', 'come without commission and fees'],
    action: 'Export the trades with commission and fees, or enter them.',
    blocks: ['cost-drag', 'edge-overall'],
    has: (trade) => trade.costsMicros === null,
  },
  {
    name: 'backtest',
    title: 'Some trades are from a backtest',
    predicate: ['is marked as a backtest', 'are marked as a backtest'],
    action: 'Import backtests into an account of their own and filter it out.',
    blocks: [],
    has: flagged('backtest'),
  },
];

export interface DataQuality {
  readonly findings: readonly Insight[];
  /** Kinds that are left out of this generation. */
  readonly blocked: ReadonlySet<InsightKind>;
}

/** @param otherCurrencies trades left out because they are in another currency than most */
export function dataQuality(columns: TradeColumns, otherCurrencies: number): DataQuality {
  const blocked = new Set<InsightKind>();
  const findings = FLAWS.flatMap((flaw): Insight[] => {
    const trades = columns.trades.filter(flaw.has);
    if (trades.length === 0) return [];
    const share = trades.length / columns.n;
    const blocks = share > BLOCKING_SHARE && flaw.blocks.length > 0;
    if (blocks) for (const kind of flaw.blocks) blocked.add(kind);
    return [flawFinding(columns, flaw, trades, share, blocks)];
  });
  return { findings: [...findings, ...mixedCurrencies(columns, otherCurrencies)], blocked };
}

function flawFinding(
  columns: TradeColumns,
  flaw: Flaw,
  trades: readonly JournalTrade[],
  share: number,
  blocks: boolean,
): Insight {
  const n = trades.length;
  const days = new Set(trades.map((trade) => trade.tradeDay)).size;
  const consequence = blocks ? ` Not examined for that reason: ${namesOf(flaw.blocks)}.` : '';
  return factOf(columns, {
    key: `data-quality:${flaw.name}`,
    kind: 'data-quality',
    title: flaw.title,
    description:
      `${countText(n)} of ${counted(columns.n, 'trade')} (${rateText(share)}) ` +
      `${flaw.predicate[n === 1 ? 0 : 1]}.${consequence}`,
    definition: 'Exact count over all positions.',
    actionable: flaw.action,
    priority: blocks ? 'high' : share > BLOCKING_SHARE ? 'medium' : 'low',
    effect: { value: share, ci95: null, unit: 'rate', n, days, mean: share, baseline: null },
    details: [{ name: 'trades in all', value: columns.n, unit: 'count' }],
    tradeIds: trades
      .slice(-MAX_TRADES)
      .reverse()
      .map(({ id }) => id),
  });
}

function namesOf(kinds: readonly InsightKind[]): string {
  return kinds.map((kind) => kind.replaceAll('-', ' ')).join(', ');
}

function mixedCurrencies(columns: TradeColumns, others: number): Insight[] {
  if (others === 0) return [];
  return [
    factOf(columns, {
      key: 'data-quality:mixed-currencies',
      kind: 'data-quality',
      title: 'Trades in other currencies are left out',
      description:
        `${counted(others, 'trade')} in other currencies than ${columns.currency} ${others === 1 ? 'is' : 'are'} ` +
        'left out: money of different currencies is not added up.',
      definition: 'Exact count over all positions.',
      actionable: 'Filter by currency to see the others.',
      priority: 'medium',
      details: [{ name: 'trades left out', value: others, unit: 'count' }],
    }),
  ];
}
