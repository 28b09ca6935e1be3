/** Tokens in alert mails: a token can end such mails for the user that it names, and nothing else. */
import { isSameSecret, macOf } from '#crypto/mac.ts';

/** Keeps this use of the key apart from every other. */
const PURPOSE = 'undertow alert mail stop v1\n';

export interface AlertMailTokens {
  tokenOf(userId: string): string;
  /** The user that a token names; null for an invalid one. */
  userOf(token: string): string | null;
}

/** `key` is the server's secret. Tokens do not expire: an old mail must still be able to end them. */
export function createAlertMailTokens(key: Buffer): AlertMailTokens {
  const mac = (userId: string): Buffer => macOf(key, PURPOSE + userId);
  return {
    tokenOf: (userId) => `${userId}.${mac(userId).toString('base64url')}`,
    userOf(token) {
      const cut = token.lastIndexOf('.');
      if (cut <= 0) return null;
      const userId = token.slice(0, cut);
      const given = Buffer.from(token.slice(cut + 1), 'base64url');
      return isSameSecret(given, mac(userId)) ? userId : null;
    },
  };
}
