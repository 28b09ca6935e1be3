/** What is sealed opens with its key only, and only whole. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal } from './sealed-stream.ts';

const KEY = Buffer.alloc(32, 3);

async function* partsOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

test('bytes of any length, in parts of any size, open unchanged', async () => {
  const chunk = 256 * 1024;
  const length = fc.oneof(fc.nat(3000), fc.constantFrom(0, chunk - 1, chunk, chunk + 1, 2 * chunk));
  await fc.assert(
    fc.asyncProperty(length, fc.integer({ min: 1, max: 400_000 }), async (bytes, size) => {
      const plain = randomBytes(bytes);
      const sealed = await all(seal(partsOf(plain, size), KEY));
      expect(sealed.includes(plain.subarray(0, 32)) && bytes >= 32).toBe(false);
      const opened = await all(unseal(partsOf(sealed, size), KEY));
      expect(opened.equals(plain)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('a byte that was changed, an end that was cut off and another key are each refused', async () => {
  const plain = randomBytes(600_000);
  const sealed = await all(seal(partsOf(plain, 65_536), KEY));
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.length - 1), fc.boolean(), async (at, isCut) => {
      const changed = isCut ? sealed.subarray(0, at) : Buffer.from(sealed);
      if (!isCut) changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(all(unseal(partsOf(changed, 65_536), KEY))).rejects.toThrow(/sealed file/);
    }),
    { numRuns: 60 },
  );
  await expect(all(unseal(partsOf(sealed, 65_536), Buffer.alloc(32, 4)))).rejects.toThrow(
    /expected the key that it was made with/,
  );
});

test('chunks in another order are refused', async () => {
  const sealed = await all(seal(partsOf(randomBytes(600_000), 65_536), KEY));
  const head = 50;
  const step = 256 * 1024 + 16;
  const swapped = Buffer.concat([
    sealed.subarray(0, head),
    sealed.subarray(head + step, head + 2 * step),
    sealed.subarray(head, head + step),
    sealed.subarray(head + 2 * step),
  ]);
  await expect(all(unseal(partsOf(swapped, 65_536), KEY))).rejects.toThrow(/does not open/);
});
