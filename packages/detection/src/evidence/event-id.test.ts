/** Ids are those of a published hash, and differ with each part of what makes a detection unique. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventId, hash64 } from './event-id.ts';

const PARTS = {
  detector: 'iceberg',
  instrumentId: 1,
  side: 'bid',
  priceTicks: 20_000,
  startNs: 1_795_190_400_000_000_001n,
  key: '42',
} as const;

/** FNV-1a of 64 bits as its authors define it. */
function reference(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text) {
    hash ^= BigInt(character.charCodeAt(0) & 0xff);
    hash = (hash * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, '0');
}

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('the hash of "%s" is the published one', (text, hash) => {
  expect(hash64(text)).toBe(hash);
});

test('every text of bytes has the hash of the definition', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        expect(hash64(text)).toBe(reference(text));
      },
    ),
  );
});

test('the same detection has the same id', () => {
  expect(eventId({ ...PARTS })).toBe(eventId(PARTS));
  expect(eventId(PARTS)).toMatch(/^[0-9a-f]{16}$/);
});

test.each([
  ['detector', { detector: 'absorption' }],
  ['instrument', { instrumentId: 2 }],
  ['side', { side: 'ask' }],
  ['price', { priceTicks: 20_001 }],
  ['nanosecond of its start', { startNs: PARTS.startNs + 1n }],
  ['order', { key: '43' }],
])('another %s is another id', (_what, change) => {
  expect(eventId({ ...PARTS, ...change })).not.toBe(eventId(PARTS));
});

test('a digit that moves from one part to the next is another id', () => {
  expect(eventId({ ...PARTS, instrumentId: 11, priceTicks: 1 })).not.toBe(
    eventId({ ...PARTS, instrumentId: 1, priceTicks: 11 }),
  );
});
