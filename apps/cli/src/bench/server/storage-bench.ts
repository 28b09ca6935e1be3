/** Bytes that an hour of an instrument takes in the database, and what forty instruments take in 400 days at the default retention. */
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

interface StoredPart {
  /** A table, or the tapes of one. */
  readonly part: string;
  readonly rows: number;
  /** Indexes and what is stored out of line included. */
  readonly bytes: number;
  /** Days by the default retention; null forever. */
  readonly keptDays: number | null;
}

export interface StoredHour {
  readonly symbol: string;
  /** Of the exchange. */
  readonly rows: number;
  readonly parts: readonly StoredPart[];
}

/** The one whose hour has a goal comes first. */
const PRODUCTS = ['ES', 'CL', 'ZN'];
const MEGABYTE = 1e6;
const GIGABYTE = 1e9;
const MAX_HOUR = 1.5 * MEGABYTE;
const MAX_TOTAL = 40 * GIGABYTE;
const INSTRUMENTS = 40;
const DAYS = 400;
/** Of CME’s day; from Sunday evening to Friday afternoon there are five. */
const TRADED_HOURS = 23;
const TRADED_DAYS = 5 / 7;

function isHour(value: unknown): value is StoredHour {
  return typeof value === 'object' && value !== null && 'symbol' in value && 'parts' in value;
}

/** Rejects with the script's own error. A product takes a minute. */
export async function measureStorage(note: (line: string) => void): Promise<readonly StoredHour[]> {
  const hours: StoredHour[] = [];
  for (const symbol of PRODUCTS) {
    note(`storage of ${symbol}`);
    hours.push(await runDriver('storage', isHour, [symbol]));
  }
  return hours;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** What is kept for less than a day is counted as it was found, and is no part of what an hour leaves. */
const isPassing = ({ keptDays }: StoredPart): boolean => keptDays !== null && keptDays < 1;

/** Of an average hour of the measured products. */
function totalOf(name: string, hours: readonly StoredHour[]): number {
  const found = hours.flatMap(({ parts }) => parts.filter(({ part }) => part === name));
  const [first] = found;
  if (first === undefined) return 0;
  const bytes = (INSTRUMENTS * sumOf(found.map((part) => part.bytes))) / hours.length;
  if (isPassing(first)) return bytes;
  return bytes * TRADED_HOURS * TRADED_DAYS * Math.min(DAYS, first.keptDays ?? DAYS);
}

/** Each part once, the largest total first. */
function partsOf(hours: readonly StoredHour[]): readonly string[] {
  const names = new Set(hours.flatMap(({ parts }) => parts.map(({ part }) => part)));
  return [...names].toSorted((a, b) => totalOf(b, hours) - totalOf(a, hours));
}

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(2);
const gigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1);

/** The figures against the goals of the product. */
export function storageGoals(hours: readonly StoredHour[]): Goal[] {
  const { symbol, parts } = hours[0]!;
  const staying = parts.filter((part) => !isPassing(part)).toSorted((a, b) => b.bytes - a.bytes);
  const left = sumOf(staying.map(({ bytes }) => bytes));
  const total = sumOf(partsOf(hours).map((name) => totalOf(name, hours)));
  return [
    {
      what: `All that an hour of ${symbol} leaves in the database`,
      goal: `<= ${megabytes(MAX_HOUR)} MB`,
      reached: `${megabytes(left)} MB (${staying.map(({ part, bytes }) => `${part} ${megabytes(bytes)}`).join(', ')})`,
      met: left <= MAX_HOUR,
    },
    {
      what: `${INSTRUMENTS} instruments for ${DAYS} days at the default retention, estimated from measured hours of ${hours.map((hour) => hour.symbol).join(', ')}`,
      goal: `<= ${MAX_TOTAL / GIGABYTE} GB`,
      reached: `${gigabytes(total)} GB`,
      met: total <= MAX_TOTAL,
    },
  ];
}

function keptOf(name: string, hours: readonly StoredHour[]): string {
  const found = hours.flatMap(({ parts }) => parts).find(({ part }) => part === name);
  if (found === undefined || found.keptDays === null) return 'forever';
  return isPassing(found) ? `${found.keptDays * 24 * 60} minutes` : `${found.keptDays} days`;
}

/** The table of parts, and how it was made, for the section of docs/measurements.md. */
export function storageNote(hours: readonly StoredHour[]): string[] {
  const cellsOf = (name: string): string =>
    hours
      .map(({ parts }) => parts.find(({ part }) => part === name))
      .map((part) => (part === undefined ? '–' : `${part.rows}: ${(part.bytes / 1000).toFixed(0)}`))
      .join(' | ');
  return [
    `| Rows and kB of an hour | ${hours.map(({ symbol }) => symbol).join(' | ')} | Kept | ${INSTRUMENTS} instruments, ${DAYS} days |`,
    `|---|${hours.map(() => '---|').join('')}---|---|`,
    `| rows of the exchange | ${hours.map(({ rows }) => rows.toLocaleString('en-GB')).join(' | ')} | | |`,
    ...partsOf(hours).map(
      (name) =>
        `| ${name} | ${cellsOf(name)} | ${keptOf(name, hours)} | ${gigabytes(totalOf(name, hours))} GB |`,
    ),
    '',
    'Session, recorder and track record of the live line write the hour from 15:00 UTC into an embedded database, after half an hour',
    'that teaches the detectors. The rows of each table are then copied up to 400 times, an hour later each time, until they fill 16 MB,',
    'and the table with its indexes and what lies out of line (`pg_total_relation_size`) divided by the copies: so full are the pages of a',
    'long run. Not counted: rows that PostgreSQL has replaced and not vacuumed yet, its log, backups. Frames go after half an hour: the',
    'rows are those that remain.',
    `The estimate takes every instrument for the average of the measured ones and every hour for one like theirs, ${TRADED_HOURS} hours on five of seven`,
    'days, each part for as long as it is kept.',
  ];
}
