/** Figures in sentences: money with sign and currency, rates, counts; the true minus sign, no false precision. */
import { MICROS_PER_UNIT } from '#numbers/money.ts';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
  ['JPY', '¥'],
]);

/** `$38.20`, `−$38.20`, `1,234 CHF`: cents below 100, whole units from there on. */
export function moneyText(micros: number, currency: string | null): string {
  const units = Math.abs(micros) / MICROS_PER_UNIT;
  const whole = units >= 99.995;
  const figure = grouped(units.toFixed(whole ? 0 : 2));
  const sign = micros < 0 && Number(figure.replaceAll(',', '')) !== 0 ? '−' : '';
  const mark = SIGNS.get(currency ?? '');
  return mark ? `${sign}${mark}${figure}` : `${sign}${figure}${currency ? ` ${currency}` : ''}`;
}

/** With a plus before gains: `+$12.10`. */
export function signedMoney(micros: number, currency: string | null): string {
  const text = moneyText(micros, currency);
  return micros > 0 ? `+${text}` : text;
}

/** `41%` of 0.41; a tenth below ten percent. */
export function rateText(rate: number): string {
  const percent = Math.abs(rate) * 100;
  const figure = percent < 10 && percent > 0 ? percent.toFixed(1) : percent.toFixed(0);
  return `${rate < 0 && Number(figure) !== 0 ? '−' : ''}${figure}%`;
}

/** `1,234`. */
export function countText(count: number): string {
  return `${count < 0 ? '−' : ''}${grouped(Math.abs(Math.round(count)).toFixed(0))}`;
}

/** `1.42`. */
export function ratioText(ratio: number): string {
  return `${ratio < 0 ? '−' : ''}${Math.abs(ratio).toFixed(2)}`;
}

/** `1 trade`, `31 trades`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

function grouped(figure: string): string {
  return figure.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
