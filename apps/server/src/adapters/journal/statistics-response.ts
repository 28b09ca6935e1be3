/** The statistics of the loaded trades as the routes return them. */
import type { TradeGroupDto } from '@undertow/contracts';
import {
  FIGURE_NAMES,
  FIGURES,
  formatMicros,
  type JournalTrade,
  microsOf,
  positionsOf,
  summaryOf,
  type TradeGroup,
  type TradeSummary,
} from '@undertow/journal';
import type { JournalResponses, StatisticsTask } from '#ports/journal-work.ts';
import { seedOfTrades } from './journal-seed.ts';
import { currenciesOf, type LoadedJournal, mainCurrency } from './loaded-journal.ts';
import { statisticDto } from './statistic-dto.ts';

const percent = (rate: number): number => Math.round(rate * 1000) / 10;

/** The figures of the specification's cards: rows of the main currency, from the first trade on. */
export function analysisResponse(journal: LoadedJournal): JournalResponses['analysis'] {
  const all = [...journal.closed, ...journal.open];
  const currency = mainCurrency(journal.closed) ?? mainCurrency(journal.open);
  const trades = journal.closed.filter((trade) => trade.currency === currency);
  const open = journal.open.filter((trade) => trade.currency === currency).length;
  const summary = summaryOf(trades, { seed: seedOfTrades(journal.userId, trades), view: 'rows' });
  const { winRate } = summary.figures;
  const grossProfit = sumOf(trades, (net) => net > 0);
  const grossLoss = sumOf(trades, (net) => net < 0);
  const { drawdown } = summary;
  return {
    totalTrades: trades.length + open,
    winRate: winRate.value === null ? null : percent(winRate.value),
    profitFactor: grossLoss === 0 ? null : Math.round((grossProfit / -grossLoss) * 100) / 100,
    maxDrawdown: trades.length === 0 ? null : formatMicros(drawdown?.depthMicros ?? 0),
    currency,
    otherCurrencies: currenciesOf(all).flatMap((other) =>
      other.currency === currency ? [] : [other.currency],
    ),
    open,
    wins: summary.wins,
    losses: summary.losses,
    zero: summary.zeros,
    winRateInterval: winRate.ci95 === null ? null : [percent(winRate.ci95[0]), percent(winRate.ci95[1])],
    grossProfit: formatMicros(grossProfit),
    grossLoss: formatMicros(grossLoss),
    profitFactorReason: trades.length === 0 ? 'no-trades' : grossLoss === 0 ? 'no-losses' : null,
    drawdown: drawdown && {
      peak: drawdown.peakDay,
      trough: drawdown.troughDay,
      recovered: drawdown.recoveryDay,
    },
  };
}

function sumOf(trades: readonly JournalTrade[], counts: (netMicros: number) => boolean): number {
  return trades.reduce((sum, { netMicros }) => (counts(netMicros) ? sum + netMicros : sum), 0);
}

function groupDto({
  key,
  label,
  n,
  days,
  netMicros,
  winRate,
  expectancy,
  shrunkMicros,
}: TradeGroup): TradeGroupDto {
  return {
    key,
    label,
    n,
    days,
    net: formatMicros(netMicros),
    winRate: statisticDto('rate', winRate),
    expectancy: statisticDto('money', expectancy),
    shrunk: formatMicros(shrunkMicros),
  };
}

function groupsOf({ groups }: TradeSummary): JournalResponses['statistics']['groups'] {
  const { hour, weekday, symbol, strategy, side, holding } = groups;
  return {
    hour: hour.map(groupDto),
    weekday: weekday.map(groupDto),
    symbol: symbol.map(groupDto),
    strategy: strategy.map(groupDto),
    side: side.map(groupDto),
    holding: holding.map(groupDto),
  };
}

export function statisticsResponse(
  journal: LoadedJournal,
  { ids, currency, view, startBalance }: StatisticsTask,
): JournalResponses['statistics'] {
  const wanted = ids === null ? null : new Set(ids);
  const left = <T>(trades: readonly T[], idOf: (trade: T) => number): readonly T[] =>
    wanted === null ? trades : trades.filter((trade) => wanted.has(idOf(trade)));
  const closed = left(journal.closed, ({ id }) => Number(id));
  const open = left(journal.open, ({ id }) => id);
  const shown = currency ?? mainCurrency(closed) ?? mainCurrency(open);
  const rows = closed.filter((trade) => trade.currency === shown);
  const openTrades = open.filter((trade) => trade.currency === shown).length;
  const trades = view === 'positions' ? positionsOf(rows) : rows;
  const summary = summaryOf(trades, {
    seed: seedOfTrades(journal.userId, trades),
    startBalanceMicros: startBalance === null ? null : microsOf(startBalance),
    view,
    openTrades,
  });
  return {
    currency: shown,
    currencies: [...currenciesOf(closed)],
    view,
    closed: summary.closed,
    open: openTrades,
    days: summary.days,
    firstDay: summary.firstDay,
    lastDay: summary.lastDay,
    figures: FIGURE_NAMES.map((name) => ({
      name,
      label: FIGURES[name].label,
      statistic: statisticDto(FIGURES[name].unit, summary.figures[name]),
    })),
    equity: summary.equity.map(({ day, equityMicros, drawdownMicros }) => ({
      day,
      equity: formatMicros(equityMicros),
      drawdown: formatMicros(drawdownMicros),
    })),
    calendar: summary.calendar.map(({ day, netMicros, trades: count, wins }) => ({
      day,
      net: formatMicros(netMicros),
      trades: count,
      wins,
    })),
    groups: groupsOf(summary),
    distribution: {
      edges: summary.distribution.edgesMicros.map((edge) => formatMicros(Math.round(edge))),
      counts: [...summary.distribution.counts],
    },
    remarks: [...summary.remarks],
  };
}
