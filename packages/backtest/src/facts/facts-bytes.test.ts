/** Stored facts that are cut or damaged are refused with what was expected, and never with an error of the reader itself. */
import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { madeSession, randomEvents } from '#testing/made-session.ts';
import { factsBytes, readFacts } from './facts-bytes.ts';

const FACTS = madeSession({
  tradingDay: '2026-03-02',
  seed: 3,
  seconds: 900,
  events: [
    ...randomEvents(seededDraws(1), 3, 4200),
    { atSecond: 700, side: -1, type: 'absorption', id: 'other' },
  ],
});
const BYTES = factsBytes(FACTS);

/** A header of its own before the same columns. */
function withHeader(change: (header: Record<string, unknown>) => unknown): Uint8Array {
  const text = new TextDecoder().decode(BYTES);
  const from = text.indexOf('{"version"');
  let [depth, to] = [0, from];
  do {
    if (text[to] === '{') depth += 1;
    if (text[to] === '}') depth -= 1;
    to += 1;
  } while (depth > 0);
  const header = new TextEncoder().encode(JSON.stringify(change(JSON.parse(text.slice(from, to)))));
  const length = [(header.length & 0x7f) | 0x80, header.length >>> 7];
  return Uint8Array.from([...length, ...header, ...BYTES.subarray(to)]);
}

test('the same header is the same facts', () => {
  expect(readFacts(withHeader((header) => header))).toEqual(FACTS);
});

test('facts that end early are refused, wherever they end', () => {
  fc.assert(
    fc.property(fc.nat(BYTES.length - 1), (length) => {
      expect(() => readFacts(BYTES.subarray(0, length))).toThrow(/expected|JSON/);
    }),
  );
});

test.each([
  ['no object', () => null],
  ['a list', () => []],
  ['no version', ({ version: _, ...rest }: Record<string, unknown>) => rest],
  ['no counts', ({ counts: _, ...rest }: Record<string, unknown>) => rest],
  ['no types', ({ types: _, ...rest }: Record<string, unknown>) => rest],
  ['no ids', ({ ids: _, ...rest }: Record<string, unknown>) => rest],
  ['no session', ({ session: _, ...rest }: Record<string, unknown>) => rest],
] as const)('a header that has %s is refused', (_, change) => {
  expect(() => readFacts(withHeader(change as (header: Record<string, unknown>) => unknown))).toThrow(
    /^expected facts/,
  );
});

test('a type that nobody knows and a count that the columns do not have are refused', () => {
  const renamed = withHeader((header) => ({ ...header, types: [{ type: 'rumour', count: 1 }] }));
  expect(() => readFacts(renamed, new Set(['rumour']))).toThrow('expected a type of findings, got rumour');
  const grown = withHeader((header) => ({ ...header, counts: [1_000_000_000, 1, 1] }));
  expect(() => readFacts(grown)).toThrow(/^expected 1000000000 values after byte/);
});

test('a changed byte is refused in words or reads as facts, and never breaks the reader', () => {
  fc.assert(
    fc.property(fc.nat(BYTES.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = BYTES.slice();
      damaged[at]! ^= change;
      try {
        readFacts(damaged).quotes.columns();
      } catch (error) {
        expect(error instanceof RangeError || error instanceof SyntaxError, String(error)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

test('findings of other types than those that are wanted are left out, in the same order', () => {
  const only = readFacts(BYTES, new Set(['absorption'])).findings;
  expect(only.count).toBe(1);
  expect(only.ids[only.finding[0]!]).toBe('other');
  expect(readFacts(BYTES, new Set()).findings.count).toBe(0);
  expect(readFacts(BYTES).findings.knownMs).toEqual(FACTS.findings.knownMs);
});
