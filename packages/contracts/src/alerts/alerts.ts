/** Alerts of the signed-in user. */
import { FEED_SOURCES, type FeedSource, FLOW_EVENT_TYPES, isSimulatedSource } from '@undertow/market';
import { z } from 'zod';
import { instant, instrumentId, type MarketLine, marketLine, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { ALERT_TYPES } from './alert-conditions.ts';

export const alert = z.object({
  id: rowId,
  instrumentId: z.number().int().nullable(),
  /** The event that raised it, to open its evidence. */
  eventId: rowId.nullable(),
  /** The rule that fired; null once it was deleted. */
  ruleId: rowId.nullable(),
  /** Every rule of the user that the event matched, the first one first; deleted rules are left out. */
  rules: z.array(z.object({ id: rowId, name: z.string() })),
  alertType: z.enum(ALERT_TYPES),
  /** Of its event; null for an alert without one. */
  eventType: z.enum(FLOW_EVENT_TYPES).nullable(),
  /** Contracts of its event in the state that the text describes; null also for alerts of an earlier release. */
  eventSize: z.number().int().nonnegative().nullable(),
  /** Whose market data raised it: rules are evaluated on the market that their owner looks at. */
  market: marketLine,
  /** Null for an alert of an earlier release, and for a test. */
  source: z.enum(FEED_SOURCES).nullable(),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  /** Stored without sound and notification: every rule that matched was in quiet hours. */
  isQuiet: z.boolean(),
  /** Fired by hand to test the rule. */
  isTest: z.boolean(),
  /** Market time of its event, to open the chart there. */
  marketAt: instant.nullable(),
  /** On the viewer's clock: a delayed tier's alert is created when they may see its event. */
  createdAt: instant,
});
export type AlertDto = z.infer<typeof alert>;

interface AlertMarket {
  readonly market: MarketLine;
  readonly source: FeedSource | null;
}

/** Names the market of an alert, in list, notification and mail. */
export function alertMarketWords({ market, source }: AlertMarket): string {
  if (market === 'own') return 'Your own feed';
  if (source !== null && isSimulatedSource(source)) return 'Undertow feed, simulated';
  return source === 'replay' ? 'Undertow feed, recorded' : 'Undertow feed';
}

export const listAlerts = route({
  id: 'listAlerts',
  method: 'GET',
  path: '/api/alerts',
  access: 'user',
  viewable: true,
  summary:
    'Alerts, newest first, at most 100: one per event, however many rules matched, with the text of its newest state',
  /** `before` is the id of an alert: those older than it. */
  query: z.strictObject({ instrumentId: instrumentId.optional(), before: rowId.optional() }),
  response: z.array(alert),
});

export const markAlertRead = route({
  id: 'markAlertRead',
  method: 'POST',
  path: '/api/alerts/:id/read',
  access: 'user',
  summary: 'Marks one alert read',
  params: z.object({ id: rowId }),
  response: okResponse,
});

export const markAllAlertsRead = route({
  id: 'markAllAlertsRead',
  method: 'POST',
  path: '/api/alerts/read-all',
  access: 'user',
  summary: 'Marks every alert of the user read',
  response: okResponse,
});

export const ALERT_ROUTES = [listAlerts, markAllAlertsRead, markAlertRead] as const;
