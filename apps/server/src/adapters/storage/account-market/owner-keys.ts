/** The keys of owners as they are used: read for one act, opened, and overwritten after it. */
import { eq } from 'drizzle-orm';
import { type Orm, sqlStateOf } from '#adapters/storage/database/orm.ts';
import { accountKeys } from '#adapters/storage/tables/account-tables.ts';
import { OwnerGone, type OwnerKey, type OwnerSeal, type SealedKey } from '#ports/account-feeds.ts';

/** SQLSTATE of a row that refers to a missing one: the account was erased. */
const MISSING_REFERENCE = '23503';

export class OwnerKeys {
  readonly orm: Orm;
  readonly #seal: OwnerSeal;

  constructor(orm: Orm, seal: OwnerSeal) {
    this.orm = orm;
    this.#seal = seal;
  }

  /** Runs `read` with the owner's key; `none` where nothing was ever stored for them. Rejects with `SecretUnreadable`. */
  async reading<T>(userId: string, none: T, read: (key: OwnerKey) => Promise<T>): Promise<T> {
    const sealed = await this.#find(userId);
    return sealed === undefined ? none : this.#using(userId, sealed, read);
  }

  /**
   * Runs `write` in a transaction with the owner's key, which is created by the first one. The key cannot be deleted
   * before its end, so that no row is sealed with a deleted one. Rejects with `OwnerGone` after an erasure.
   */
  async writing<T>(userId: string, write: (key: OwnerKey, tx: Orm) => Promise<T>): Promise<T> {
    try {
      return await this.orm.transaction(async (tx) => {
        const sealed = (await held(tx, userId)) ?? (await this.#create(tx, userId));
        return this.#using(userId, sealed, (key) => write(key, tx));
      });
    } catch (error) {
      throw sqlStateOf(error) === MISSING_REFERENCE
        ? new OwnerGone('the account was erased', { cause: error })
        : error;
    }
  }

  async #using<T>(userId: string, sealed: SealedKey, use: (key: OwnerKey) => Promise<T>): Promise<T> {
    const key = this.#seal.open(userId, sealed);
    try {
      return await use(key);
    } finally {
      key.destroy();
    }
  }

  async #find(userId: string): Promise<SealedKey | undefined> {
    const [row] = await this.orm.select().from(accountKeys).where(eq(accountKeys.userId, userId));
    return row;
  }

  /** Of two that were created at once the stored one counts; it may be deleted before it is held, then another is created. */
  async #create(tx: Orm, userId: string): Promise<SealedKey> {
    for (;;) {
      // After an erasure this fails: there is no such user
      await tx
        .insert(accountKeys)
        .values({ userId, ...this.#seal.create(userId) })
        .onConflictDoNothing();
      const stored = await held(tx, userId);
      if (stored !== undefined) return stored;
    }
  }
}

async function held(tx: Orm, userId: string): Promise<SealedKey | undefined> {
  const [row] = await tx.select().from(accountKeys).where(eq(accountKeys.userId, userId)).for('share');
  return row;
}
