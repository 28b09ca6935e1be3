/** A user's choices about alerts, from their preferences. */
import { type Preferences, preferences } from '@undertow/contracts';

const schema = preferences.pick({ notifications: true }).partial().strip();

/** `body` is the stored value, or null without a row; returns null without a choice. */
export function notificationsIn(body: unknown): Preferences['notifications'] | null {
  const chosen = schema.safeParse(body ?? {});
  return (chosen.success ? chosen.data.notifications : undefined) ?? null;
}
