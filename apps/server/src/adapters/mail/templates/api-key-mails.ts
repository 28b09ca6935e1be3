/** The mail about an API key that expires soon. */
import type { MailFacts } from '#ports/mail.ts';
import { facts, link, type MailBody, type MailContext, text } from './mail-body.ts';
import { instantWords } from './mail-words.ts';

export function apiKeyExpiring(mail: MailFacts['api_key_expiring'], context: MailContext): MailBody {
  const { name, lastFour, expiresAtMs, lastUsedAtMs } = mail;
  return {
    subject: `Your API key ${name} expires soon`,
    blocks: [
      text(
        'From then on requests, streams and assistants with this key are refused. A key cannot be extended.',
      ),
      facts(
        ['Key', `${name}, ending in ${lastFour}`],
        ['Expires', instantWords(expiresAtMs, context)],
        ['Last used', lastUsedAtMs === null ? 'Never' : instantWords(lastUsedAtMs, context)],
      ),
      text(
        'To go on without a break, create a new key, put it in the place of this one, and revoke this one.',
      ),
      link('Open the settings', `${context.publicOrigin}/settings?tab=api`),
    ],
  };
}
