/** Why the mail of an alert that waited is not sent any more: its owner wants none by now. The alert stands in the app. */
import type { WaitingMail } from '#mail-dependencies.ts';
import { isQuiet } from './rule-hours.ts';

/** A day later a trader has nothing of it. */
const MOST_AGE_MS = 86_400_000;

/** A few words for the operator, or null when the mail may leave. Mails that are not of alerts may always. */
export function whyHeld({ template, createdAtMs, timeZone, alertWishes }: WaitingMail, nowMs: number) {
  if (template !== 'alert_raised' && template !== 'alerts_limited') return null;
  const { isStopped, isRuleMailed, quietHours } = alertWishes;
  if (isStopped) return 'mails of alerts were stopped';
  if (!isRuleMailed) return 'its rule mails no more';
  if (quietHours.some((hours) => isQuiet(hours, nowMs, timeZone))) return 'quiet hours began';
  return nowMs - createdAtMs > MOST_AGE_MS ? 'too late to be of use' : null;
}
