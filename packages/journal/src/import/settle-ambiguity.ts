/**
 * Settles ambiguous formats (date order, decimal mark) by excluding impossible trades.
 */
import { utcDayOf } from '@undertow/market';
import { type JournalInstrument, journalInstrumentOf } from '#instruments/journal-instrument.ts';
import type { Assumption, ImportAnswers } from '#model/import-model.ts';
import type { RawFill, RawTrip } from '#model/raw-records.ts';
import { scaledOf } from '#numbers/decimal.ts';
import type { PlatformRows } from '#platforms/reader/platform.ts';
import { utcMsOf } from '#read/values/zones.ts';
import type { FileTime } from '#time/file-time.ts';

export interface SettledRows {
  readonly rows: PlatformRows;
  readonly answers: ImportAnswers;
  readonly assumptions: readonly Assumption[];
}

/**
 * Reads the file; where it has a question about the date order or decimal mark, tries both and takes the only possible
 * one.
 */
export function settleAmbiguity(
  read: (answers: ImportAnswers) => PlatformRows,
  answers: ImportAnswers,
): SettledRows {
  let settled: SettledRows = { rows: read(answers), answers, assumptions: [] };
  settled = settleField(read, settled, 'dateOrder', ['mdy', 'dmy'], impossibleTimes);
  return settleField(read, settled, 'decimalMark', ['.', ','], impossiblePrices);
}

const WORDS = {
  mdy: 'Dates are read month first: the other order gives times at which these contracts cannot have traded.',
  dmy: 'Dates are read day first: the other order gives times at which these contracts cannot have traded.',
  '.': 'The point is read as the decimal mark: otherwise prices are off the tick of their contracts.',
  ',': 'The comma is read as the decimal mark: otherwise prices are off the tick of their contracts.',
} as const;

function settleField<V extends keyof typeof WORDS>(
  read: (answers: ImportAnswers) => PlatformRows,
  settled: SettledRows,
  field: 'dateOrder' | 'decimalMark',
  values: readonly [V, V],
  impossible: (rows: PlatformRows) => number,
): SettledRows {
  if (!settled.rows.questions.some((question) => question.field === field)) return settled;
  const tries = values.map((value) => {
    const answers: ImportAnswers = { ...settled.answers, [field]: value };
    const rows = read(answers);
    return { value, answers, rows, impossible: impossible(rows) };
  });
  const possible = tries.filter((each) => each.impossible === 0);
  const [only] = possible;
  if (only === undefined || possible.length !== 1) return settled;
  const questions = only.rows.questions.filter((question) => question.field !== field);
  const assumption: Assumption = { field, subject: '', value: only.value, text: WORDS[only.value] };
  return {
    rows: { ...only.rows, questions },
    answers: only.answers,
    assumptions: [...settled.assumptions, assumption],
  };
}

/**
 * Rows with a trade after expiry, at the weekend, long before a quarterly contract is traded, or with the exit before
 * the entry.
 */
function impossibleTimes(rows: PlatformRows): number {
  return (
    rows.trips.filter((trip) => isImpossibleTrip(trip)).length +
    rows.fills.filter((fill) => isImpossibleFill(fill)).length
  );
}

function isImpossibleTrip({ symbol, entryTime, exitTime }: RawTrip): boolean {
  const [entryMs, exitMs] = [entryTime, exitTime].map((time) =>
    time === null ? null : utcMsOf(time, 'UTC'),
  );
  if (entryMs != null && exitMs != null && exitMs < entryMs) return true;
  return [entryTime, exitTime].some((time) => time !== null && symbol !== null && cannotTrade(symbol, time));
}

const isImpossibleFill = ({ symbol, time }: RawFill): boolean => cannotTrade(symbol, time);

/** Index futures are traded in their last quarter; further ahead than this a date is read wrong. */
const INDEX_ROOTS = new Set([
  'ES',
  'MES',
  'NQ',
  'MNQ',
  'YM',
  'MYM',
  'RTY',
  'M2K',
  'FDAX',
  'FDXM',
  'FDXS',
  'FESX',
]);
const MAX_MONTHS_AHEAD = 5;

function cannotTrade(symbol: string, time: FileTime): boolean {
  const timeMs = utcMsOf(time, 'UTC');
  const instrument = journalInstrumentOf(symbol, timeMs);
  if (instrument === null || instrument.pointValue === null) return false;
  return isWeekend(time, timeMs) || isOutsideTradedPeriod(instrument, time);
}

function isOutsideTradedPeriod({ root, expiry }: JournalInstrument, time: FileTime): boolean {
  if (expiry === null) return false;
  const ahead = (Number(expiry.slice(0, 4)) - time.year) * 12 + Number(expiry.slice(5)) - time.month;
  return ahead < 0 || (INDEX_ROOTS.has(root) && ahead > MAX_MONTHS_AHEAD);
}

/** Closed in every zone that people trade from: Saturday after 09:00, Sunday before noon. */
function isWeekend(time: FileTime, timeMs: number): boolean {
  if (time.dateOnly) return false;
  // 1970-01-01 was a Thursday.
  const weekday = (utcDayOf(timeMs) + 4) % 7;
  return (weekday === 6 && time.hour >= 9) || (weekday === 0 && time.hour < 12);
}

/** Rows with a price off the tick of a known contract. */
function impossiblePrices(rows: PlatformRows): number {
  const prices: readonly (readonly [string | null, FileTime | null, readonly (string | null)[]])[] = [
    ...rows.trips.map(
      (trip) => [trip.symbol, trip.exitTime ?? trip.entryTime, [trip.entryPrice, trip.exitPrice]] as const,
    ),
    ...rows.fills.map((fill) => [fill.symbol, fill.time, [fill.price]] as const),
  ];
  return prices.filter(([symbol, , texts]) => {
    const tick = symbol === null ? null : journalInstrumentOf(symbol)?.tick;
    return tick != null && texts.some((text) => text !== null && isOffTick(text, tick));
  }).length;
}

function isOffTick(text: string, tick: string): boolean {
  const [price, step] = [scaledOf(text), scaledOf(tick)];
  return price === null || step === null || price % step !== 0n;
}
