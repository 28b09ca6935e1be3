/** The facts of a session as bytes, to be compressed and stored by whoever keeps them. */
import { ColumnReader, ColumnWriter } from './column-bytes.ts';
import { readFindings, type TypeCount, writeFindings } from './finding-bytes.ts';
import {
  FACTS_VERSION,
  FINDING_TYPES,
  LEVEL_COUNT,
  type MinuteColumns,
  type SessionFacts,
} from './session-facts.ts';
import { SessionQuotes } from './session-quotes.ts';

/** Of the platform: browsers and Node have them, the language does not. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const MINUTE_NAMES = [
  ...(['minute', 'openTicks', 'highTicks', 'lowTicks', 'closeTicks', 'volume', 'trend'] as const),
] as const;

interface Header extends Omit<SessionFacts, 'findings' | 'minutes' | 'quotes'> {
  readonly ids: readonly string[];
  readonly types: readonly TypeCount[];
  readonly counts: readonly [minutes: number, quotes: number, blocks: number];
}

export function factsBytes({ findings, minutes, quotes, ...rest }: SessionFacts): Uint8Array<ArrayBuffer> {
  const ofFindings = new ColumnWriter();
  const types = writeFindings(ofFindings, findings, rest.session.openMs);
  const counts = [minutes.count, quotes.count, quotes.rows.length] as const;
  const header: Header = { ...rest, ids: findings.ids, types, counts };
  const writer = new ColumnWriter();
  writer.raw(new TextEncoder().encode(JSON.stringify(header)));
  writer.raw(ofFindings.take());
  for (const name of MINUTE_NAMES) writer.ints(minutes[name]);
  writer.ints(minutes.levels, LEVEL_COUNT);
  writer.ints(quotes.rows);
  writer.ints(quotes.ends);
  writer.raw(quotes.bytes);
  return writer.take();
}

function headerOf(bytes: Uint8Array): Header {
  const header: Partial<Header> | null = JSON.parse(new TextDecoder().decode(bytes));
  const { version, ids, types, counts, session } = header ?? {};
  if (version !== FACTS_VERSION)
    throw new RangeError(`expected facts of version ${FACTS_VERSION}, got ${version}`);
  const isWhole = [ids, types, counts].every(Array.isArray) && typeof session?.openMs === 'number';
  if (!isWhole) throw new RangeError('expected facts with ids, types, counts and session');
  return header as Header;
}

const ALL_TYPES: ReadonlySet<string> = new Set(FINDING_TYPES);

/** `types`: findings of others are left out. Throws RangeError or SyntaxError for bytes that are no facts of this version. */
export function readFacts(bytes: Uint8Array, types: ReadonlySet<string> = ALL_TYPES): SessionFacts {
  const reader = new ColumnReader(bytes);
  const { ids, types: written, counts, ...rest } = headerOf(reader.raw());
  const [minuteCount, quoteCount, blocks] = counts;
  const { openMs } = rest.session;
  const findings = readFindings(new ColumnReader(reader.raw()), written, { ids, openMs }, types);
  const columns = Object.fromEntries(MINUTE_NAMES.map((name) => [name, reader.ints(minuteCount)]));
  const minutes = { count: minuteCount, ...columns };
  const levels = reader.ints(minuteCount * LEVEL_COUNT, LEVEL_COUNT);
  const [rows, ends] = [reader.ints(blocks), reader.ints(blocks)];
  return {
    ...rest,
    findings,
    minutes: { ...minutes, levels } as unknown as MinuteColumns,
    quotes: new SessionQuotes({ count: quoteCount, rows, ends, bytes: reader.raw() }),
  };
}
