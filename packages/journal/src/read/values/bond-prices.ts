/** Prices of bonds in 32nds and of grains in eighths, as futures platforms write them. */
import { readDecimal } from './numbers.ts';

/** Smallest step by root, in parts of a 32nd: CME contract specifications (ZB 1/32, ZN half, ZF quarter, ZT eighth). */
const STEPS_PER_32ND: Readonly<Record<string, number>> = {
  ZB: 1,
  UB: 1,
  TWE: 1,
  ZN: 2,
  TN: 2,
  ZF: 4,
  ZT: 8,
  Z3N: 8,
};

/** CBOT grains quote eighths of a cent behind the mark: `458'2` is 458.25. */
const EIGHTHS = new Set(['ZC', 'ZS', 'ZW', 'KE', 'ZO', 'XC', 'XK', 'XW']);

/** Third digit behind the mark: exchanges cut 16.25 to `162` and 16.875 to `168` (or `167` for .75). */
const PARTS_OF_DIGIT: Readonly<Record<string, number>> = { 0: 0, 1: 1, 2: 2, 3: 3, 5: 4, 6: 5, 7: 6, 8: 7 };

const FRACTIONAL = /^(-?)(\d{1,4}) ?['’`´^:-] ?(\d{1,2})(?:\.(\d{1,4})|(\d{1,2}))?$/;

/** Eighths of a 32nd behind the two whole digits; null where there is no such notation. */
function eighthsOf(decimals: string | undefined, digits: string | undefined): number | null {
  if (decimals !== undefined) {
    const eighths = Number(`0.${decimals}`) * 8;
    return Number.isInteger(eighths) ? eighths : null;
  }
  if (digits === undefined) return 0;
  if (digits.length === 1) return PARTS_OF_DIGIT[digits] ?? null;
  const eighths = Number(digits) / 12.5;
  return Number.isInteger(eighths) ? eighths : null;
}

function thirtySeconds(match: RegExpExecArray, steps: number): number | null {
  const whole = Number(match[3]);
  const eighths = eighthsOf(match[4], match[5]);
  if (eighths === null || whole > 31 || match[3]?.length !== 2) return null;
  return (eighths * steps) % 8 === 0 ? (whole + eighths / 8) / 32 : null;
}

/**
 * Plain decimal text of a price written in 32nds (`110'165` of ZN is 110.515625) or eighths (`458'2` of ZC is 458.25);
 * a plain decimal is taken as it is. Undefined for anything else and for roots that are not quoted so. Steps: CME
 * contract specifications.
 */
export function readBondPrice(text: string, root: string): string | undefined {
  const match = FRACTIONAL.exec(text.trim().replace('−', '-'));
  if (match === null) return readDecimal(text, '.') ?? undefined;
  const steps = STEPS_PER_32ND[root.toUpperCase()];
  const eighth = EIGHTHS.has(root.toUpperCase()) && match[4] === undefined && match[5] === undefined;
  const part =
    steps !== undefined
      ? thirtySeconds(match, steps)
      : eighth && Number(match[3]) < 8
        ? Number(match[3]) / 8
        : null;
  if (part === null) return undefined;
  // A whole number of 256ths is exact in binary and ends within eight decimals.
  return readDecimal(`${match[1]}${(Number(match[2]) + part).toFixed(8)}`, '.') ?? undefined;
}
