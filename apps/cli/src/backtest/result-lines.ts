/** A result as a JSON object with decimal prices, and as lines to read. */
import type { BacktestResult, BacktestTrade, Estimate, Verdict } from '@undertow/backtest';
import { formatAverageTicks, formatTicks, type Instrument } from '@undertow/market';

const MICROS_PER_USD = 1_000_000;

const usd = (micros: number): string => (micros / MICROS_PER_USD).toFixed(2);

function tradeLine(instrument: Instrument, trade: BacktestTrade): object {
  const { entryTicks, exitTicks, grossMicros, slippageMicros, commissionMicros, netMicros, ...rest } = trade;
  return {
    ...rest,
    entryPrice: formatAverageTicks(instrument, entryTicks),
    exitPrice: formatAverageTicks(instrument, exitTicks),
    grossUsd: usd(grossMicros),
    slippageUsd: usd(slippageMicros),
    commissionUsd: usd(commissionMicros),
    netUsd: usd(netMicros),
    evidence: trade.evidence.map(({ priceTicks, ...facts }) => ({
      ...facts,
      price: formatTicks(instrument, priceTicks),
    })),
  };
}

/** Prices and money are decimal text, times milliseconds since 1970 UTC. */
export function resultJson(instrument: Instrument, { trades, ...result }: BacktestResult): string {
  return JSON.stringify({ ...result, trades: trades.map((trade) => tradeLine(instrument, trade)) });
}

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  above_chance: 'Above chance',
  not_above_chance: 'Not above chance',
  not_after_correction: 'Not after correction',
  too_few: 'Too few to say',
  looks_ahead: 'Looks ahead',
  running: 'Running',
};

function estimateText({ value, low, high, n }: Estimate, unit: string): string {
  if (value === null) return `- (n = ${n})`;
  const interval = low === null || high === null ? '' : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return `${value.toFixed(2)}${unit}${interval}, n = ${n}`;
}

/** Sessions whose signals could be filled in the recorded book. */
function rowsText({ rows }: BacktestResult['fills']): string {
  if (rows === null) return '';
  const { withRows, withoutRows } = rows;
  return `, recorded rows of ${withRows} of ${withRows + withoutRows} sessions with signals`;
}

export function resultLines(result: BacktestResult): readonly string[] {
  const { verdict, tradesMissing, counts, key, costs, baseLine, testedOn, fills, resultHash } = result;
  const head =
    verdict === 'too_few'
      ? [`${VERDICT_WORDS[verdict]}: ${counts.trades} trades, ${tradesMissing} more needed`]
      : [
          `${VERDICT_WORDS[verdict]}${baseLine === null ? '' : `: p = ${baseLine.p.toFixed(3)} against ${baseLine.sets} sets of random entries`}`,
          `expectancy   ${estimateText(key.expectancyR, ' R')}`,
          `win rate     ${estimateText(key.winRate, '')}`,
          `net result   ${estimateText(key.netUsd, ' USD')}`,
        ];
  return [
    ...head,
    `signals      ${counts.signals}: ${counts.trades} trades, ${counts.inPosition} while in a position, ${counts.unfilled} not reached, ${counts.undecided} undecided`,
    `costs        ${costs.slippageUsd.toFixed(2)} USD spread and slippage, ${costs.commissionUsd.toFixed(2)} USD commission`,
    `tested on    ${testedOn.sessions} sessions, ${testedOn.from} to ${testedOn.to}, ${testedOn.gaps} with gaps, ${testedOn.rolls} rolls`,
    `fills        ${fills.model} (${fills.sources.join(', ') || 'none'})${rowsText(fills)}`,
    `result       ${resultHash}`,
  ];
}
