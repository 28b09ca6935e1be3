/** Parts of the rules' sentences: amounts, counts, instants. */
import { chicagoClock, dayString } from '@undertow/market';
import { formatMicros, type Micros } from '#numbers/money.ts';
import type { Breach } from './rule-state.ts';

const MICROS_A_CENT = 10_000;

/** `1,842.50`: to the cent, thousands in groups, a true minus. */
export function amountText(micros: Micros): string {
  const [whole = '0', fraction = '00'] = formatMicros(
    Math.round(Math.abs(micros) / MICROS_A_CENT) * MICROS_A_CENT,
  ).split('.');
  return `${micros < 0 ? '\u2212' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** `1 day`, `3 days`. */
export function countText(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}

/** `2026-01-07 09:41 Chicago`. */
export function instantText(timeMs: number): string {
  const { day, minute } = chicagoClock(timeMs);
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return `${dayString(day)} ${clock} Chicago`;
}

/** When and how a limit was passed. */
export function breachText(breach: Breach): string {
  return breach.whileOpen
    ? `Breached by the open loss of a trade that closed at ${instantText(breach.atMs)}.`
    : `Breached at ${instantText(breach.atMs)}.`;
}

/**
 * What is left, also in contracts: how many could each lose the average loss of one contract before the limit.
 * `lossPerContractMicros` is null without losing trades.
 */
export function leftText(leftMicros: Micros, lossPerContractMicros: Micros | null): string {
  const left = `${amountText(Math.max(0, leftMicros))} left`;
  if (lossPerContractMicros === null || lossPerContractMicros <= 0) return `${left}.`;
  const contracts = Math.max(0, Math.floor(leftMicros / lossPerContractMicros));
  return `${left}: ${countText(contracts, 'contract')} at your average loss of ${amountText(lossPerContractMicros)} each.`;
}
