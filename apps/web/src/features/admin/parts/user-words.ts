/** Words of a user in the administration: name, limit, day of joining, shares and amounts. Pure. */
import { type AdminUser, UNLIMITED } from '@undertow/contracts';
import { formatSize } from '#lib/format/formats.ts';

/** The zone of administrative days. */
export const ADMIN_ZONE = 'Europe/London';

type Named = Pick<AdminUser, 'firstName' | 'lastName' | 'email' | 'id'>;

/** The full name where both parts are known, else the address. */
export function personName({ firstName, lastName, email, id }: Named): string {
  const full = firstName && lastName ? `${firstName} ${lastName}` : email;
  return full ?? id;
}

/** `person@example.com, admin`: how a user is offered for a choice. */
export function choiceText({ email, id, role }: Pick<AdminUser, 'email' | 'id' | 'role'>): string {
  return `${email ?? id}, ${role}`;
}

export function limitText(limit: number): string {
  return limit === UNLIMITED ? 'Unlimited' : formatSize(limit);
}

const joined = new Intl.DateTimeFormat('en-US', {
  timeZone: ADMIN_ZONE,
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** `Nov 3, 2026`, the day in London; `Unknown` for what is no instant. */
export function joinedText(createdAt: string | null): string {
  const timeMs = createdAt === null ? Number.NaN : Date.parse(createdAt);
  return Number.isNaN(timeMs) ? 'Unknown' : joined.format(timeMs);
}

export const ROLE_WORDS = { admin: 'Admin', user: 'User' } as const;

/** Per cent of the registered who have a tier, with one decimal: `40.8%`; null without registrations. */
export function conversionText(active: number, total: number): string {
  return `${total === 0 ? '0.0' : ((active / total) * 100).toFixed(1)}%`;
}

const wholePounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
});
const exactPounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** Pounds: `£14,763`, with pence where there are some. */
export function poundsText(pounds: number): string {
  return (Number.isInteger(pounds) ? wholePounds : exactPounds).format(pounds);
}
