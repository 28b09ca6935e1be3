/** The month of a futures contract as symbols write it: `Z6`, `Z26`, `Z2026`, ` 12-26`, ` DEC26`. */
import { utcDayOf } from '@undertow/market';
import { yearMonthOf } from '#time/instant-text.ts';

const MONTH_LETTERS = 'FGHJKMNQUVXZ';
const MONTH_NAMES = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** The text after a root: a month, a continuous contract or the bare product; null for anything else. */
export type ContractMonth =
  | { readonly kind: 'dated'; readonly month: number; readonly year: string }
  | { readonly kind: 'continuous' };

const LETTER_FORM = /^[ _-]?([FGHJKMNQUVXZ])[ -]?(\d{4}|\d{1,2})$/;
const NUMBER_FORM = /^[ _-](\d{2})[-/](\d{4}|\d{2})$/;
const ISO_FORM = /^[ _-]?(20\d{2})-?(0[1-9]|1[0-2])$/;
const NAME_FORM = /^[ _-]*(?:\d{1,2} ?)?([A-Z]{3})[ '-]*(\d{4}|\d{1,2})$/;
const CONTINUOUS_FORM = /^(?:|[1-9]!|[1-9]!-.*|[ _-]?##-##|#C?|=F|[ _-]CONT(?:INUOUS)?|C[1-9]|\.C\.\d)$/;

/** Reads the text after the root, in capitals. */
export function contractMonthOf(rest: string): ContractMonth | null {
  if (CONTINUOUS_FORM.test(rest)) return { kind: 'continuous' };
  const letter = LETTER_FORM.exec(rest);
  if (letter !== null) return dated(MONTH_LETTERS.indexOf(letter[1]!) + 1, letter[2]!);
  const number = NUMBER_FORM.exec(rest);
  if (number !== null) return dated(Number(number[1]), number[2]!);
  const iso = ISO_FORM.exec(rest);
  if (iso !== null) return dated(Number(iso[2]), iso[1]!);
  const name = NAME_FORM.exec(rest);
  return name === null ? null : dated(MONTH_NAMES.indexOf(name[1]!) + 1, name[2]!);
}

function dated(month: number, year: string): ContractMonth | null {
  return month >= 1 && month <= 12 ? { kind: 'dated', month, year } : null;
}

/**
 * `2026-12` of a dated contract. A one-digit year is the one nearest to the instant (milliseconds since 1970 UTC); null
 * without an instant, since the decade is then unknown.
 */
export function expiryOf(contract: ContractMonth, nearMs: number | undefined): string | null {
  if (contract.kind === 'continuous') return null;
  const { month, year } = contract;
  const text = String(month).padStart(2, '0');
  if (year.length === 4) return `${year}-${text}`;
  if (year.length === 2) return `20${year}-${text}`;
  if (nearMs === undefined) return null;
  const near = yearMonthOf(utcDayOf(nearMs));
  const decade = near.year - (near.year % 10) + Number(year);
  const nearest = [decade - 10, decade, decade + 10]
    .map((candidate) => ({
      candidate,
      distance: Math.abs((candidate - near.year) * 12 + month - near.month),
    }))
    .reduce((best, each) => (each.distance < best.distance ? each : best));
  return `${nearest.candidate}-${text}`;
}
