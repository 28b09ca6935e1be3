/** The facts of a session as bytes, to be compressed and stored by whoever keeps them. */
import { ColumnReader, ColumnWriter } from './column-bytes.ts';
import {
  FACTS_VERSION,
  type FindingColumns,
  LEVEL_COUNT,
  type MinuteColumns,
  type QuoteColumns,
  type SessionFacts,
} from './session-facts.ts';

/** Of the platform: browsers and Node have them, the language does not. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const FINDING_NAMES = [
  ...(['finding', 'type', 'side', 'priceTicks', 'lowTicks', 'highTicks', 'size'] as const),
  ...(['confidence', 'flags', 'perDay'] as const),
] as const;
const MINUTE_NAMES = [
  ...(['minute', 'openTicks', 'highTicks', 'lowTicks', 'closeTicks', 'volume', 'trend'] as const),
] as const;
const QUOTE_NAMES = [
  ...(['second', 'bidLow', 'askHigh', 'bidClose', 'askClose', 'tradeLow', 'tradeHigh'] as const),
  'tradeLast',
  ...(['bidSize', 'askSize', 'bidDepth', 'askDepth'] as const),
] as const;

interface Header extends Omit<SessionFacts, 'findings' | 'minutes' | 'quotes'> {
  readonly ids: readonly string[];
  readonly counts: readonly [findings: number, minutes: number, quotes: number];
}

export function factsBytes({ findings, minutes, quotes, ...rest }: SessionFacts): Uint8Array<ArrayBuffer> {
  const writer = new ColumnWriter();
  const counts = [findings.count, minutes.count, quotes.count] as const;
  const header: Header = { ...rest, ids: findings.ids, counts };
  writer.raw(new TextEncoder().encode(JSON.stringify(header)));
  writer.ints(Int32Array.from(findings.knownMs, (knownMs) => knownMs - rest.session.openMs));
  for (const name of FINDING_NAMES) writer.ints(findings[name]);
  for (const name of MINUTE_NAMES) writer.ints(minutes[name]);
  writer.ints(minutes.levels, LEVEL_COUNT);
  for (const name of QUOTE_NAMES) writer.ints(quotes[name]);
  return writer.take();
}

function headerOf(bytes: Uint8Array): Header {
  const header: Header = JSON.parse(new TextDecoder().decode(bytes));
  if (header.version !== FACTS_VERSION)
    throw new RangeError(`expected facts of version ${FACTS_VERSION}, got ${header.version}`);
  return header;
}

/** Throws RangeError or SyntaxError for bytes that are no facts of this version. */
export function readFacts(bytes: Uint8Array): SessionFacts {
  const reader = new ColumnReader(bytes);
  const { ids, counts, ...rest } = headerOf(reader.raw());
  const [findingCount, minuteCount, quoteCount] = counts;
  const columns = (names: readonly string[], count: number) =>
    Object.fromEntries(names.map((name) => [name, reader.ints(count)]));
  const knownMs = Float64Array.from(reader.ints(findingCount), (sinceMs) => sinceMs + rest.session.openMs);
  const findings = { count: findingCount, knownMs, ids, ...columns(FINDING_NAMES, findingCount) };
  const minutes = { count: minuteCount, ...columns(MINUTE_NAMES, minuteCount) };
  const levels = reader.ints(minuteCount * LEVEL_COUNT, LEVEL_COUNT);
  const quotes = { count: quoteCount, ...columns(QUOTE_NAMES, quoteCount) };
  return {
    ...rest,
    findings: findings as unknown as FindingColumns,
    minutes: { ...minutes, levels } as unknown as MinuteColumns,
    quotes: quotes as unknown as QuoteColumns,
  };
}
