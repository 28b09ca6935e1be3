/** What a move to a tier would cost, to the penny, and when it would begin. */
import {
  instantOfMs,
  type PaidTier,
  type SubscriptionQuote,
  TIER_RULES,
  TRIAL_DAYS,
} from '@undertow/contracts';
import { DAY_MS, instrumentById } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { withinLimit } from '#http/bind/entitlement.ts';
import type { SubscriptionSnapshot } from '#ports/billing.ts';
import type { FlowParts } from './billing-parts.ts';
import { monthAfter } from './month-after.ts';
import { customerFor } from './start-subscription.ts';
import { isLarger, isRunning, isUnstarted, priceOf } from './subscription-state.ts';
import { hasUsedTrial } from './trial-right.ts';

/** Nothing is charged now. */
const NOTHING_DUE = { dueNowPence: 0, vatPence: 0, lines: [], prorationDate: null, pausedSymbols: [] };

async function quoteStart(parts: FlowParts, userId: string, tier: PaidTier): Promise<SubscriptionQuote> {
  const nowMs = parts.clock.nowMs();
  const next = { tier, startsAt: instantOfMs(nowMs), nextChargePence: priceOf(tier) };
  if (!(await hasUsedTrial(parts, userId))) {
    const nextChargeAt = instantOfMs(nowMs + TRIAL_DAYS * DAY_MS);
    return { ...NOTHING_DUE, ...next, kind: 'trial', nextChargeAt };
  }
  const preview = await parts.gateway.previewStart(await customerFor(parts, userId), tier);
  return {
    ...next,
    kind: 'start',
    dueNowPence: Math.max(0, preview.totalPence),
    vatPence: Math.max(0, preview.vatPence),
    lines: [...preview.lines],
    nextChargeAt: instantOfMs(monthAfter(nowMs)),
    prorationDate: null,
    pausedSymbols: [],
  };
}

async function quoteUpgrade(
  { gateway, clock }: FlowParts,
  snapshot: SubscriptionSnapshot,
  tier: PaidTier,
): Promise<SubscriptionQuote> {
  const next = {
    tier,
    kind: 'upgrade' as const,
    startsAt: instantOfMs(clock.nowMs()),
    nextChargeAt: instantOfMs(snapshot.periodEndsAtMs),
    nextChargePence: priceOf(tier),
  };
  if (snapshot.status === 'trialing') return { ...NOTHING_DUE, ...next };
  const preview = await gateway.previewChange(snapshot, tier, null);
  return {
    ...next,
    dueNowPence: Math.max(0, preview.totalPence),
    vatPence: Math.max(0, preview.vatPence),
    lines: [...preview.lines],
    prorationDate: preview.prorationDate,
    pausedSymbols: [],
  };
}

/** Instruments that the larger limit keeps active and the smaller one would pause. */
async function pausedBy(
  { userInstruments }: FlowParts,
  userId: string,
  from: PaidTier,
  to: PaidTier,
): Promise<string[]> {
  const active = withinLimit(await userInstruments.list(userId), TIER_RULES[from].instrumentsLimit);
  const kept = new Set(withinLimit(active, TIER_RULES[to].instrumentsLimit));
  return active
    .filter((row) => !kept.has(row))
    .flatMap(({ instrumentId }) => instrumentById(instrumentId)?.symbol ?? []);
}

/** Quotes a move to the tier. Throws `PAYMENT_DUE` while a payment is open, and `BillingFailure`. */
export async function quoteTier(
  parts: FlowParts,
  userId: string,
  tier: PaidTier,
): Promise<SubscriptionQuote> {
  const snapshot = (await parts.billingStore.current(userId))?.snapshot;
  if (snapshot === undefined || isUnstarted(snapshot)) return quoteStart(parts, userId, tier);
  if (!isRunning(snapshot)) throw new AppError('PAYMENT_DUE');
  if (isLarger(tier, snapshot.tier)) return quoteUpgrade(parts, snapshot, tier);
  const periodEndsAt = instantOfMs(snapshot.periodEndsAtMs);
  const common = { ...NOTHING_DUE, tier, nextChargeAt: periodEndsAt };
  if (tier === snapshot.tier) {
    const startsAt = instantOfMs(snapshot.periodStartsAtMs);
    return { ...common, kind: 'current', startsAt, nextChargePence: snapshot.pricePence };
  }
  return {
    ...common,
    kind: 'downgrade',
    startsAt: periodEndsAt,
    nextChargePence: priceOf(tier),
    pausedSymbols: await pausedBy(parts, userId, snapshot.tier, tier),
  };
}
