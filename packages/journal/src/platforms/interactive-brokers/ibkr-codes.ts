/** Codes of Interactive Brokers: letters after a trade for its effect on the position, and asset classes. */
import { negated } from '#platforms/reader/money-text.ts';

export interface IbkrCodes {
  readonly effect: 'open' | 'close' | null;
  /** A result is booked on it (also when it closed one position and opened the other side). */
  readonly closes: boolean;
  readonly cancelled: boolean;
}

/**
 * O opens, C closes; both reverse the position. Ep (expired), A (assigned), Ex (exercised) close. Ca is a cancellation.
 */
export function codesOf(text: string): IbkrCodes {
  const codes = text.split(/[;,\s]+/).map((code) => code.trim());
  const opens = codes.includes('O');
  const closes = ['C', 'Ep', 'A', 'Ex', 'L'].some((code) => codes.includes(code));
  return {
    effect: opens === closes ? null : opens ? 'open' : 'close',
    closes: closes || !opens,
    cancelled: codes.includes('Ca'),
  };
}

/** Commission as booked (below zero is paid) as money spent. */
export function costOf(booked: string): string {
  return negated(booked);
}

/**
 * Money per point where the file names no multiplier: shares count once, options of US shares 100 times; null for
 * futures, which are in our own table. Classes as names (statement) or letters (Flex query).
 */
export function usualMultiplier(category: string): string | null {
  if (/^(stocks|cfds?|funds?|bonds|warrants|stk|war)\b/i.test(category)) return '1';
  return /^(equity and index options|opt)\b/i.test(category) ? '100' : null;
}
