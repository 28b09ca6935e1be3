/** Values of a rule's text: durations, distances, bounds, lists of words; each written as it is read. */
import type { Distance } from './backtest-rule.ts';

/** What was expected; the reader adds where. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

/** Milliseconds of `50 ms`, `30 s`, `60 min`, `2 h`. */
export function readDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,7})\s*(ms|s|min|h)$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (amount === undefined || unitMs === undefined)
    throw new ValueError(`expected a duration such as 30 s or 60 min, got ${text}`);
  return Number(amount) * unitMs;
}

export function readSeconds(text: string): number {
  const ms = readDuration(text);
  if (ms % 1000 !== 0) throw new ValueError(`expected whole seconds, got ${text}`);
  return ms / 1000;
}

/** In the largest unit that is whole. */
export function durationText(ms: number): string {
  const unit = ms === 0 ? 's' : (['h', 'min', 's', 'ms'].find((name) => ms % UNIT_MS[name]! === 0) ?? 'ms');
  return `${ms / UNIT_MS[unit]!} ${unit}`;
}

/** `16 ticks`, `1.5 ranges`. */
export function readDistance(text: string): Distance {
  const [, amount, unit = ''] = /^(\d{1,6}(?:\.\d{1,4})?)\s*(tick|range)s?$/.exec(text) ?? [];
  if (amount === undefined)
    throw new ValueError(`expected a distance such as 16 ticks or 1.5 ranges, got ${text}`);
  if (unit === 'tick' && amount.includes('.')) throw new ValueError(`expected whole ticks, got ${text}`);
  return { value: Number(amount), unit: unit === 'tick' ? 'ticks' : 'ranges' };
}

export function distanceText({ value, unit }: Distance): string {
  return `${value} ${unit}`;
}

export function readTicks(text: string): number {
  const { value, unit } = readDistance(/^\d+$/.test(text) ? `${text} ticks` : text);
  if (unit !== 'ticks') throw new ValueError(`expected ticks, got ${text}`);
  return value;
}

export function readWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new ValueError(`expected a whole number, got ${text}`);
  return Number(text);
}

/** `>= 300`: what is at least so much. */
export function readAtLeast(text: string): number {
  const [, amount] = /^(?:>=\s*)?(\d{1,9}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (amount === undefined) throw new ValueError(`expected a bound such as >= 300, got ${text}`);
  return Number(amount);
}

export function readSize(text: string): number {
  const size = readAtLeast(text);
  if (!Number.isInteger(size)) throw new ValueError(`expected whole contracts, got ${text}`);
  return size;
}

/** `>= 0.75 or exact`; `exact` alone is what the exchange's messages prove. */
export function readProbability(text: string): number {
  if (text === 'exact') return 1;
  const probability = readAtLeast(text.replace(/\s+or exact$/, ''));
  if (probability > 1) throw new ValueError(`expected a probability from 0 to 1, got ${text}`);
  return probability;
}

export function probabilityText(minConfidence: number): string {
  return minConfidence === 1 ? 'exact' : `">= ${minConfidence} or exact"`;
}

export function readBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new ValueError(`expected true or false, got ${text}`);
  return text === 'true';
}

/** Decimal text of an amount: `4.20 USD`. */
export function readUsd(text: string): string {
  const [, amount] = /^(\d{1,5}(?:\.\d{1,4})?)(?:\s*USD)?$/.exec(text) ?? [];
  if (amount === undefined) throw new ValueError(`expected an amount such as 4.20 USD, got ${text}`);
  return amount;
}

/** Reads one of the words. */
export function wordReader<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new ValueError(`expected ${orList(words)}, got ${text}`);
    return found;
  };
}

export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
