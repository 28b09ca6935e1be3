/** Numbers as trading platforms and spreadsheets of many countries write them, and which mark is the decimal one. */
import type { DecimalMark } from '#model/import-model.ts';

/** Longer texts are not numbers; no export writes more than 40 characters. */
const MAX_LENGTH = 64;
const MAX_EXPONENT = 30;

const NOTHING = /^(?:[-–—‒―−]{1,3}|n\/?a\.?|nan|null|none|nil|\(?blank\)?|#n\/a)?$/i;

/** `$ -` is how spreadsheets show an amount of nothing. */
const ZERO_AMOUNT = /^(?:\p{Sc} ?[-–—]|[-–—] ?\p{Sc})$/u;

/** Every blank that groups thousands: blank, no-break, figure, thin, narrow no-break. */
const BLANKS = /[\s\u00a0\u2007\u2009\u202f]+/g;
const MINUS = /[\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d]/g;
const UNIT = /(?<=[\d.,)]) ?(?:lots?|contracts?|units?|qty|kontrakte?|contratos?|contrats?|手|张)$/i;
const CURRENCY =
  '(?:(?:us|au?|ca?|hk|nz|sg?|mx|nt|r)?\\$|[€£¥₽₺₹₩₴₫฿₪]|usdt?|usdc|eur|gbp|gbx|chf|jpy|aud|cad|nzd|sek|nok|dkk|pln|czk|huf|ron|bgn|zar|hkd|sgd|cny|cnh|rmb|twd|inr|brl|mxn|try|rub|krw|thb|ils|aed|sar|btc|eth|kr\\.?|zł|kč|ft|fr\\.?)';
const CURRENCY_AROUND = new RegExp(
  `^([-+( ]*)${CURRENCY}(?=[-+( \\d.,])|(?<=[\\d.,)+ -]) ?${CURRENCY}([-)+ ]*)$`,
  'gi',
);

