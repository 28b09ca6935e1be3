/** The report of one import: counts and exact sums over its trades, and what was left out and assumed. */
import type { Assumption, ImportedTrade, ImportReport, Rejection, SkippedRows } from '#model/import-model.ts';
import { formatMicros, type Micros, microsOf, ZERO_BAND_MICROS } from '#numbers/money.ts';
import { isoOf } from '#time/instant-text.ts';

export interface ReportInput {
  readonly file: string;
  readonly platform: ImportReport['platform'];
  readonly layout: string;
  readonly rowsRead: number;
  readonly trades: readonly ImportedTrade[];
  readonly rejected: readonly Rejection[];
  readonly skipped: readonly SkippedRows[];
  readonly warnings: readonly string[];
  readonly assumptions: readonly Assumption[];
  /** Net total that the file prints; null without one. */
  readonly statedNet: string | null;
}

/**
 * Sums are those of the currency that most closed trades have; others are named in a warning. Costs are commission and
 * fees less swap. A trade is a win above half a cent, a loss below minus half a cent.
 */
export function importReport(input: ReportInput): ImportReport {
  const closed = input.trades.filter(({ status }) => status === 'closed');
  const currency = mainCurrency(closed.length > 0 ? closed : input.trades);
  const counted = closed.filter((trade) => trade.currency === currency);
  const net = counted.reduce((total, trade) => total + (trade.netMicros ?? 0), 0);
  const nets = closed.map((trade) => trade.netMicros ?? 0);
  return {
    file: input.file,
    platform: input.platform,
    layout: input.layout,
    currency,
    accounts: [...new Set(input.trades.map(({ account }) => account))]
      .filter((account) => account !== '')
      .sort(),
    rowsRead: input.rowsRead,
    trades: closed.length,
    open: input.trades.length - closed.length,
    gross: totalOf(counted.map((trade) => trade.grossMicros)),
    costs: totalOf(counted.map(costsMicrosOf)),
    net: formatMicros(net),
    wins: nets.filter((each) => each >= ZERO_BAND_MICROS).length,
    losses: nets.filter((each) => each <= -ZERO_BAND_MICROS).length,
    zero: nets.filter((each) => Math.abs(each) < ZERO_BAND_MICROS).length,
    first: isoOrNull(earliest(closed)),
    last: isoOrNull(latest(closed)),
    rejected: input.rejected,
    skipped: input.skipped,
    warnings: [...input.warnings, ...otherCurrencies(closed, currency), ...withoutNet(closed)],
    assumptions: input.assumptions,
    fileTotal: fileTotalOf(input.statedNet, net),
  };
}

/** Commission and fees less swap, money spent above zero; null when the file has none of them. */
export function costsMicrosOf(trade: ImportedTrade): Micros | null {
  const { commissionMicros, feesMicros, swapMicros } = trade;
  if (commissionMicros === null && feesMicros === null && swapMicros === null) return null;
  return (commissionMicros ?? 0) + (feesMicros ?? 0) - (swapMicros ?? 0);
}

function mainCurrency(trades: readonly ImportedTrade[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of trades) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].reduce<readonly [string, number]>(
    (best, each) => (each[1] > best[1] ? each : best),
    ['USD', 0],
  )[0];
}

function totalOf(amounts: readonly (Micros | null)[]): string | null {
  let total = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    total += amount;
  }
  return formatMicros(total);
}

function earliest(trades: readonly ImportedTrade[]): number | null {
  return trades.reduce<number | null>((best, { entryMs, exitMs }) => {
    const timeMs = entryMs ?? exitMs;
    return timeMs === null || (best !== null && best <= timeMs) ? best : timeMs;
  }, null);
}

function latest(trades: readonly ImportedTrade[]): number | null {
  return trades.reduce<number | null>(
    (best, { exitMs }) => (exitMs === null || (best !== null && best >= exitMs) ? best : exitMs),
    null,
  );
}

const isoOrNull = (timeMs: number | null): string | null => (timeMs === null ? null : isoOf(timeMs));

function otherCurrencies(closed: readonly ImportedTrade[], main: string): string[] {
  const nets = new Map<string, Micros>();
  for (const { currency, netMicros } of closed)
    if (currency !== main) nets.set(currency, (nets.get(currency) ?? 0) + (netMicros ?? 0));
  return [...nets].map(([currency, net]) => {
    const count = closed.filter((trade) => trade.currency === currency).length;
    return `${count === 1 ? '1 trade is' : `${count} trades are`} in ${currency} and not in the totals: net ${formatMicros(net)} ${currency}.`;
  });
}

function withoutNet(closed: readonly ImportedTrade[]): string[] {
  const missing = closed.filter(({ netMicros }) => netMicros === null);
  if (missing.length === 0) return [];
  const roots = [...new Set(missing.map(({ root }) => root))].slice(0, 10).join(', ');
  return [
    missing.length === 1
      ? `1 trade has no P&L, as the point value of ${roots} is not known: it counts as zero until it is given.`
      : `${missing.length} trades have no P&L, as the point value of ${roots} is not known: they count as zero until it is given.`,
  ];
}

function fileTotalOf(statedNet: string | null, net: Micros): ImportReport['fileTotal'] {
  const stated = statedNet === null ? null : microsOf(statedNet);
  if (stated === null) return null;
  const difference = net - stated;
  return {
    net: formatMicros(stated),
    matches: Math.abs(difference) <= ZERO_BAND_MICROS,
    difference: formatMicros(difference),
  };
}
