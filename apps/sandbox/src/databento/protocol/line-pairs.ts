/** A line as pairs of key and value, which bars separate. */
import { LineError } from './line-error.ts';

/** Keys and values in any order; a bare word is a key without a value. Throws `LineError` for a key that comes twice. */
export function readPairs(line: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const part of line.split('|')) {
    // One of the clients ends its lines with a bar
    if (part === '') continue;
    const equals = part.indexOf('=');
    const key = equals === -1 ? part : part.slice(0, equals);
    if (pairs.has(key)) throw new LineError(`'${key}' is given twice`);
    pairs.set(key, equals === -1 ? '' : part.slice(equals + 1));
  }
  return pairs;
}

/** The value of a key, or what counts where the line does not have it. */
export function flagOf(pairs: ReadonlyMap<string, string>, key: string, absent: boolean): boolean {
  const value = pairs.get(key);
  if (value === undefined) return absent;
  if (value !== '0' && value !== '1') throw new LineError(`Expected 0 or 1 for '${key}', got '${value}'`);
  return value === '1';
}

/** A whole number within bounds, or what counts where the line does not have it. Throws `LineError`. */
export function numberOf(
  pairs: ReadonlyMap<string, string>,
  key: string,
  [least, most]: readonly [number, number],
  absent: number,
): number {
  const value = pairs.get(key);
  if (value === undefined) return absent;
  const number = Number(value);
  if (!/^\d{1,10}$/.test(value) || number < least || number > most)
    throw new LineError(`Expected a number from ${least} to ${most} for '${key}', got '${value}'`);
  return number;
}
