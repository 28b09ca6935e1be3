/** The key of a trade: the same in every export of it, different for genuine twins. */
import { formatScaled, scaledOf } from '#numbers/decimal.ts';
import { textHash } from '#numbers/text-hash.ts';
import type { FileTime } from '#time/file-time.ts';

/** What keys are made of: hashes of all facts of the row, and of what identifies it permanently. */
export interface Keyed {
  readonly identity: string;
  readonly facts: string;
  readonly hasNativeId: boolean;
}

export interface KeyedTrades<T> {
  readonly kept: readonly T[];
  /** One for each kept trade, in their order. */
  readonly keys: readonly string[];
  /** Rows that repeat the native id and all facts of an earlier row: the same trade written twice. */
  readonly repeated: readonly T[];
}

/**
 * Gives each trade its key: its identity and, from the second of the same identity in this file on, a hash of it with
 * the ordinal. Rows without a native id that agree in everything are twins (scaling out, copied orders) and
 * all stay; rows with a native id that agree in everything are one trade.
 */
export function withKeys<T extends Keyed>(trades: readonly T[]): KeyedTrades<T> {
  const seen = new Map<string, Twins>();
  const kept: T[] = [];
  const keys: string[] = [];
  const repeated: T[] = [];
  for (const trade of trades) {
    const twins = seen.get(trade.identity);
    if (twins === undefined) {
      seen.set(trade.identity, { count: 1, first: trade.facts, others: null });
      keys.push(trade.identity);
    } else {
      if (trade.hasNativeId && isAmong(twins, trade.facts)) {
        repeated.push(trade);
        continue;
      }
      twins.count += 1;
      twins.others ??= new Set();
      twins.others.add(trade.facts);
      keys.push(textHash(`${trade.identity}#${twins.count}`));
    }
    kept.push(trade);
  }
  return { kept, keys, repeated };
}

interface Twins {
  count: number;
  readonly first: string;
  others: Set<string> | null;
}

const isAmong = ({ first, others }: Twins, facts: string): boolean =>
  first === facts || others?.has(facts) === true;

/** A short name of facts, the same in every export. */
export const factHash = (facts: readonly (string | null)[]): string => textHash(factText(facts));

/** Joins facts so that no two lists of them give the same text. */
export function factText(facts: readonly (string | null)[]): string {
  let text = '';
  for (const fact of facts)
    text += fact === null ? '|-' : fact.includes('|') ? `|=${fact.replaceAll('|', '||')}` : `|=${fact}`;
  return text;
}

/** Decimal text in one form: `1.0500` and `1.05` are the same fact. */
export function decimalFact(text: string | null): string | null {
  if (text === null) return null;
  const scaled = scaledOf(text);
  return scaled === null ? text : formatScaled(scaled);
}

/** A time as the file states it: an answer about the zone must not change the key. */
export function timeFact(time: FileTime | null): string | null {
  if (time === null) return null;
  const { year, month, day, hour, minute, second, millisecond, offsetMinutes } = time;
  return `${year} ${month} ${day} ${hour} ${minute} ${second} ${millisecond} ${offsetMinutes ?? ''}`;
}
