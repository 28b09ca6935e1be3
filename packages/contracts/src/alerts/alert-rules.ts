/** Alert rules, their dry run, and templates. */
import { DAY_S, FEED_SOURCES } from '@undertow/market';
import { z } from 'zod';
import { decimalString, instant, labelText, marketLine, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { ALERT_TYPES, alertCondition, NEWS_FILTERS, quietHours, SESSION_HOURS } from './alert-conditions.ts';
import { alert } from './alerts.ts';

export const ALERT_NOTIFICATIONS = ['in_app', 'email_in_app'] as const;

/** The editable part of a rule. */
const ruleFields = {
  name: labelText.pipe(z.string().trim().min(1).max(80)),
  notificationMethod: z.enum(ALERT_NOTIFICATIONS),
  isEnabled: z.boolean(),
  /** Empty: every active instrument of the user, those added later included. */
  instrumentIds: z.array(z.number().int().min(1).max(1_000_000)).max(64),
  condition: alertCondition,
  sessionHours: z.enum(SESSION_HOURS),
  /** Left out by clients of earlier releases: `any`. */
  newsWindow: z.enum(NEWS_FILTERS).optional(),
  /** Between two firings for one instrument and, where events raise it, one event type. */
  coolDownSeconds: z.number().int().min(0).max(DAY_S),
  /** Alerts of these hours are stored without sound, desktop notification and mail. */
  quietHours: quietHours.nullable(),
  /** The rule does not fire after this. */
  expiresAt: instant.nullable(),
};

export const alertRuleInput = z.strictObject(ruleFields);
export type AlertRuleInput = z.infer<typeof alertRuleInput>;

/** Why an enabled rule does not fire now; it resumes automatically once the reason is gone. */
export const ALERT_PAUSES = [
  'no_plan',
  'over_limit',
  'advanced',
  'instruments',
  'event_types',
  'expired',
] as const;

export const alertConfiguration = z.object({
  ...ruleFields,
  id: rowId,
  name: z.string(),
  alertType: z.enum(ALERT_TYPES),
  paused: z.enum(ALERT_PAUSES).nullable(),
  /** Why it is paused, one sentence. */
  pausedText: z.string().nullable(),
  /** One sentence each: what makes it fire too often or never. */
  warnings: z.array(z.string()),
  /** Name of the template, or `built-in`; null for a rule of the user's own. */
  origin: z.string().nullable(),
  createdAt: instant,
  lastFiredAt: instant.nullable(),
  /** In the last 24 hours. */
  firedToday: z.number().int().nonnegative(),
});
export type AlertConfiguration = z.infer<typeof alertConfiguration>;

export const listAlertConfigurations = route({
  id: 'listAlertConfigurations',
  method: 'GET',
  path: '/api/alert-configurations',
  access: 'user',
  viewable: true,
  summary: "The user's alert rules, oldest first",
  response: z.array(alertConfiguration),
});

export const createAlertConfiguration = route({
  id: 'createAlertConfiguration',
  method: 'POST',
  path: '/api/alert-configurations',
  access: 'user',
  summary: 'Creates a rule; refused when it can never fire or would fire on every trade',
  body: alertRuleInput,
  response: alertConfiguration,
  status: 201,
});

export const updateAlertConfiguration = route({
  id: 'updateAlertConfiguration',
  method: 'PATCH',
  path: '/api/alert-configurations/:id',
  access: 'user',
  summary: 'Changes, enables or disables a rule',
  params: z.object({ id: rowId }),
  body: alertRuleInput
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'expected at least one field'),
  response: alertConfiguration,
});

export const deleteAlertConfiguration = route({
  id: 'deleteAlertConfiguration',
  method: 'DELETE',
  path: '/api/alert-configurations/:id',
  access: 'user',
  summary: 'Deletes a rule; its alerts are kept',
  params: z.object({ id: rowId }),
  response: okResponse,
});

export const ALERT_MAIL_STATES = ['off', 'queued', 'quiet', 'limited', 'no_address', 'stopped'] as const;

