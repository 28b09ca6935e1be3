/** Fills the embedded database of a data folder, migrated, with the statements of its standard input: a JSON array of them. */
import { text } from 'node:stream/consumers';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('expected the data folder');
const statements = JSON.parse(await text(process.stdin)) as readonly string[];
const database = await openDatabase({ dataDir });
try {
  for (const statement of statements) await database.orm.execute(sql.raw(statement));
} finally {
  await database.close();
}
process.stdout.write(`${JSON.stringify({ statements: statements.length })}\n`);
