/** The four summary figures in words, each with its sample. */
import type { TradeAnalysis } from '#api/journal/trades.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf, formatAmount, formatSize } from '#lib/format/formats.ts';

export interface SummaryFigure {
  readonly label: string;
  /** The figure; null where there is none, and `line` says why. */
  readonly value: string | null;
  readonly line: string;
  readonly tone: 'plain' | 'down';
}

function totalFigure({ totalTrades, wins, losses, zero, open }: TradeAnalysis): SummaryFigure {
  const results = `${formatSize(wins)} won, ${formatSize(losses)} lost, ${formatSize(zero)} even`;
  const closed = `${countOf(totalTrades - open, 'closed row')}: ${results}`;
  const line =
    totalTrades === 0 ? 'No trades yet' : open > 0 ? `${closed}; ${formatSize(open)} open` : closed;
  return { label: 'Total Trades', value: formatSize(totalTrades), line, tone: 'plain' };
}

function winRateFigure({ winRate, winRateInterval }: TradeAnalysis): SummaryFigure {
  const line =
    winRateInterval === null
      ? 'No closed trades yet'
      : `95% interval ${winRateInterval.map((bound) => bound.toFixed(1)).join(' to ')}`;
  return {
    label: 'Win Rate',
    value: winRate === null ? null : `${winRate.toFixed(1)}%`,
    line,
    tone: 'plain',
  };
}

function profitFactorFigure(analysis: TradeAnalysis): SummaryFigure {
  const { profitFactor, profitFactorReason, grossProfit, grossLoss, currency } = analysis;
  const won = `${formatAmount(grossProfit, currency, { whole: true })} won`;
  const lost = `${formatAmount(grossLoss.replace('-', ''), currency, { whole: true })} lost`;
  const line =
    profitFactor !== null
      ? `${won}, ${lost}`
      : profitFactorReason === 'no-losses'
        ? `No losing trades yet, ${won}`
        : 'No closed trades yet';
  const value = profitFactor === null ? null : profitFactor.toFixed(2);
  return { label: 'Profit Factor', value, line, tone: 'plain' };
}

function drawdownFigure(analysis: TradeAnalysis, thisYear: number): SummaryFigure {
  const { maxDrawdown, drawdown, currency } = analysis;
  const label = 'Max Drawdown';
  if (maxDrawdown === null) return { label, value: null, line: 'No closed trades yet', tone: 'plain' };
  const size = maxDrawdown.replace('-', '');
  const value = formatAmount(Number(size) === 0 ? size : `-${size}`, currency, { whole: true });
  if (drawdown === null) return { label, value, line: 'No drawdown so far', tone: 'plain' };
  const from = drawdown.peak === null ? 'First day' : formatDay(drawdown.peak, thisYear);
  const end =
    drawdown.recovered === null
      ? 'not recovered yet'
      : `recovered ${formatDay(drawdown.recovered, thisYear)}`;
  return {
    label,
    value,
    line: `${from} to ${formatDay(drawdown.trough, thisYear)}, ${end}`,
    tone: 'down',
  };
}

/** Total Trades, Win Rate, Profit Factor, Max Drawdown. */
export function summaryFigures(analysis: TradeAnalysis, thisYear: number): readonly SummaryFigure[] {
  return [
    totalFigure(analysis),
    winRateFigure(analysis),
    profitFactorFigure(analysis),
    drawdownFigure(analysis, thisYear),
  ];
}

/** What the money figures count, and what they leave out. */
export function summaryNote({ currency, otherCurrencies }: TradeAnalysis): string {
  if (currency === null) return 'Each row of an export counts as a trade, net of all known costs';
  const others =
    otherCurrencies.length === 0
      ? ''
      : `; trades in ${countOf(otherCurrencies.length, 'other currency', 'other currencies')} (${otherCurrencies.join(', ')}) are not in these figures`;
  return `Each row of an export counts as a trade, net of all known costs, in ${currency}${others}`;
}
