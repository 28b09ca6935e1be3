/** One user as administrators see them; every read is a row of the audit log that names the reader. */

import {
  ENTITLEMENT_SUBJECTS,
  explainEntitlement,
  getAdminUser,
  instantOfMs,
  legalVersionOf,
  revokeUserDevice,
} from '@undertow/contracts';
import { WEEK_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { entitlementOf } from '#http/bind/entitlement.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { Sessions } from '#http/session/session.ts';
import type { AuditLog, Erasures, UserInstruments, Users, Watchlist } from '#ports/accounts.ts';
import type { AlertRuleStore } from '#ports/alerts.ts';
import type { Invoices, TrialUses } from '#ports/billing.ts';
import type { Clock } from '#ports/clock.ts';
import type { Licences } from '#ports/controls.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { ImportStore } from '#ports/journal-import.ts';
import type { People, PersonRow, Support, TierHistory } from '#ports/people.ts';
import type { Registrations } from '#ports/registration.ts';
import { ADMIN_FRESH_MS } from './change-routes.ts';
import { explain, symbolOf } from './explain-entitlement.ts';
import { adminUserOf } from './people-routes.ts';

const NEWEST = 50;

const CONSENT_NAMES = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  disclaimer: 'Disclaimer',
  risk_warning: 'Risk warning',
  immediate_supply: 'Begin at once',
} as const;

export interface UserPageParts {
  readonly people: People;
  readonly support: Support;
  readonly users: Users;
  readonly entitlements: Entitlements;
  readonly userInstruments: UserInstruments;
  readonly watchlist: Watchlist;
  readonly sessions: Sessions;
  readonly registrations: Registrations;
  readonly alertRules: AlertRuleStore;
  readonly tradeImports: ImportStore;
  readonly invoices: Invoices;
  readonly trialUses: TrialUses;
  readonly erasures: Erasures;
  readonly connectionSupervisor: ConnectionSupervisor | null;
  readonly audit: AuditLog;
  readonly controls: Pick<Licences, 'licenceTerms'>;
  readonly clock: Clock;
  readonly liveSessionsOf: (userId: string) => ReadonlySet<string>;
}

function sourceOf({ grant, subscription, tier }: TierHistory) {
  if (tier === 'free') return 'none' as const;
  if (grant !== null) return 'grant' as const;
  return subscription?.status === 'trialing' ? ('trial' as const) : ('subscription' as const);
}

const instantOrNull = (atMs: number | null) => (atMs === null ? null : instantOfMs(atMs));

async function entitlementFacts(parts: UserPageParts, person: PersonRow, nowMs: number) {
  const { entitlements, userInstruments, watchlist, support, trialUses } = parts;
  const [entitlement, rows, watched, history, used] = await Promise.all([
    entitlements.of(person.id),
    userInstruments.list(person.id),
    watchlist.list(person.id),
    support.tierAt(person.id, nowMs),
    trialUses.usedBy({ userId: person.id, email: person.email }),
  ]);
  const { rules, activeInstrumentIds } = entitlement;
  const chosen = rows.map(({ instrumentId }) => instrumentId);
  const { grant, subscription } = history;
  return {
    tier: entitlement.tier,
    source: sourceOf(history),
    until: instantOrNull(history.untilMs),
    grant: grant === null ? null : { ...withoutMs(grant), until: instantOrNull(grant.untilMs) },
    subscription:
      subscription === null
        ? null
        : {
            id: subscription.id,
            tier: subscription.tier,
            status: subscription.status,
            periodEndsAt: instantOfMs(subscription.periodEndsAtMs),
          },
    trialUsed: used.size > 0,
    delaySeconds: rules.delaySeconds,
    activeSymbols: activeInstrumentIds.map(symbolOf),
    pausedSymbols: chosen.filter((id) => !activeInstrumentIds.includes(id)).map(symbolOf),
    instrumentsLimit: rules.instrumentsLimit,
    watchlistSymbols: watched.map(symbolOf),
    watchlistLimit: rules.watchlistLimit,
    answers: (chosen.length === 0 ? [1] : chosen.slice(0, 5)).flatMap((instrumentId) =>
      ENTITLEMENT_SUBJECTS.map((what) => explain(entitlement, chosen, history, what, instrumentId)),
    ),
  };
}

const withoutMs = ({ tier, actor, reason }: NonNullable<TierHistory['grant']>) => ({ tier, actor, reason });

async function devicesOf({ sessions, entitlements, liveSessionsOf }: UserPageParts, userId: string) {
  const [rows, { rules }] = await Promise.all([sessions.listOf(userId), entitlements.of(userId)]);
  const live = liveSessionsOf(userId);
  return {
    liveLimit: rules.liveDevices,
    list: rows.map((row) => ({
      id: row.publicId,
      name: row.device,
      signedInAt: instantOfMs(row.createdAtMs),
      lastSeenAt: instantOfMs(row.lastSeenAtMs),
      live: live.has(row.idHash),
    })),
  };
}

