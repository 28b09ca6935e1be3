/** What became of a rule that was fired by hand. */
import type { ALERT_MAIL_STATES } from '@undertow/contracts';

const MAIL_WORDS: Readonly<Record<(typeof ALERT_MAIL_STATES)[number], string>> = {
  off: 'This rule does not send email.',
  queued: 'Its email is on the way.',
  quiet: 'No email: quiet hours.',
  limited: 'No email: the email limit has been reached.',
  no_address: 'No email: your account has no email address.',
  stopped: 'No email: alert emails are turned off in Settings.',
};

export function testWords(name: string, mail: (typeof ALERT_MAIL_STATES)[number]): string {
  return `${name} fired once. ${MAIL_WORDS[mail]}`;
}
