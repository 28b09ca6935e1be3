/** How a statement of a test ended: done, refused for lack of permission, or the database's error message. */
import { isRefused, type Orm, sql } from '#adapters/storage/database/orm.ts';

export const REFUSED = 'permission denied';

export async function outcomeOf(orm: Orm, statement: string): Promise<string> {
  try {
    await orm.execute(sql.raw(statement));
    return 'done';
  } catch (error) {
    if (isRefused(error)) return REFUSED;
    const { cause } = error as Error;
    return cause instanceof Error ? cause.message : String(error);
  }
}