async function recordsOf(parts: UserPageParts, userId: string, nowMs: number) {
  const { registrations, alertRules, support, tradeImports, invoices, erasures, connectionSupervisor } =
    parts;
  const [consents, rules, counts, imports, bills, erasure] = await Promise.all([
    registrations.consents(userId),
    alertRules.list(userId),
    support.alertCounts(userId, nowMs - WEEK_MS),
    tradeImports.list(userId),
    invoices.list(userId),
    erasures.find(userId),
  ]);
  return {
    consents: consents.map(({ kind, version, atMs }) => {
      const current = legalVersionOf(kind).version === version;
      return { text: CONSENT_NAMES[kind], version, at: instantOfMs(atMs), current };
    }),
    alerts: {
      rules: rules.length,
      disabled: rules.filter(({ isEnabled }) => !isEnabled).length,
      lastSevenDays: counts.count,
      lastSevenDaysRead: counts.read,
    },
    imports: imports.slice(0, NEWEST).map(({ id, platform, importedAtMs, imported, undoneAtMs }) => ({
      id: String(id),
      platform,
      at: instantOfMs(importedAtMs),
      trades: imported,
      state: undoneAtMs === null ? 'stored' : 'undone',
    })),
    payments: bills.slice(0, NEWEST).map((bill) => ({
      number: bill.number,
      at: instantOfMs(bill.createdAtMs),
      text: bill.description,
      amountPence: bill.totalPence,
      refundedPence: bill.refundedPence,
      status: bill.status,
    })),
    connection: (await connectionSupervisor?.stateOf(userId)) ?? {},
    erasureDueAt: instantOrNull(erasure?.dueAtMs ?? null),
  };
}

export function bindUserRoutes(binder: RouteBinder, parts: UserPageParts): void {
  const { people, support, entitlements, userInstruments, watchlist, sessions, audit, clock, controls } =
    parts;

  async function found(userId: string, nowMs: number): Promise<PersonRow> {
    const person = await people.find(userId, nowMs);
    if (person === undefined) throw new AppError('NOT_FOUND');
    return person;
  }

  binder.bindAdmin(getAdminUser, async ({ user, params, request }) => {
    const nowMs = clock.nowMs();
    const person = await found(params.userId, nowMs);
    const entry = { actor: user.userId, action: 'user.page-opened', subject: person.id } as const;
    await audit.append({ ...entry, details: {}, requestId: request.id }, nowMs);
    const [entitlement, devices, records] = await Promise.all([
      entitlementFacts(parts, person, nowMs),
      devicesOf(parts, person.id),
      recordsOf(parts, person.id, nowMs),
    ]);
    return { user: adminUserOf(person), entitlement, devices, ...records };
  });

  binder.bindAdmin(explainEntitlement, async ({ user, params, query, request }) => {
    const nowMs = clock.nowMs();
    const { id } = await found(params.userId, nowMs);
    const atMs = query.at === undefined ? nowMs : Date.parse(query.at);
    const details = { what: query.what, instrumentId: query.instrumentId, at: query.at ?? null };
    const entry = { actor: user.userId, action: 'user.explained', subject: id } as const;
    await audit.append({ ...entry, details, requestId: request.id }, nowMs);
    const [instruments, watched, history] = await Promise.all([
      userInstruments.list(id),
      watchlist.list(id),
      support.tierAt(id, atMs),
    ]);
    const lists = { instruments, watched };
    const decided =
      query.at === undefined
        ? await entitlements.of(id)
        : entitlementOf(id, history.tier, lists, controls.licenceTerms());
    const chosen = instruments.map(({ instrumentId }) => instrumentId);
    const answer = explain(decided, chosen, history, query.what, query.instrumentId);
    const delaySeconds = answer.allowed ? decided.access(query.instrumentId).delaySeconds : null;
    return { decidedAt: instantOfMs(atMs), answer, delaySeconds };
  });

  binder.bindAdmin(revokeUserDevice, async ({ user, params, request }) => {
    const nowMs = clock.nowMs();
    requireFresh(user, nowMs, ADMIN_FRESH_MS);
    const { userId, id } = params;
    const count = await sessions.endOf(userId, { publicId: id });
    if (count === 0) throw new AppError('NOT_FOUND');
    const entry = { actor: user.userId, action: 'session.revoked', subject: userId } as const;
    await audit.append({ ...entry, details: { count }, requestId: request.id }, nowMs);
    return OK;
  });
}