export const testAlertConfiguration = route({
  id: 'testAlertConfiguration',
  method: 'POST',
  path: '/api/alert-configurations/:id/test',
  access: 'user',
  summary: 'Fires a rule once, marked as a test, over every channel of the rule',
  params: z.object({ id: rowId }),
  response: z.object({ alert, mail: z.enum(ALERT_MAIL_STATES) }),
  status: 201,
});

/** Price change after the firing in ticks: up is positive; null where the record ends before. */
const followTicks = z.object({ minutes: z.number().int(), ticks: z.number().int().nullable() });

export const alertDryRun = z.object({
  /** The market that the viewer looks at: the record is of it alone. */
  market: marketLine,
  source: z.enum(FEED_SOURCES),
  /** The recorded period that was evaluated, up to the instant that the viewer may see. */
  from: instant,
  to: instant,
  /** Trading days with a record in it. */
  tradingDays: z.number().int().nonnegative(),
  fires: z.number().int().nonnegative(),
  /** Suppressed by the cool-down. */
  heldBack: z.number().int().nonnegative(),
  /** Outside the regular day session. */
  overnight: z.number().int().nonnegative(),
  /** Newest first, at most 100. */
  firings: z.array(
    z.object({
      at: instant,
      instrumentId: z.number().int(),
      symbol: z.string(),
      price: decimalString,
      title: z.string(),
      /** To open its evidence. */
      eventId: rowId.nullable(),
      after: z.array(followTicks),
    }),
  ),
  /** Over all firings, in ticks: median and the middle half. */
  follow: z.array(
    z.object({
      minutes: z.number().int(),
      count: z.number().int(),
      median: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    }),
  ),
  /** Limits of the record: prices between trades of a minute, a day without recording. */
  limits: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type AlertDryRun = z.infer<typeof alertDryRun>;

export const dryRunAlert = route({
  id: 'dryRunAlert',
  method: 'POST',
  path: '/api/alert-configurations/dry-run',
  access: 'user',
  summary: 'How often a rule would have fired on the recorded past, and the price changes after it',
  body: z.strictObject({ rule: alertRuleInput, tradingDays: z.number().int().min(1).max(60).default(20) }),
  response: alertDryRun,
});

export const alertTemplate = z.object({
  /** Position among the three templates, from 1. */
  id: z.number().int().min(1).max(3),
  name: z.enum(['Scalper', 'Swing Trader', 'Institutional Hunter']),
  description: z.string(),
  /** The rules that it creates; those beyond the viewer's plan are marked. */
  rules: z.array(z.object({ name: z.string(), alertType: z.enum(ALERT_TYPES), inPlan: z.boolean() })),
});
export type AlertTemplate = z.infer<typeof alertTemplate>;

export const listAlertTemplates = route({
  id: 'listAlertTemplates',
  method: 'GET',
  path: '/api/alert-templates',
  access: 'user',
  viewable: true,
  summary: 'The three rule sets that can be applied',
  response: z.array(alertTemplate),
});

/** Applied again it updates its rules for these instruments without duplicates. */
export const createAlertsFromTemplate = route({
  id: 'createAlertsFromTemplate',
  method: 'POST',
  path: '/api/alert-configurations/from-template',
  access: 'user',
  summary: "Applies a template to some of the user's instruments",
  body: z.strictObject({
    templateId: z.number().int().min(1).max(3),
    instrumentIds: z.array(z.number().int().min(1)).min(1).max(64),
  }),
  response: z.array(alertConfiguration),
  status: 201,
});

/** One-click unsubscribe (RFC 8058) from alert mails, or the button of the linked page. */
export const stopAlertMail = route({
  id: 'stopAlertMail',
  method: 'POST',
  path: '/api/alert-mail/stop',
  access: 'public',
  summary: 'Stops alert mails for the person whom the token identifies',
  query: z.strictObject({ token: z.string().min(1).max(256) }),
  response: okResponse,
});

export const ALERT_RULE_ROUTES = [
  listAlertConfigurations,
  createAlertConfiguration,
  createAlertsFromTemplate,
  dryRunAlert,
  updateAlertConfiguration,
  deleteAlertConfiguration,
  testAlertConfiguration,
  listAlertTemplates,
  stopAlertMail,
] as const;
