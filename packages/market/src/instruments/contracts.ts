/** The dated contract that represents a product on a day, by one rule. */
import { chicagoClock } from '#time/chicago-time.ts';
import { civilFromDays, dayString, daysFromCivil, lastDayOfMonth, nthWeekday } from '#time/civil-date.ts';
import { businessDaysBefore } from '#time/cme-holidays.ts';
import type { Contract, Instrument } from './instrument.ts';
import { INSTRUMENTS } from './instruments.ts';

/**
 * The roll rule of the platform: a contract is the front one until `daysBefore` calendar days before its last trading
 * day, or before its first notice day where delivery notices begin earlier; from the trading day of that date on the
 * next listed month is the front. `daysBefore` follows where volume moves: 8 for equity indices (the Thursday before
 * expiry week), 4 for energies and currencies, 3 for metals and treasuries, 7 for grains. A feed that names its own front
 * contract wins over the rule.
 */
interface RollRule {
  readonly daysBefore: number;
  /** Last trading day of a contract month. */
  readonly expiry: (year: number, month: number) => number;
  /** First notice day is the last business day before the delivery month. */
  readonly notice: boolean;
}

const MONTH_CODES = 'FGHJKMNQUVXZ';

const lastBusinessDay = (year: number, month: number): number =>
  businessDaysBefore(lastDayOfMonth(year, month), 0);
const lastBusinessDayBefore = (year: number, month: number): number =>
  businessDaysBefore(daysFromCivil(year, month, 1) - 1, 0);

function crudeExpiry(year: number, month: number): number {
  const before = month === 1 ? daysFromCivil(year - 1, 12, 25) : daysFromCivil(year, month - 1, 25);
  // Three business days before the 25th of the month before delivery, or before the last business day ahead of it.
  return businessDaysBefore(businessDaysBefore(before, 0), 3);
}

const EQUITY: RollRule = {
  daysBefore: 8,
  expiry: (year, month) => businessDaysBefore(nthWeekday(year, month, 5, 3), 0),
  notice: false,
};
const CURRENCY: RollRule = {
  daysBefore: 4,
  // The second business day before the third Wednesday.
  expiry: (year, month) => businessDaysBefore(nthWeekday(year, month, 3, 3), 2),
  notice: false,
};
const CRUDE: RollRule = { daysBefore: 4, expiry: crudeExpiry, notice: false };
const MICRO_CRUDE: RollRule = {
  daysBefore: 4,
  expiry: (year, month) => businessDaysBefore(crudeExpiry(year, month), 1),
  notice: false,
};
const NATURAL_GAS: RollRule = {
  daysBefore: 4,
  // Three business days before the first of the delivery month.
  expiry: (year, month) => businessDaysBefore(daysFromCivil(year, month, 1), 3),
  notice: false,
};
const REFINED: RollRule = { daysBefore: 4, expiry: lastBusinessDayBefore, notice: false };
const METAL: RollRule = {
  daysBefore: 3,
  // The third last business day of the delivery month.
  expiry: (year, month) => businessDaysBefore(lastBusinessDay(year, month), 2),
  notice: true,
};
const LONG_RATE: RollRule = {
  daysBefore: 3,
  // Seven business days before the last business day of the delivery month.
  expiry: (year, month) => businessDaysBefore(lastBusinessDay(year, month), 7),
  notice: true,
};
const SHORT_RATE: RollRule = { daysBefore: 3, expiry: lastBusinessDay, notice: true };

const GRAIN: RollRule = {
  daysBefore: 7,
  // The business day before the 15th of the delivery month (CBOT Rulebook, chapters 10 to 14).
  expiry: (year, month) => businessDaysBefore(daysFromCivil(year, month, 15), 1),
  notice: true,
};

