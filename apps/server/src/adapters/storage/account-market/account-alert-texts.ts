/** Texts of alerts of own feeds, sealed for the row of each alert. */
import type { Orm } from '#adapters/storage/database/orm.ts';
import type { AccountAlertTexts, AlertWords, OwnerSeal } from '#ports/account-feeds.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import { OwnerKeys } from './owner-keys.ts';
import { openBody, placeOf, sealBody } from './sealed-body.ts';

export function createAccountAlertTexts(orm: Orm, seal: OwnerSeal): AccountAlertTexts {
  const keys = new OwnerKeys(orm, seal);
  return {
    async seal(userId, texts) {
      const sealed = new Map<string, Uint8Array>();
      await keys.writing(userId, async (key) => {
        for (const [id, words] of texts) sealed.set(id, sealBody(key, placeOf.alert(id), words));
      });
      return sealed;
    },
    async open(userId, sealed) {
      const none = new Map<string, AlertWords>();
      if (sealed.size === 0) return none;
      try {
        return await keys.reading(
          userId,
          none,
          async (key) =>
            new Map(
              [...sealed].map(([id, bytes]) => [id, openBody<AlertWords>(key, placeOf.alert(id), bytes)]),
            ),
        );
      } catch (error) {
        if (error instanceof SecretUnreadable) return none;
        throw error;
      }
    },
  };
}
