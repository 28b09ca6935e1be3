/** Addresses and secrets of webhooks, sealed with a key of their owner and bound to their webhook. */
import { eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { webhookKeys } from '#adapters/storage/tables/webhook-tables.ts';
import type { OwnerKey, OwnerSeal } from '#ports/account-feeds.ts';
import { SecretUnreadable } from '#ports/credentials.ts';

type Field = 'address' | 'secret';

const placeOf = (field: Field, webhookId: string): string => `webhooks/${field}/${webhookId}`;

export function sealText(key: OwnerKey, field: Field, webhookId: string, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  try {
    return key.seal(placeOf(field, webhookId), bytes);
  } finally {
    bytes.fill(0);
  }
}

/** Throws `SecretUnreadable`. */
export function openText(key: OwnerKey, field: Field, webhookId: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(key.open(placeOf(field, webhookId), sealed));
  try {
    return bytes.toString();
  } finally {
    bytes.fill(0);
  }
}

/** Runs with the owner's key, made where there is none, and destroys it afterwards. Throws `SecretUnreadable`. */
export async function withOwnerKey<T>(
  orm: Orm,
  seal: OwnerSeal,
  userId: string,
  use: (key: OwnerKey) => T,
): Promise<T> {
  const find = () => orm.select().from(webhookKeys).where(eq(webhookKeys.userId, userId));
  let [sealed] = await find();
  if (sealed === undefined) {
    // Of two at once one is kept
    await orm
      .insert(webhookKeys)
      .values({ userId, ...seal.create(userId) })
      .onConflictDoNothing();
    [sealed] = await find();
  }
  if (sealed === undefined) throw new SecretUnreadable('expected a key of this owner');
  const key = seal.open(userId, sealed);
  try {
    return use(key);
  } finally {
    key.destroy();
  }
}
