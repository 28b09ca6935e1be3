/**
 * Why the mail of an alert that waited is no longer sent: its owner does not want it any more. The alert stays in the
 * app.
 */
import type { QuietHours } from '@undertow/contracts';
import { DAY_MS } from '@undertow/market';
import type { WaitingMail } from '#ports/mail.ts';
import { isQuiet } from './rule-hours.ts';

/** A day later the mail is useless to a trader. */
const MAX_AGE_MS = DAY_MS;

/** A short reason for the operator, or null when the mail may be sent. Mails that are not of alerts always may. */
export function whyHeld(mail: WaitingMail, nowMs: number): string | null {
  if (mail.template !== 'alert_raised' && mail.template !== 'alerts_limited') return null;
  const { createdAtMs, timeZone, alertPreferences } = mail;
  const { isStopped, quietHours, rules } = alertPreferences;
  if (isStopped) return 'mails of alerts were stopped';
  const areHours = (hours: QuietHours | null): boolean => isQuiet(hours, nowMs, timeZone);
  if (areHours(quietHours)) return 'quiet hours began';
  // The oldest rows name no rule
  if (mail.template === 'alert_raised' && (mail.facts.ruleId ?? null) !== null) {
    const mailing = rules.filter(({ isMailed }) => isMailed);
    if (mailing.length === 0) return 'its rule mails no more';
    if (mailing.every((rule) => areHours(rule.quietHours))) return 'quiet hours began';
  }
  return nowMs - createdAtMs > MAX_AGE_MS ? 'too late to be of use' : null;
}
