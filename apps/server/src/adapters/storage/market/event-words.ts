/** A search of the history in SQL: the words of an event, and which types ever used them. */
import type { FlowEventType } from '@undertow/market';
import { type SQL, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';

/** The last word, when it is this long, may be the beginning of a longer one. */
const PREFIX_LENGTH = 3;

/** The last word where it may be the beginning of one. */
function beginningOf(words: readonly string[]): string | undefined {
  const last = words.at(-1);
  return last !== undefined && last.length >= PREFIX_LENGTH ? last : undefined;
}

/**
 * Each word is made of letters, digits and points: nothing in it means anything to the search. Were every one the beginning
 * of a word, the index would have to read all the words they begin before it compares. Null is no search.
 */
export function foundIn(words: readonly string[] | null, table: string): SQL {
  if (words === null) return sql`true`;
  const beginning = beginningOf(words);
  const lexemes = words.map((word) => `'${word}'${word === beginning ? ':*' : ''}`);
  return sql`${sql.raw(table)}.words @@ ${lexemes.join(' & ')}::tsquery`;
}

/**
 * Of the types those that ever used all of the words: no event of the others can match. Words that begin with a letter
 * are known by type, numbers are not.
 */
export async function typesUsing(
  orm: Orm,
  types: readonly FlowEventType[],
  words: readonly string[],
): Promise<readonly FlowEventType[]> {
  const lettered = words.filter((word) => /^[a-z]/.test(word));
  if (lettered.length === 0) return types;
  const beginning = beginningOf(words);
  const whole = lettered.filter((word) => word !== beginning);
  const begun =
    beginning === undefined || !lettered.includes(beginning)
      ? sql`true`
      : sql`EXISTS (SELECT FROM event_words known WHERE known.type = wanted.type AND known.word >= ${beginning}
          AND starts_with(known.word, ${beginning}))`;
  const rows = await rowsOf<{ type: FlowEventType }>(
    orm,
    sql`SELECT type FROM unnest(${column(types, 'text')}) AS wanted (type)
      WHERE ${begun} AND NOT EXISTS (SELECT FROM unnest(${column(whole, 'text')}) AS needed (word)
        WHERE NOT EXISTS (SELECT FROM event_words known WHERE known.type = wanted.type AND known.word = needed.word))`,
  );
  return rows.map(({ type }) => type);
}
