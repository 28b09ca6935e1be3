/** Values of options: durations, counts, words, each refused with what was expected. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { UsageError } from './terminal.ts';

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
]);

/** Milliseconds of `500ms`, `30s`, `1m`, `1h`. */
export function durationMs(option: string, text: string): number {
  const match = /^(\d{1,9})(ms|s|m|h)$/.exec(text);
  const ms = match === null ? 0 : Number(match[1]) * (UNIT_MS.get(match[2]!) ?? 0);
  if (ms === 0)
    throw new UsageError(`expected a duration such as 30s, 1m or 1h for --${option}, got ${text}`);
  return ms;
}

/** A whole number within bounds, both inclusive. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`expected a whole number from ${least} to ${most} for --${option}, got ${text}`);
  return value;
}

/** A number from 0 to 1. */
export function probability(option: string, text: string): number {
  const value = /^(0|1|0?\.\d+|[01]\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1))
    throw new UsageError(`expected a number from 0 to 1 for --${option}, got ${text}`);
  return value;
}

/** One of the known words. */
export function wordOf<T extends string>(option: string, text: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === text);
  if (found === undefined)
    throw new UsageError(`expected --${option} out of ${known.join(', ')}, got ${text}`);
  return found;
}

/** Words of a list, separated by commas; all must be among the known ones. */
export function wordsOf<T extends string>(option: string, text: string, known: readonly T[]): T[] {
  return text.split(',').map((word) => {
    const found = known.find((candidate) => candidate === word.trim());
    if (found === undefined)
      throw new UsageError(`expected --${option} out of ${known.join(', ')}, got ${word}`);
    return found;
  });
}
