/** Words of a user's entitlement, activity and payments. Pure. */
import { type AdminUserPageFacts, type ENTITLEMENT_SUBJECTS, UNLIMITED } from '@undertow/contracts';
import { ADMIN_ZONE } from '#features/admin/parts/user-words.ts';
import { countOf, formatMoney, formatSize } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';
import { TIER_WORDS } from '#lib/words/words.ts';

type Entitlement = AdminUserPageFacts['entitlement'];
type Payment = AdminUserPageFacts['payments'][number];
export type ExplainSubject = (typeof ENTITLEMENT_SUBJECTS)[number];

export const SUBJECT_WORDS: Readonly<Record<ExplainSubject, string>> = {
  live_data: 'Live data',
  events: 'Order-flow events',
  patterns: 'AI patterns',
  history: 'History',
  alerts: 'Alerts',
};

const dayText = (at: string): string => formatDate(Date.parse(at), ADMIN_ZONE);
const untilText = (at: string | null): string => (at === null ? '' : `, until ${dayText(at)}`);

function used(count: number, limit: number): string {
  return limit === UNLIMITED
    ? `${formatSize(count)}, unlimited`
    : `${formatSize(count)} of ${formatSize(limit)}`;
}

function subscriptionText({ subscription }: Entitlement): string {
  if (subscription === null) return 'none';
  const { tier, status, periodEndsAt } = subscription;
  return `${TIER_WORDS[tier]}, ${status.replaceAll('_', ' ')}${untilText(periodEndsAt)}`;
}

function delayText(seconds: number): string {
  return seconds === 0 ? 'no delay' : `delayed ${seconds / 60} min`;
}

const SOURCES: Readonly<Record<Entitlement['source'], string>> = {
  grant: 'by grant',
  subscription: 'by subscription',
  trial: 'in trial',
  none: 'no subscription or grant',
};

export function entitlementFacts(facts: Entitlement): readonly (readonly [string, string])[] {
  const { grant, activeSymbols, pausedSymbols } = facts;
  return [
    ['Current plan', `${TIER_WORDS[facts.tier]}, ${SOURCES[facts.source]}${untilText(facts.until)}`],
    ['Subscription', subscriptionText(facts)],
    [
      'Grant',
      grant === null
        ? 'none'
        : `${TIER_WORDS[grant.tier]}${untilText(grant.until)}, by ${grant.actor}: ${grant.reason}`,
    ],
    ['Market data', delayText(facts.delaySeconds)],
    [
      'Instruments',
      [used(activeSymbols.length, facts.instrumentsLimit), activeSymbols.join(', ')]
        .filter(Boolean)
        .join(': '),
    ],
    ['Paused', pausedSymbols.length === 0 ? 'none' : pausedSymbols.join(', ')],
    ['Watchlist', used(facts.watchlistSymbols.length, facts.watchlistLimit)],
    ['Trial', facts.trialUsed ? 'used' : 'not used'],
  ];
}

function connectionText({ connection }: AdminUserPageFacts): string {
  if (connection.status === undefined) return 'Not Set';
  return connection.errorMessage ? `${connection.status}, ${connection.errorMessage}` : connection.status;
}

export function activityFacts(facts: AdminUserPageFacts): readonly (readonly [string, string])[] {
  const { alerts, imports, consents } = facts;
  const trades = imports.reduce((sum, one) => sum + one.trades, 0);
  return [
    ['Alert rules', `${formatSize(alerts.rules)}, ${formatSize(alerts.disabled)} disabled`],
    ['Alerts, 7 days', `${formatSize(alerts.lastSevenDays)}, ${formatSize(alerts.lastSevenDaysRead)} read`],
    ['Imports', `${formatSize(imports.length)}, ${countOf(trades, 'trade')}`],
    ['Connection', connectionText(facts)],
    [
      'Consents',
      `${formatSize(consents.filter(({ current }) => current).length)} of ${formatSize(consents.length)} current`,
    ],
  ];
}

/** `£99.00`, with what was given back. */
export function amountText({ amountPence, refundedPence }: Payment): string {
  return refundedPence === 0
    ? formatMoney(amountPence)
    : `${formatMoney(amountPence)}, ${formatMoney(refundedPence)} refunded`;
}

/** The head of an answer: `Allowed: …` or `Not allowed: …`. */
export function verdictText({ allowed, question }: Entitlement['answers'][number]): string {
  return `${allowed ? 'Allowed' : 'Not allowed'}: ${question}`;
}

/** How far behind the market it is seen; null where there is nothing to see. */
export function seenText(delaySeconds: number | null): string {
  return delaySeconds === null ? 'nothing is shown' : delayText(delaySeconds);
}
