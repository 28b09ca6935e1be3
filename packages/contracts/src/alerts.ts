/** Alerts of the signed-in user. */
import { z } from 'zod';
import { instant, instrumentId, okAnswer, rowId } from './primitives.ts';
import { route } from './route.ts';

export const alert = z.object({
  id: rowId,
  instrumentId: z.number().int().nullable(),
  /** The event that raised it, to open its evidence. */
  eventId: rowId.nullable(),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  /** On the viewer's clock: a delayed tier's alert is created when he may see its event. */
  createdAt: instant,
});
export type AlertDto = z.infer<typeof alert>;

export const listAlerts = route({
  id: 'listAlerts',
  method: 'GET',
  path: '/api/alerts',
  access: 'user',
  summary: 'The newest 100 alerts, newest first',
  query: z.strictObject({ instrumentId: instrumentId.optional() }),
  answer: z.array(alert),
});

export const markAlertRead = route({
  id: 'markAlertRead',
  method: 'POST',
  path: '/api/alerts/:id/read',
  access: 'user',
  summary: 'Marks one alert read',
  params: z.object({ id: rowId }),
  answer: okAnswer,
});

export const markAllAlertsRead = route({
  id: 'markAllAlertsRead',
  method: 'POST',
  path: '/api/alerts/read-all',
  access: 'user',
  summary: 'Marks every alert of the user read',
  answer: okAnswer,
});