/** Digits with their separators, without sign, currency and unit. */
interface NumberParts {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

function withoutSign(text: string): { negative: boolean; body: string } | null {
  let body = text;
  let negative = false;
  if (body.startsWith('-') || body.startsWith('+')) {
    negative = body.startsWith('-');
    body = body.slice(1).trim();
  } else if (body.endsWith('-')) {
    negative = true;
    body = body.slice(0, -1).trim();
  }
  if (body.startsWith('(') && body.endsWith(')')) {
    negative = true;
    body = body.slice(1, -1).trim();
    if (body.startsWith('-')) body = body.slice(1).trim();
  }
  return /^[\d.,]/.test(body) ? { negative, body } : null;
}

const PLAIN = /^-?\d{1,15}(?:\.\d{1,18})?$/;
const EXPONENT = /^(.+?)e([+-]?\d{1,3})$/i;

/** Takes sign, currency, unit and exponent off; null for text that is not a number. */
function partsOf(text: string): NumberParts | null {
  let body = text.replace(BLANKS, ' ').replace(MINUS, '-').trim();
  body = body.replace(UNIT, '').replace(CURRENCY_AROUND, '$1$2').trim();
  const signed = withoutSign(body);
  if (signed === null) return null;
  body = signed.body.replace(CURRENCY_AROUND, '$1$2').trim();
  const scientific = EXPONENT.exec(body);
  const exponent = scientific === null ? 0 : Number(scientific[2]);
  if (Math.abs(exponent) > MAX_EXPONENT) return null;
  const digits = scientific?.[1] ?? body;
  return /^[\d.,'’`´ ]+$/.test(digits) ? { negative: signed.negative, digits, exponent } : null;
}

const GROUPED = {
  '.': /^[1-9]\d{0,2}(?:([ '’`´,])\d{3})(?:\1\d{3})*(?:\.\d*)?$/,
  ',': /^[1-9]\d{0,2}(?:([ '’`´.])\d{3})(?:\1\d{3})*(?:,\d*)?$/,
};
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?$/;
const UNGROUPED = { '.': /^(?:\d+\.?\d*|\.\d+)$/, ',': /^(?:\d+,?\d*|,\d+)$/ };

function plainDigits(digits: string, mark: DecimalMark): string | null {
  const fits =
    UNGROUPED[mark].test(digits) || GROUPED[mark].test(digits) || (mark === '.' && INDIAN.test(digits));
  if (!fits) return null;
  const bare = digits.replace(mark === '.' ? /[ '’`´,]/g : /[ '’`´.]/g, '');
  return mark === '.' ? bare : bare.replace(',', '.');
}

function shifted(plain: string, exponent: number): string {
  if (exponent === 0) return plain;
  const [whole = '', fraction = ''] = plain.split('.');
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  return `${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point)}`;
}

/** No leading zeros, no zeros behind the last decimal, no minus before zero: equal numbers are equal texts. */
function canonical(plain: string, negative: boolean): string {
  const [whole = '', fraction = ''] = plain.split('.');
  const bareWhole = whole.replace(/^0+(?=\d)/, '') || '0';
  const bareFraction = fraction.replace(/0+$/, '');
  const magnitude = bareFraction === '' ? bareWhole : `${bareWhole}.${bareFraction}`;
  return negative && magnitude !== '0' ? `-${magnitude}` : magnitude;
}

/**
 * Plain decimal text of a cell: `$(1,234.50)` is `-1234.5`. Equal numbers give equal texts (no zeros at the end).
 * Null for an empty cell, a dash or `N/A`; undefined for text that is not a number under this decimal mark, and for
 * percentages, which are never money. Currency signs and codes and units like `Lots` are left out.
 */
export function readDecimal(text: string, mark: DecimalMark): string | null | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (mark === '.' && PLAIN.test(text)) return canonical(text.replace('-', ''), text.startsWith('-'));
  const trimmed = text.trim();
  if (NOTHING.test(trimmed)) return null;
  if (ZERO_AMOUNT.test(trimmed)) return '0';
  const parts = partsOf(trimmed);
  if (parts === null) return undefined;
  const plain = plainDigits(parts.digits.trim(), mark);
  return plain === null ? undefined : canonical(shifted(plain, parts.exponent), parts.negative);
}

/** Decimal mark by one text: a mark for certain, `either` for `1.234`, null for nothing. */
export function markOf(text: string): DecimalMark | 'either' | null {
  const dot = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  if ((dot < 0 && comma < 0) || text.length > MAX_LENGTH) return null;
  const parts = partsOf(text);
  if (parts === null) return null;
  const asDot = plainDigits(parts.digits, '.');
  const asComma = plainDigits(parts.digits, ',');
  if (asDot === null) return asComma === null ? null : ',';
  if (asComma === null) return '.';
  return parts.exponent !== 0 || asDot === asComma ? null : 'either';
}

/** What helps where the texts alone do not settle it. */
export interface DecimalHint {
  /** Tick of the instrument as plain decimal text: a reading off the grid is the wrong one. */
  readonly tick?: string | undefined;
}

/** Whole multiples of the tick, in exact integer arithmetic. */
function onGrid(plain: string, tick: string): boolean {
  const places = Math.max((plain.split('.')[1] ?? '').length, (tick.split('.')[1] ?? '').length);
  const scaled = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  };
  const step = scaled(tick);
  return step > 0n && scaled(plain) % step === 0n;
}

function markByTick(samples: readonly string[], tick: string): DecimalMark | null {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(tick)) return null;
  const fits = (mark: DecimalMark): boolean =>
    samples.every((sample) => {
      const plain = readDecimal(sample, mark);
      return plain === null || (plain !== undefined && onGrid(plain.replace('-', ''), tick));
    });
  const dot = fits('.');
  return dot === fits(',') ? null : dot ? '.' : ',';
}

/** So many texts that agree settle a column; one that differs later is refused in its row. */
const ENOUGH_VOTES = 2_000;

/** Texts like `1.234` that are kept for the tick's verdict. */
const MAX_OPEN = 5_000;

interface MarkTally {
  readonly dots: number;
  readonly commas: number;
  readonly open: readonly string[];
  /** Texts of one to three digits without any mark. */
  readonly small: number;
}

const SMALL = /^[^\d\p{L}]{0,4}\d{1,3}[^\d.,]{0,6}$/u;

/** How many texts have which mark; stops early once thousands agree. */
function tallyMarks(samples: Iterable<string>): MarkTally {
  const votes = { '.': 0, ',': 0 };
  const open: string[] = [];
  let small = 0;
  for (const sample of samples) {
    const verdict = markOf(sample);
    if (verdict === 'either') {
      if (open.length < MAX_OPEN) open.push(sample);
    } else if (verdict !== null) {
      votes[verdict] += 1;
      if (Math.abs(votes['.'] - votes[',']) >= ENOUGH_VOTES) break;
    } else if (small < MAX_OPEN && SMALL.test(sample)) small += 1;
  }
  return { dots: votes['.'], commas: votes[','], open, small };
}

/**
 * `980`, `75`, `1,250` in one column are whole numbers with grouped thousands: decimals of which every one has exactly
 * three places would not occur beside so many without any.
 */
function markOfWholeNumbers({ open, small }: MarkTally): DecimalMark | null {
  if (small < 3 || small < open.length) return null;
  if (open.every((text) => text.includes(','))) return '.';
  return open.every((text) => text.includes('.')) ? ',' : null;
}

/**
 * Decimal mark of a column over all its texts. The majority of the certain texts decides; where both are equally frequent,
 * or where every text is like `1.234`, the tick decides, else it is `ambiguous`. Null without any mark: other columns may
 * decide.
 */
export function decimalMarkIn(
  samples: Iterable<string>,
  hint: DecimalHint = {},
): DecimalMark | 'ambiguous' | null {
  const tally = tallyMarks(samples);
  const { dots, commas, open } = tally;
  if (dots !== commas) return dots > commas ? '.' : ',';
  if (open.length === 0) return dots === 0 ? null : 'ambiguous';
  const byTick = hint.tick === undefined ? null : markByTick(open, hint.tick);
  return byTick ?? markOfWholeNumbers(tally) ?? 'ambiguous';
}
