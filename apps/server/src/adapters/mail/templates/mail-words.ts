/** How mails write amounts, instants, names and addresses. */
import { DEFAULT_TIME_ZONE, isTimeZone, type PaidTier, PLANS } from '@undertow/contracts';
import type { MailContext } from './mail-body.ts';

/** 9900 becomes `£99.00`. */
export function pounds(amountPence: number): string {
  const whole = Math.abs(amountPence);
  const sign = amountPence < 0 ? '\u2212' : '';
  const groups = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}£${groups}.${String(whole % 100).padStart(2, '0')}`;
}

/** The zone that a user chose, or London. */
export function zoneOf(timeZone: string | null): string {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE;
}

/** `Friday 4 December 2026 at 14:30 (Europe/London)`. */
export function instantWords(atMs: number, { timeZone }: Pick<MailContext, 'timeZone'>): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`;
  return `${day} at ${part('hour')}:${part('minute')} (${timeZone.replaceAll('_', ' ')})`;
}

/** `Friday 4 December 2026`, for subjects. */
export function dayWords(atMs: number, context: Pick<MailContext, 'timeZone'>): string {
  return instantWords(atMs, context).replace(/ at .*$/, '');
}

export function planName(tier: PaidTier): string {
  return PLANS.find((plan) => plan.id === tier)?.name ?? tier;
}

/** `Hello Jane,`. What does not look like a name is left out: a mail of ours carries nobody's words or addresses. */
export function greeting(firstName: string | null): string {
  const name = firstName?.trim() ?? '';
  return /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u.test(name) ? `Hello ${name},` : 'Hello,';
}

/** The provider's page where its address is one that a browser may be sent to, else our own. */
export function pageOf(url: string | null, { publicOrigin }: MailContext): string {
  const own = `${publicOrigin}/settings?tab=account`;
  if (url === null || !URL.canParse(url)) return own;
  const { protocol, hostname, href } = new URL(url);
  const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
  return protocol === 'https:' || isLocal ? href : own;
}
