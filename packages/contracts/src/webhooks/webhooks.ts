/** Webhooks of the signed-in user: endpoints that events, alerts and imports are delivered to, and their deliveries. */
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { z } from 'zod';
import { instant, instrumentId, labelText, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

/** What a webhook is notified of. */
export const WEBHOOK_TOPICS = [
  'event.raised',
  'event.updated',
  'event.settled',
  'alert.fired',
  'import.finished',
] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];

/** `standard`: JSON, signed as Standard Webhooks specifies. The others are messages in the form of the named service, which checks no signature. */
export const WEBHOOK_FORMATS = ['standard', 'discord', 'slack', 'telegram'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** `gone`: the receiver answered 410. `failing`: a delivery was given up, and nothing else was accepted in the meantime. */
export const WEBHOOK_PAUSES = ['gone', 'failing'] as const;

/** `withheld`: plan, licence or instruments of the owner did not include it any more when it was due. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'withheld'] as const;

/** Attempts at one delivery end after so long; a paused webhook keeps what waits for as long. */
export const WEBHOOK_RETRY_HOURS = 24;
/** A replaced secret signs beside the new one for so long. */
export const WEBHOOK_ROTATION_HOURS = 24;
/** Deliveries of a user in a day in UTC, over all webhooks; beyond it nothing is stored. */
export const MAX_WEBHOOKS_A_DAY = 10_000;
/** Deliveries a list shows. */
export const WEBHOOK_DELIVERIES_SHOWN = 50;
/** Most letters of an answer that are stored. */
export const WEBHOOK_ANSWER_LETTERS = 1000;

/** Whether it is a public one is checked at each delivery. */
const receiverAddress = z
  .url()
  .max(500)
  .regex(
    /^https?:\/\/[^\s/?#@\\]{1,255}(?:[/?][^\s#]*)?$/,
    'expected an address such as https://hooks.example.com/undertow, without user and fragment',
  );

const unique = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;

const choices = {
  name: labelText.pipe(z.string().trim().min(1).max(60)),
  topics: z
    .array(z.enum(WEBHOOK_TOPICS))
    .min(1, 'expected at least one topic')
    .max(WEBHOOK_TOPICS.length)
    .refine(unique, 'expected each topic once'),
  /** Of events and alerts; empty: all types of the plan. */
  eventTypes: z
    .array(z.enum(FLOW_EVENT_TYPES))
    .max(FLOW_EVENT_TYPES.length)
    .refine(unique, 'expected each type once'),
  /** Of events and alerts; empty: every active instrument of the user. */
  instrumentIds: z.array(instrumentId).max(100).refine(unique, 'expected each instrument once'),
};

export const webhook = z.object({
  id: rowId,
  name: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  /** Without what may be secret in it: the query, and for ready-made messages the path. */
  address: z.string(),
  /** The last four characters of the secret; null where nothing is signed. */
  secretTail: z.string().nullable(),
  /** Until when the replaced secret signs too; null without one. */
  previousSecretUntil: instant.nullable(),
  topics: z.array(z.enum(WEBHOOK_TOPICS)),
  eventTypes: z.array(z.enum(FLOW_EVENT_TYPES)),
  instrumentIds: z.array(z.number().int()),
  createdAt: instant,
  paused: z.object({ at: instant, reason: z.enum(WEBHOOK_PAUSES) }).nullable(),
  /** Attempts in a row that failed, and the status of the last answer; null where there was none. */
  failures: z.number().int().nonnegative(),
  lastStatus: z.number().int().nullable(),
  waiting: z.number().int().nonnegative(),
});
export type WebhookDto = z.infer<typeof webhook>;

export const webhookDelivery = z.object({
  /** Also sent as `webhook-id`: the same for every attempt. */
  id: rowId,
  topic: z.enum([...WEBHOOK_TOPICS, 'webhook.test']),
  /** What it is about, in words. */
  label: z.string(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  createdAt: instant,
  attempts: z.number().int().nonnegative(),
  isResent: z.boolean(),
  /** When it is tried again; null once it is settled. */
  nextAttemptAt: instant.nullable(),
  lastAttemptAt: instant.nullable(),
  /** Of the last attempt: the status of the answer, or why there was none; both null before the first one. */
  status: z.number().int().nullable(),
  failure: z.string().nullable(),
  /** How the answer begins, as text. */
  answer: z.string().nullable(),
  tookMs: z.number().int().nonnegative().nullable(),
});
export type WebhookDeliveryDto = z.infer<typeof webhookDelivery>;

export const listWebhooks = route({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  access: 'user',
  viewable: true,
  summary: 'Webhooks of the user, oldest first, and what is left of their limits',
  response: z.object({
    webhooks: z.array(webhook),
    /** By the plan; 0 without webhooks. */
    limit: z.number().int().nonnegative(),
    /** Deliveries of this day in UTC, and how many a day may have. */
    today: z.number().int().nonnegative(),
    dailyLimit: z.number().int().nonnegative(),
  }),
});
export type WebhookList = z.infer<typeof listWebhooks.response>;

export const newWebhook = z
  .strictObject({
    ...choices,
    format: z.enum(WEBHOOK_FORMATS),
    address: receiverAddress,
    /** Telegram's id of a chat, or the name of a channel; of no other format. */
    chat: z
      .string()
      .regex(/^(-?\d{1,20}|@\w{5,32})$/, 'expected a number such as -1001234567890, or @channel')
      .nullable(),
  })
  .refine(({ format, chat }) => (format === 'telegram') === (chat !== null), {
    path: ['chat'],
    message: 'expected a chat for Telegram, and none for others',
  });
export type NewWebhook = z.infer<typeof newWebhook>;

/** Requires a sign-in within the last ten minutes. The secret is in this response only; null where nothing is signed. */
export const createWebhook = route({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  access: 'user',
  summary: 'Adds a webhook',
  body: newWebhook,
  response: z.object({ webhook, secret: z.string().nullable() }),
  status: 201,
});

const ofWebhook = z.strictObject({ id: rowId });

export const changeWebhook = route({
  id: 'changeWebhook',
  method: 'PATCH',
  path: '/api/webhooks/:id',
  access: 'user',
  summary: 'Changes the name of a webhook and what it is notified of',
  params: ofWebhook,
  body: z.strictObject(choices).partial(),
  response: webhook,
});

export const deleteWebhook = route({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'user',
  summary: 'Deletes a webhook and its deliveries',
  params: ofWebhook,
  response: okResponse,
});

/** Requires a sign-in within the last ten minutes. The secret is in this response only. */
export const rotateWebhookSecret = route({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  access: 'user',
  summary: 'Makes a new secret; the present one signs too for another day',
  params: ofWebhook,
  response: z.object({ webhook, secret: z.string() }),
});

export const resumeWebhook = route({
  id: 'resumeWebhook',
  method: 'POST',
  path: '/api/webhooks/:id/resume',
  access: 'user',
  summary: 'Resumes a paused webhook with what still waits',
  params: ofWebhook,
  response: webhook,
});

export const testWebhook = route({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/:id/test',
  access: 'user',
  summary: 'Sends a test message, without market data',
  params: ofWebhook,
  response: okResponse,
});

export const listWebhookDeliveries = route({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  access: 'user',
  viewable: true,
  summary: 'Latest deliveries of a webhook, newest first, at most 50, and the numbers of this day in UTC',
  params: ofWebhook,
  response: z.object({
    deliveries: z.array(webhookDelivery),
    today: z.number().int().nonnegative(),
    deliveredToday: z.number().int().nonnegative(),
  }),
});
export type WebhookDeliveryList = z.infer<typeof listWebhookDeliveries.response>;

export const resendWebhookDelivery = route({
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/resend',
  access: 'user',
  summary: 'Sends a delivery again now, with the same id',
  params: z.strictObject({ id: rowId, deliveryId: rowId }),
  response: okResponse,
});

export const WEBHOOK_ENDPOINT_ROUTES = [
  listWebhooks,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  resumeWebhook,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,
] as const;
