/** Webhooks of the signed-in user: added with a secret that is shown once, changed, tested, resumed, and their deliveries. */
import { randomBytes } from 'node:crypto';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  instantOfMs,
  listWebhookDeliveries,
  listWebhooks,
  MAX_WEBHOOKS_A_DAY,
  type NewWebhook,
  resendWebhookDelivery,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  WEBHOOK_DELIVERIES_SHOWN,
  WEBHOOK_ROTATION_HOURS,
  type WebhookDto,
} from '@undertow/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { ListedWebhook, WebhookStore } from '#ports/webhooks/webhooks.ts';
import { newDelivery } from '#webhooks/new-delivery.ts';
import { testMessage } from '#webhooks/webhook-messages.ts';

/** Tests and repeats: both reach out to somebody else's server. */
const SENT_BY_HAND_A_MINUTE = 30;
/** 192 bits, the least that Standard Webhooks requires, and 32 letters without padding. */
const SECRET_BYTES = 24;

interface WebhookParts {
  readonly webhooks: WebhookStore;
  readonly entitlements: Entitlements;
  readonly clock: Clock;
}

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

function shown(row: ListedWebhook, nowMs: number): WebhookDto {
  const { id, name, format, shownAddress: address, secretTail, previousUntilMs, pausedAtMs } = row;
  const { topics, eventTypes, instrumentIds, createdAtMs, pauseReason, failures, lastStatus, waiting } = row;
  return {
    ...{ id, name, format, address, secretTail, failures, lastStatus, waiting },
    ...{ topics: [...topics], eventTypes: [...eventTypes], instrumentIds: [...instrumentIds] },
    previousSecretUntil:
      previousUntilMs === null || previousUntilMs <= nowMs ? null : instantOfMs(previousUntilMs),
    createdAt: instantOfMs(createdAtMs),
    paused:
      pausedAtMs === null || pauseReason === null
        ? null
        : { at: instantOfMs(pausedAtMs), reason: pauseReason },
  };
}

/** What a query holds may be secret, and of chat services the path is. */
function shownAddressOf({ address, format }: NewWebhook): string {
  const { origin, pathname } = new URL(address);
  return format === 'standard' ? `${origin}${pathname}` : origin;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError('NOT_FOUND');
  return value;
}

/** How many the plan has. Those of a smaller plan stay, and can only be read and deleted. */
async function limitOf(
  { entitlements }: Pick<WebhookParts, 'entitlements'>,
  userId: string,
): Promise<number> {
  const { rules } = await entitlements.of(userId, 'api');
  if (rules.webhooksLimit === 0) throw new AppError('API_NOT_IN_PLAN');
  return rules.webhooksLimit;
}

function bindChanges(binder: RouteBinder, { webhooks, clock, ...parts }: WebhookParts): void {
  binder.bindUser(createWebhook, async ({ user, body, request }) => {
    const nowMs = clock.nowMs();
    requireFresh(user, nowMs);
    const limit = await limitOf(parts, user.userId);
    const secret = body.format === 'standard' ? newSecret() : null;
    const row = { ...body, userId: user.userId, shownAddress: shownAddressOf(body), secret };
    const added = await webhooks.add(row, limit, { nowMs, requestId: request.id });
    if (added === null) throw new AppError('WEBHOOKS_OFF');
    if (added === undefined) throw new AppError('WEBHOOK_LIMIT');
    return { webhook: shown(added, nowMs), secret };
  });
  binder.bindUser(changeWebhook, async ({ user: { userId }, params, body }) => {
    await limitOf(parts, userId);
    return shown(found(await webhooks.change(userId, params.id, body)), clock.nowMs());
  });
  binder.bindUser(deleteWebhook, async ({ user: { userId }, params, request }) => {
    const act = { nowMs: clock.nowMs(), requestId: request.id };
    if (!(await webhooks.remove(userId, params.id, act))) throw new AppError('NOT_FOUND');
    return OK;
  });
  binder.bindUser(rotateWebhookSecret, async ({ user, params, request }) => {
    const nowMs = clock.nowMs();
    requireFresh(user, nowMs);
    await limitOf(parts, user.userId);
    const secret = newSecret();
    const replacement = { secret, previousUntilMs: nowMs + WEBHOOK_ROTATION_HOURS * HOUR_MS };
    const act = { nowMs, requestId: request.id };
    const row = found(await webhooks.replaceSecret(user.userId, params.id, replacement, act));
    return { webhook: shown(row, nowMs), secret };
  });
  binder.bindUser(resumeWebhook, async ({ user: { userId }, params }) => {
    await limitOf(parts, userId);
    const nowMs = clock.nowMs();
    return shown(found(await webhooks.resume(userId, params.id, nowMs)), nowMs);
  });
}

export function bindWebhookSettings(binder: RouteBinder, parts: WebhookParts): void {
  const { webhooks, entitlements, clock } = parts;
  const countSending = createUserLimit(SENT_BY_HAND_A_MINUTE, MINUTE_MS, clock);
  const dayOf = (nowMs: number): number => nowMs - (nowMs % DAY_MS);

  binder.bindUser(listWebhooks, async ({ user: { userId } }) => {
    const nowMs = clock.nowMs();
    const { rules } = await entitlements.of(userId, 'api');
    const rows = await webhooks.list(userId);
    const { all: today } = await webhooks.count(userId, dayOf(nowMs));
    const limits = { limit: rules.webhooksLimit, dailyLimit: MAX_WEBHOOKS_A_DAY };
    return { webhooks: rows.map((row) => shown(row, nowMs)), today, ...limits };
  });
  bindChanges(binder, parts);
  binder.bindUser(testWebhook, async ({ user: { userId }, params }) => {
    await limitOf(parts, userId);
    countSending(userId);
    const webhook = found((await webhooks.list(userId)).find(({ id }) => id === params.id));
    const nowMs = clock.nowMs();
    await webhooks.put(newDelivery(webhook, testMessage(nowMs)), nowMs);
    return OK;
  });
  binder.bindUser(listWebhookDeliveries, async ({ user: { userId }, params: { id } }) => {
    found((await webhooks.list(userId)).find((row) => row.id === id));
    const { all, delivered } = await webhooks.count(userId, dayOf(clock.nowMs()), id);
    const deliveries = await webhooks.deliveries(userId, id, WEBHOOK_DELIVERIES_SHOWN);
    return { deliveries: [...deliveries], today: all, deliveredToday: delivered };
  });
  binder.bindUser(resendWebhookDelivery, async ({ user: { userId }, params: { id, deliveryId } }) => {
    await limitOf(parts, userId);
    countSending(userId);
    if (!(await webhooks.resend(userId, id, deliveryId, clock.nowMs()))) throw new AppError('NOT_FOUND');
    return OK;
  });
}
