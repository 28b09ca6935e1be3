/** Subscription lines: one schema of some symbols; a long list of symbols is several lines of one subscription. */
import { readInstantNs } from './instant.ts';
import { LineError } from './line-error.ts';
import { flagOf, numberOf, readPairs } from './line-pairs.ts';
import { type Schema, type Stype, schemaOf, stypeOf } from './schemas.ts';

export interface Subscription {
  /** The client's number of it; null where it has none. */
  readonly id: number | null;
  readonly schema: Schema;
  readonly stypeIn: Stype;
  readonly symbols: readonly string[];
  readonly snapshot: boolean;
  /** Replays from there, nanoseconds since 1970 UTC, 0 as far back as there is; null is live only. */
  readonly startNs: bigint | null;
}

const MAX_LINE_SYMBOLS = 500;
const MAX_SYMBOLS = 50_000;
const MAX_ID = 0xffff_ffff;

/** Whether the line starts the records; the four clients spell it differently. */
export function isStart(line: string): boolean {
  return line === 'start_session' || line.startsWith('start_session=');
}

/** Joins the lines of subscriptions. */
export class SubscriptionLines {
  readonly #unfinished = new Map<number | null, Subscription>();

  /** The subscription that the line completes, or null while more of its lines follow. Throws `LineError`. */
  push(line: string): Subscription | null {
    const pairs = readPairs(line);
    const read = readSubscription(pairs);
    const begun = this.#unfinished.get(read.id);
    const symbols = begun === undefined ? read.symbols : [...begun.symbols, ...read.symbols];
    if (symbols.length > MAX_SYMBOLS)
      throw new LineError(`A subscription has at most ${MAX_SYMBOLS} symbols`);
    if (begun !== undefined && !isSame(begun, read))
      throw new LineError(`The lines of subscription ${read.id} differ in more than their symbols`);
    this.#unfinished.delete(read.id);
    if (flagOf(pairs, 'is_last', true)) return { ...read, symbols };
    this.#unfinished.set(read.id, { ...read, symbols });
    return null;
  }
}

function readSubscription(pairs: ReadonlyMap<string, string>): Subscription {
  const schema = schemaOf(pairs.get('schema'));
  if (schema === null) throw new LineError(`Unknown schema '${pairs.get('schema') ?? ''}'`);
  const stypeIn = stypeOf(pairs.get('stype_in') ?? 'raw_symbol');
  if (stypeIn === null) throw new LineError(`Unknown stype_in '${pairs.get('stype_in')}'`);
  const snapshot = flagOf(pairs, 'snapshot', false);
  const start = pairs.get('start');
  if (snapshot && schema !== 'mbo') throw new LineError('A snapshot is possible with schema mbo only');
  if (snapshot && start !== undefined) throw new LineError("'snapshot' and 'start' exclude each other");
  return {
    id: pairs.has('id') ? numberOf(pairs, 'id', [0, MAX_ID], 0) : null,
    schema,
    stypeIn,
    symbols: readSymbols(pairs.get('symbols') ?? ''),
    snapshot,
    startNs: start === undefined ? null : readInstantNs(start),
  };
}

function readSymbols(text: string): readonly string[] {
  const symbols = text.split(',').map((symbol) => symbol.trim());
  if (symbols.some((symbol) => symbol === '')) throw new LineError('Expected symbols separated by commas');
  if (symbols.length > MAX_LINE_SYMBOLS)
    throw new LineError(`A line has at most ${MAX_LINE_SYMBOLS} symbols, got ${symbols.length}`);
  return symbols;
}

function isSame(one: Subscription, other: Subscription): boolean {
  return (
    one.schema === other.schema &&
    one.stypeIn === other.stypeIn &&
    one.snapshot === other.snapshot &&
    one.startNs === other.startNs
  );
}
