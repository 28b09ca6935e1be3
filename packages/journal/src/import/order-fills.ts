/**
 * Sorts fills chronologically: by time, then by the platform's own sequence, then as the file has
 * them.
 */

interface Ordered {
  readonly timeMs: number;
  readonly sequence: string | null;
}

/**
 * A sorted copy, oldest first. A file that is newest first is reversed before, so that fills of the same instant
 * without a sequence are in the right order. Sequences count only when all of them are numbers (`4101.1` too).
 */
export function orderFills<F extends Ordered>(fills: readonly F[]): F[] {
  const forward = isNewestFirst(fills) ? [...fills].reverse() : [...fills];
  const numeric = forward.every(({ sequence }) => sequence === null || NUMERIC.test(sequence));
  return forward.sort(
    (a, b) => a.timeMs - b.timeMs || (numeric ? compareSequences(a.sequence, b.sequence) : 0),
  );
}

const NUMERIC = /^\d{1,40}(?:\.\d{1,20}){0,3}$/;

/** Whether times fall more often than they rise from row to row. */
export function isNewestFirst(fills: readonly { readonly timeMs: number }[]): boolean {
  let falls = 0;
  for (let i = 1; i < fills.length; i += 1)
    falls += Math.sign((fills[i - 1] as Ordered).timeMs - (fills[i] as Ordered).timeMs);
  return falls > 0;
}

function compareSequences(a: string | null, b: string | null): number {
  if (a === null || b === null || a === b) return 0;
  const [left, right] = [a.split('.'), b.split('.')];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const order = compareDigits(left[i] ?? '', right[i] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** Digits of any length, compared as numbers. */
function compareDigits(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+(?=\d)/, ''), b.replace(/^0+(?=\d)/, '')];
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}
