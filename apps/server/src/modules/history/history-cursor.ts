/** The end of a page of the history as an opaque cursor: valid for the same filters only; a changed one is refused. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#failures/app-error.ts';
import type { HistoryPlace, HistorySort } from '#ports/history.ts';

const CHECK_LENGTH = 16;

/** Contracts are counted in whole numbers of 32 bits; a confidence is a share. */
const MAX_CONTRACTS = 2_147_483_647;

const place = z.tuple([
  z.union([z.number().min(0).max(1), z.number().int().min(0).max(MAX_CONTRACTS)]),
  z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  z.string().regex(/^[\x21-\x7e]{1,64}$/),
]);

interface Filter {
  readonly sort: HistorySort;
}

/** Not a secret: a made-up cursor shows no more than the filters allow anyway. */
function checkOf(filter: Filter, text: string): string {
  const named = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(`${JSON.stringify(named)}\n${text}`)
    .digest('base64url')
    .slice(0, CHECK_LENGTH);
}

export function cursorOf(filter: Filter, { figure, detectedMs, id }: HistoryPlace): string {
  const text = JSON.stringify([figure, detectedMs, id]);
  return `${checkOf(filter, text)}${Buffer.from(text).toString('base64url')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours: refused with every other cursor that is none
    return null;
  }
}

/** Throws BAD_REQUEST for a cursor of other filters and for one that was made up. */
export function placeOf(filter: Filter, cursor: string | undefined): HistoryPlace | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor.slice(CHECK_LENGTH), 'base64url').toString('utf8');
  const found = place.safeParse(parsed(text));
  const isWhole = found.success && Number.isInteger(found.data[0]);
  if (
    !found.success ||
    (filter.sort === 'size' && !isWhole) ||
    cursor.slice(0, CHECK_LENGTH) !== checkOf(filter, text)
  ) {
    const message = 'expected the cursor of the page before, with the same filters';
    throw new AppError('BAD_REQUEST', [{ path: 'cursor', message }]);
  }
  const [figure, detectedMs, id] = found.data;
  return { figure, detectedMs, id };
}
