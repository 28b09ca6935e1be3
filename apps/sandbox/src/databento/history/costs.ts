/** What a request would cost: the same rates in every run, in the order of magnitude of the vendor's. */
import type { Schema } from '#databento/protocol/schemas.ts';

const GIGABYTE = 1024 ** 3;
const DOLLARS_A_GIGABYTE: Partial<Record<Schema, number>> = { mbo: 1.8, trades: 28, definition: 5 };
const OTHERS = 280;

/** Dollars for so many bytes, uncompressed. */
export function costOf(schema: Schema, bytes: number): number {
  return (bytes / GIGABYTE) * (DOLLARS_A_GIGABYTE[schema] ?? OTHERS);
}
