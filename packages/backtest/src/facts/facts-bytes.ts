/** The facts of a session as bytes, to be compressed and stored by whoever keeps them. */
import { ColumnReader, ColumnWriter } from './column-bytes.ts';
import {
  FACTS_VERSION,
  type FindingColumns,
  LEVEL_COUNT,
  type MinuteColumns,
  NO_ASK,
  NO_BID,
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
  const written = withoutExtremes(quotes);
  for (const name of QUOTE_NAMES) writer.ints(written[name]);
  return writer.take();
}

function headerOf(bytes: Uint8Array): Header {
  const header: Header = JSON.parse(new TextDecoder().decode(bytes));
  if (header.version !== FACTS_VERSION)
    throw new RangeError(`expected facts of version ${FACTS_VERSION}, got ${header.version}`);
  return header;
}

/** A second without a trade takes a byte a column instead of five: its prices are those of the trade before, with low above high. */
function withoutExtremes(quotes: QuoteColumns): QuoteColumns {
  const { tradeLow, tradeHigh, tradeLast } = quotes;
  const isNone = (row: number): boolean => tradeLow[row]! > tradeHigh[row]!;
  return {
    ...quotes,
    tradeLow: tradeLow.map((ticks, row) => (isNone(row) ? tradeLast[row]! + 1 : ticks)),
    tradeHigh: tradeHigh.map((ticks, row) => (isNone(row) ? tradeLast[row]! : ticks)),
  };
}

function restoreExtremes({ count, tradeLow, tradeHigh }: QuoteColumns): void {
  for (let row = 0; row < count; row += 1) {
    if (tradeLow[row]! <= tradeHigh[row]!) continue;
    tradeLow[row] = NO_ASK;
    tradeHigh[row] = NO_BID;
  }
}

/** Throws RangeError or SyntaxError for bytes that are no facts of this version. */
export function readFacts(bytes: Uint8Array): SessionFacts {
  const reader = new ColumnReader(bytes);
  const { ids, counts, ...rest } = headerOf(reader.raw());
  const [findingCount, minuteCount, quoteCount] = counts;
  const columns = (names: readonly string[], count: number) =>
    Object.fromEntries(names.map((name) => [name, reader.ints(count)]));
  const knownMs = new Float64Array(reader.ints(findingCount));
  for (let at = 0; at < findingCount; at += 1) knownMs[at]! += rest.session.openMs;
  const findings = { count: findingCount, knownMs, ids, ...columns(FINDING_NAMES, findingCount) };
  const minutes = { count: minuteCount, ...columns(MINUTE_NAMES, minuteCount) };
  const levels = reader.ints(minuteCount * LEVEL_COUNT, LEVEL_COUNT);
  const quotes = { count: quoteCount, ...columns(QUOTE_NAMES, quoteCount) } as unknown as QuoteColumns;
  restoreExtremes(quotes);
  return {
    ...rest,
    findings: findings as unknown as FindingColumns,
    minutes: { ...minutes, levels } as unknown as MinuteColumns,
    quotes,
  };
}