const RULES: ReadonlyMap<string, RollRule> = new Map([
  ...['ES', 'NQ', 'YM', 'MES', 'MNQ', 'MYM', 'RTY', 'M2K'].map((symbol) => [symbol, EQUITY] as const),
  ...['6E', '6J', '6B', '6A', '6C', '6S', '6N', '6M', 'M6E', 'M6A', 'M6B'].map(
    (symbol) => [symbol, CURRENCY] as const,
  ),
  ...['GC', 'MGC', 'SI', 'SIL', 'HG', 'MHG', 'PL'].map((symbol) => [symbol, METAL] as const),
  ...['ZN', 'TN', 'ZB', 'UB'].map((symbol) => [symbol, LONG_RATE] as const),
  ...['ZF', 'ZT'].map((symbol) => [symbol, SHORT_RATE] as const),
  ...['RB', 'HO'].map((symbol) => [symbol, REFINED] as const),
  ...['ZC', 'ZS', 'ZW', 'KE', 'ZM', 'ZL'].map((symbol) => [symbol, GRAIN] as const),
  ['CL', CRUDE],
  ['MCL', MICRO_CRUDE],
  ['NG', NATURAL_GAS],
]);

function ruleOf(instrument: Instrument): RollRule {
  const rule = RULES.get(instrument.symbol);
  if (!rule) throw new RangeError(`no roll rule for ${instrument.symbol}`);
  return rule;
}

/**
 * The front contract of a product at an instant (milliseconds since 1970 UTC). Days count from 17:00 Chicago, as
 * trading days do. Throws RangeError for a product outside the catalogue.
 */
export function contractAt(instrument: Instrument, timeMs: number): Contract {
  const rule = ruleOf(instrument);
  const clock = chicagoClock(timeMs);
  const today = clock.minute >= 17 * 60 ? clock.day + 1 : clock.day;
  const start = civilFromDays(today);
  // Energies expire in the month before delivery: the search starts at the running month and looks ahead.
  for (let offset = 0; offset < 30; offset += 1) {
    const month = ((start.month - 1 + offset) % 12) + 1;
    const year = start.year + Math.floor((start.month - 1 + offset) / 12);
    const code = MONTH_CODES.charAt(month - 1);
    if (!instrument.months.includes(code)) continue;
    const expiry = rule.expiry(year, month);
    const last = rule.notice ? Math.min(expiry, lastBusinessDayBefore(year, month)) : expiry;
    if (today < last - rule.daysBefore) {
      return {
        instrumentId: instrument.id,
        code: `${instrument.symbol}${code}${year % 10}`,
        expiry: dayString(expiry),
      };
    }
  }
  throw new RangeError(`no contract of ${instrument.symbol} within 30 months`);
}

/**
 * Last trading day, `YYYY-MM-DD`, of a contract of the product by its code; its year is the next one that ends in the
 * code's digit, counted from five years before the instant. Null for a code that is no contract of the product.
 */
export function expiryOfContract(instrument: Instrument, code: string, nearMs: number): string | null {
  const match = /^([FGHJKMNQUVXZ])(\d)$/.exec(code.slice(instrument.symbol.length));
  if (match === null || !code.startsWith(instrument.symbol)) return null;
  const first = civilFromDays(chicagoClock(nearMs).day).year - 5;
  const year = first + ((((Number(match[2]) - first) % 10) + 10) % 10);
  return dayString(ruleOf(instrument).expiry(year, MONTH_CODES.indexOf(match[1]!) + 1));
}

/**
 * The product of a dated contract code with one or two digits of the year (`ESH4`, `6EZ24`); undefined for a product or
 * month outside the catalogue, for spreads and for options.
 */
export function productOfContract(code: string): Instrument | undefined {
  const match = /^([0-9A-Z]{1,3})([FGHJKMNQUVXZ])\d{1,2}$/.exec(code);
  if (!match) return undefined;
  return INSTRUMENTS.find((instrument) => instrument.symbol === match[1] && MONTH_CODES.includes(match[2]!));
}
