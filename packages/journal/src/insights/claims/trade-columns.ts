/** Trades of one currency as columns of numbers: the input of every claim. */
import { MINUTE_MS, parseDay } from '@undertow/market';
import { ZERO_BAND_MICROS } from '#numbers/money.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { underlyingOf } from './underlying.ts';

/** Root groups smaller than this are shrunk to the average of all before trades of different symbols are compared. */
const SYMBOL_PULL = 20;

/**
 * Rows in the order of their day and exit. `NaN` and -1 mean unknown. Money in micros, times in
 * milliseconds since 1970 UTC.
 */
export interface TradeColumns {
  readonly trades: readonly JournalTrade[];
  readonly currency: string | null;
  readonly n: number;
  readonly days: number;
  readonly net: Float64Array;
  /** 1 for a win, -1 for a loss, 0 in between (below half a cent). */
  readonly outcome: Int8Array;
  /** Index of the trading day, ascending from 0. */
  readonly day: Int32Array;
  /** First row of each day, and at the end the number of rows. */
  readonly dayStarts: Int32Array;
  /** 0 Sunday to 6 Saturday, of each day. */
  readonly weekdays: Int8Array;
  readonly entryMs: Float64Array;
  /** Row of the trade of the same day that closed last before this one was opened, -1 for none. */
  readonly previous: Int32Array;
  /** 1 for the day's first trade by entry; 0 when a time is missing. */
  readonly numberInDay: Int32Array;
  /**
   * Contracts x point value (micros count a tenth), as a multiple of the usual size in that product; NaN if unknown.
   */
  readonly relativeSize: Float64Array;
  /** Net with the differences between symbols in level and spread taken out. */
  readonly adjusted: Float64Array;
}

/** Columns of closed trades of one currency. Throws RangeError for an invalid day. */
export function tradeColumns(trades: readonly JournalTrade[]): TradeColumns {
  const rows = [...trades].sort(
    (a, b) =>
      (a.tradeDay < b.tradeDay ? -1 : a.tradeDay > b.tradeDay ? 1 : 0) ||
      a.exitMs - b.exitMs ||
      (a.entryMs ?? a.exitMs) - (b.entryMs ?? b.exitMs) ||
      a.ordinal - b.ordinal,
  );
  const n = rows.length;
  const day = new Int32Array(n);
  const starts: number[] = [];
  const weekdays: number[] = [];
  rows.forEach((trade, row) => {
    if (row === 0 || trade.tradeDay !== rows[row - 1]?.tradeDay) {
      starts.push(row);
      weekdays.push((((parseDay(trade.tradeDay) + 4) % 7) + 7) % 7);
    }
    day[row] = starts.length - 1;
  });
  const net = Float64Array.from(rows, (trade) => trade.netMicros);
  const entryMs = Float64Array.from(rows, (trade) => trade.entryMs ?? Number.NaN);
  const dayStarts = Int32Array.from([...starts, n]);
  return {
    trades: rows,
    currency: rows[0]?.currency ?? null,
    n,
    days: starts.length,
    net,
    outcome: Int8Array.from(rows, (trade) => outcomeOf(trade.netMicros)),
    day,
    dayStarts,
    weekdays: Int8Array.from(weekdays),
    entryMs,
    ...ordersInDay(rows, entryMs, dayStarts),
    relativeSize: relativeSizes(rows),
    adjusted: adjustedForSymbol(rows, net),
  };
}

function outcomeOf(netMicros: number): number {
  return Math.abs(netMicros) < ZERO_BAND_MICROS ? 0 : Math.sign(netMicros);
}

/** Which trade came before, and the number of each trade within its day. Days with a missing entry have neither. */
function ordersInDay(rows: readonly JournalTrade[], entryMs: Float64Array, dayStarts: Int32Array) {
  const previous = new Int32Array(rows.length).fill(-1);
  const numberInDay = new Int32Array(rows.length);
  for (let day = 0; day + 1 < dayStarts.length; day++) {
    const from = dayStarts[day]!;
    const to = dayStarts[day + 1]!;
    const byEntry = Array.from({ length: to - from }, (_, at) => from + at);
    if (byEntry.some((row) => Number.isNaN(entryMs[row]))) continue;
    byEntry.sort((a, b) => entryMs[a]! - entryMs[b]! || a - b);
    let closed = from;
    byEntry.forEach((row, at) => {
      numberInDay[row] = at + 1;
      // Rows are in the order of exits, so the trades closed before this entry are the first ones of the day.
      while (closed < to && (rows[closed]?.exitMs ?? 0) <= entryMs[row]! && closed !== row) closed++;
      previous[row] = closed > from ? closed - 1 : -1;
    });
  }
  return { previous, numberInDay };
}

function relativeSizes(rows: readonly JournalTrade[]): Float64Array {
  const sizes = Float64Array.from(rows, (trade) =>
    trade.pointValue === null ? Number.NaN : trade.quantity * trade.pointValue,
  );
  const byProduct = new Map<string, number[]>();
  rows.forEach((trade, row) => {
    const size = sizes[row]!;
    if (Number.isNaN(size)) return;
    const product = underlyingOf(trade.root);
    const known = byProduct.get(product);
    if (known) known.push(size);
    else byProduct.set(product, [size]);
  });
  const usual = new Map([...byProduct].map(([product, known]) => [product, lowerMedian(known)]));
  return sizes.map((size, row) => size / (usual.get(underlyingOf(rows[row]?.root ?? '')) ?? Number.NaN));
}

/** A size that occurred: with half the trades at 1 and half at 2 contracts the usual size is 1, not 1.5. */
function lowerMedian(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/**
 * (net - mean of its symbol) x (common spread / spread of its symbol), in micros. Otherwise "Fridays are bad" may only
 * mean that CL is bad. Small symbols are shrunk to the whole (k = 20).
 */
function adjustedForSymbol(rows: readonly JournalTrade[], net: Float64Array): Float64Array {
  const groups = new Map<string, { n: number; sum: number; square: number }>();
  const all = { n: 0, sum: 0, square: 0 };
  rows.forEach((trade, row) => {
    const group = groups.get(trade.root) ?? { n: 0, sum: 0, square: 0 };
    groups.set(trade.root, group);
    for (const sums of [group, all]) {
      sums.n++;
      sums.sum += net[row]!;
      sums.square += net[row]! ** 2;
    }
  });
  if (groups.size < 2) return net;
  const mean = all.sum / all.n;
  const variance = all.square / all.n - mean ** 2;
  const change = new Map(
    [...groups].map(([root, group]) => {
      const own = group.square / group.n - (group.sum / group.n) ** 2;
      const weight = group.n / (group.n + SYMBOL_PULL);
      // The logarithm of the spread is shrunk, so that a small symbol of little spread keeps most of it.
      const scale = own > 0 ? (variance / own) ** (weight / 2) : 1;
      return [root, { mean: group.sum / group.n, scale, left: (1 - weight) * (group.sum / group.n - mean) }];
    }),
  );
  return net.map((value, row) => {
    const { mean: own, scale, left } = change.get(rows[row]?.root ?? '') ?? { mean, scale: 1, left: 0 };
    return (value - own) * scale + left;
  });
}

/** Whole minutes between two instants, for definitions such as "within five minutes". */
export function minutesBetween(fromMs: number, toMs: number): number {
  return (toMs - fromMs) / MINUTE_MS;
}
