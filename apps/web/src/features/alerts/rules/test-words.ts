/** What became of a rule that was fired by hand. */
import type { ALERT_MAIL_STATES } from '@undertow/contracts';

const MAIL_WORDS: Readonly<Record<(typeof ALERT_MAIL_STATES)[number], string>> = {
  off: 'This rule sends no mail.',
  queued: 'Its mail is on the way.',
  quiet: 'No mail: these are quiet hours.',
  limited: 'No mail: the limit of mails is reached.',
  no_address: 'No mail: your account has no address.',
  stopped: 'No mail: mails of alerts are switched off in the settings.',
};

export function testWords(name: string, mail: (typeof ALERT_MAIL_STATES)[number]): string {
  return `${name} fired once. ${MAIL_WORDS[mail]}`;
}
