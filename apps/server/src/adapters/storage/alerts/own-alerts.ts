/** Alerts of own feeds: their texts are sealed before anything of them is stored. */
import type { AccountAlertTexts, AlertWords } from '#ports/account-feeds.ts';
import type { AlertRow } from '#ports/alerts.ts';

/** An alert of an own feed without its words, for everything that is stored in clear. */
export type ClearRow = AlertRow & { readonly sealed: Uint8Array | null };

const NO_WORDS: AlertWords = { title: '', message: '', eventSize: null };

/** What stands in for the words where the owner's key does not open them, and for whoever is not the owner. */
export const OWN_ALERT: AlertWords = {
  title: 'Alert on your own feed',
  message: 'Its text is encrypted, and the key is not available.',
  eventSize: null,
};

/** The rows as they may be stored. Throws without keys: an alert of an own feed is never stored in clear. */
export async function sealOwn(
  texts: AccountAlertTexts | null,
  rows: readonly AlertRow[],
): Promise<readonly ClearRow[]> {
  const byOwner = Map.groupBy(
    rows.filter(({ market }) => market === 'own'),
    ({ userId }) => userId,
  );
  const sealed = new Map<string, Uint8Array>();
  for (const [userId, own] of byOwner) {
    if (texts === null)
      throw new Error('expected CREDENTIAL_KEYS: texts of own feeds are stored sealed only');
    const words = new Map(
      own.map(({ id, title, message, eventSize }) => [id, { title, message, eventSize }]),
    );
    for (const [id, bytes] of await texts.seal(userId, words)) sealed.set(id, bytes);
  }
  return rows.map((row) => {
    const bytes = sealed.get(row.id) ?? null;
    return bytes === null ? { ...row, sealed: null } : { ...row, ...NO_WORDS, sealed: bytes };
  });
}

/** Words of sealed rows by the id of their alert. */
export async function openOwn(
  texts: AccountAlertTexts | null,
  userId: string,
  rows: readonly { readonly id: string; readonly sealed: Uint8Array | null }[],
): Promise<ReadonlyMap<string, AlertWords>> {
  const sealed = new Map(rows.flatMap(({ id, sealed }) => (sealed === null ? [] : [[id, sealed] as const])));
  const opened = sealed.size === 0 ? null : await texts?.open(userId, sealed);
  return new Map([...sealed.keys()].map((id) => [id, opened?.get(id) ?? OWN_ALERT]));
}
