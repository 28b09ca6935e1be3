/** Lists of alerts as data: which alerts are one, what a new one changes, and which events a list names. Pure. */
import type { AlertDto } from '@undertow/contracts';

/** The same for every alert of one event: rules that matched it are one alert. */
export function alertKey({ id, eventId }: AlertDto): string {
  return eventId === null ? `alert ${id}` : `event ${eventId}`;
}

/**
 * Another rule matched the event of an alert that is listed. Its words stay: they change with the list of the server.
 */
function merged(known: AlertDto, alert: AlertDto): AlertDto {
  if (known.id === alert.id) return known;
  const { rules } = alert;
  return {
    ...known,
    rules,
    isRead: known.isRead && alert.isRead,
    isQuiet: known.isQuiet && alert.isQuiet,
  };
}

/** The list with an alert that the socket brought: at its head, or merged into the one of the same event. */
export function withAlert(shown: readonly AlertDto[], alert: AlertDto): AlertDto[] {
  const key = alertKey(alert);
  if (!shown.some((known) => alertKey(known) === key)) return [alert, ...shown];
  return shown.map((known) => (alertKey(known) === key ? merged(known, alert) : known));
}

/** What the lists hold: one list, or pages of one. */
export type AlertLists = readonly AlertDto[] | { readonly pages: readonly (readonly AlertDto[])[] };

/** True when an alert of the lists is about the event. */
export function namesEvent(lists: AlertLists | undefined, eventId: string): boolean {
  if (lists === undefined) return false;
  const alerts = 'pages' in lists ? lists.pages.flat() : lists;
  return alerts.some((alert) => alert.eventId === eventId);
}
