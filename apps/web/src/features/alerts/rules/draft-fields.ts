/**
 * Fields of a rule's form, each read by itself: a problem is reported at its field and a harmless value is returned.
 */
import { decimalString } from '@undertow/contracts';

/** Takes a field's name and what is expected there. */
export type Problems = (field: string, message: string) => void;

export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

const NUMBER = /^\d{1,9}(\.\d{1,4})?$/;

/** A number within bounds; its least one where the text is none. */
export function numberOf(text: string, field: string, bounds: Bounds, problems: Problems): number {
  const { least, most, whole } = bounds;
  const trimmed = text.trim();
  const value = Number(trimmed);
  const isRight =
    NUMBER.test(trimmed) && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (isRight) return value;
  problems(field, `Enter a ${whole ? 'whole number' : 'number'} from ${least} to ${most}.`);
  return least;
}

/** A decimal string; `0` where the text is none. */
export function priceOf(text: string, field: string, problems: Problems): string {
  const trimmed = text.trim().replace('\u2212', '-');
  if (decimalString.safeParse(trimmed).success) return trimmed;
  problems(field, 'Enter a price such as 4567.25.');
  return '0';
}

/** Those of the words that are known, in the order in which they are known; at least one is expected. */
export function chosenOf<T extends string>(
  chosen: readonly string[],
  known: readonly T[],
  field: string,
  expected: string,
  problems: Problems,
): T[] {
  const found = known.filter((one) => chosen.includes(one));
  if (found.length === 0) problems(field, expected);
  return found;
}
