/** The pictures of the product are there in both themes, of the size that the page reserves for them, and small. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PICTURES = fileURLToPath(new URL('../../apps/web/src/features/marketing/pictures/', import.meta.url));
const MAX_BYTES = 120_000;
/** Pixels per CSS pixel. */
const SCALE = 2;

/** Width and height of a WebP with an extended header: 24 bits each, less one, at byte 24 (RFC 9649, section 2.7). */
function sizeOf(bytes: Buffer): readonly [width: number, height: number] {
  expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
  return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
}

const declared = [
  ...readFileSync(`${PICTURES}shot-sizes.ts`, 'utf8').matchAll(
    /^ {2}(\w+): \{ width: (\d+), height: (\d+) \},$/gm,
  ),
].map(([, name = '', width, height]) => [name, Number(width), Number(height)] as const);

test('every picture that the pages show is there in both themes, and no other', () => {
  expect(declared.length).toBeGreaterThanOrEqual(3);
  const wanted = declared.flatMap(([name]) => [`${name}-dark.webp`, `${name}-light.webp`]);
  expect(readdirSync(`${PICTURES}shots`).toSorted()).toEqual(wanted.toSorted());
});

test.each(
  declared.flatMap(([name, width, height]) => [
    [`${name}-dark`, width, height] as const,
    [`${name}-light`, width, height] as const,
  ]),
)('%s has its size and weighs little', (file, width, height) => {
  const bytes = readFileSync(`${PICTURES}shots/${file}.webp`);
  expect(sizeOf(bytes)).toEqual([width * SCALE, height * SCALE]);
  expect(bytes.length).toBeLessThan(MAX_BYTES);
});
