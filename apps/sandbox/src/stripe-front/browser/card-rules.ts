/** What makes a card complete and valid, in the provider's words. */

export interface FieldProblem {
  readonly code: string;
  readonly message: string;
}

interface Brand {
  readonly name: string;
  readonly begins: RegExp;
  readonly digits: number;
  readonly cvcDigits: number;
  /** Digits in each group as they are shown. */
  readonly groups: readonly number[];
}

const FOURS = [4, 4, 4, 4] as const;
const UNKNOWN: Brand = { name: 'unknown', begins: /^/, digits: 16, cvcDigits: 3, groups: FOURS };
const BRANDS: readonly Brand[] = [
  { name: 'visa', begins: /^4/, digits: 16, cvcDigits: 3, groups: FOURS },
  { name: 'mastercard', begins: /^(5[1-5]|2[2-7])/, digits: 16, cvcDigits: 3, groups: FOURS },
  { name: 'amex', begins: /^3[47]/, digits: 15, cvcDigits: 4, groups: [4, 6, 5] },
  { name: 'discover', begins: /^6(011|4[4-9]|5)/, digits: 16, cvcDigits: 3, groups: FOURS },
  { name: 'diners', begins: /^3(0[0-5]|[689])/, digits: 14, cvcDigits: 3, groups: [4, 6, 4] },
  { name: 'jcb', begins: /^35/, digits: 16, cvcDigits: 3, groups: FOURS },
  { name: 'unionpay', begins: /^62/, digits: 16, cvcDigits: 3, groups: FOURS },
];

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

export function brandOf(number: string): Brand {
  return BRANDS.find(({ begins }) => begins.test(number)) ?? UNKNOWN;
}

/** The number in the groups of its brand; what is over its length is cut off. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const { groups } = brandOf(digits);
  let from = 0;
  const parts = groups.map((length) => {
    from += length;
    return digits.slice(from - length, from);
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** `2` to `9` is a whole month already; a year of four digits, as browsers fill it in, becomes one of two. */
export function formatExpiry(text: string): string {
  const all = digitsOf(text);
  const typed = all.length === 6 ? all.slice(0, 2) + all.slice(4) : all.slice(0, 4);
  const digits = /^[2-9]/.test(typed) ? `0${typed}`.slice(0, 4) : typed;
  if (digits.length < 2 || (digits.length === 2 && !/\/\s*$|^\D*\d$/.test(text))) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`.trimEnd();
}

/** The check digit that every card number has (Luhn). */
function hasValidCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export function numberProblem(text: string): FieldProblem | null {
  const digits = digitsOf(text);
  if (digits.length < brandOf(digits).digits)
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  return hasValidCheckDigit(digits)
    ? null
    : { code: 'invalid_number', message: 'Your card number is invalid.' };
}

/** `YY` as a year of the current century. */
export function expiryOf(text: string): { readonly month: number; readonly year: number } {
  const digits = digitsOf(text);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

const MAX_YEARS_AHEAD = 50;

export function expiryProblem(text: string, now: Date): FieldProblem | null {
  const { month, year } = expiryOf(text);
  if (digitsOf(text).length < 4)
    return { code: 'incomplete_expiry', message: "Your card's expiry date is incomplete." };
  if (month < 1 || month > 12)
    return { code: 'invalid_expiry_month', message: "Your card's expiry month is invalid." };
  if (year < now.getFullYear())
    return { code: 'invalid_expiry_year_past', message: "Your card's expiry year is in the past." };
  if (year === now.getFullYear() && month < now.getMonth() + 1)
    return { code: 'invalid_expiry_month_past', message: "Your card's expiry date is in the past." };
  if (year > now.getFullYear() + MAX_YEARS_AHEAD)
    return { code: 'invalid_expiry_year', message: "Your card's expiry year is invalid." };
  return null;
}

export function cvcProblem(text: string, number: string): FieldProblem | null {
  const wanted = brandOf(digitsOf(number)).cvcDigits;
  return digitsOf(text).length < wanted
    ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
    : null;
}

/** Postal codes are required where the card's bank checks them. */
const POSTAL_CODES: Readonly<Record<string, { readonly label: string; readonly whole: RegExp }>> = {
  GB: { label: 'Postcode', whole: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i },
  US: { label: 'ZIP code', whole: /^\d{5}(-\d{4})?$/ },
  CA: { label: 'Postal code', whole: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i },
};

/** Null where none is required. */
export function postalLabel(country: string): string | null {
  return POSTAL_CODES[country]?.label ?? null;
}

export function postalProblem(text: string, country: string): FieldProblem | null {
  const rule = POSTAL_CODES[country];
  return rule === undefined || rule.whole.test(text.trim())
    ? null
    : { code: 'incomplete_zip', message: 'Your postal code is incomplete.' };
}
