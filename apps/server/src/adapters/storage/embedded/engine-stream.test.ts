/** Connections of the driver to an engine that ends between their statements. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { outageOf } from '#failures/outage.ts';
import { newDataFolder } from '#testing/database/data-folder.ts';
import type { Engine } from './engine.ts';
import { EngineStream } from './engine-stream.ts';
import { openThreadedEngine } from './threaded-engine.ts';

/** A startup of no version that there is. */
const BROKEN = Buffer.from([0, 0, 0, 9, 0, 99, 0, 0, 0]);

async function connected(engine: Engine): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ host: 'embedded', user: 'postgres', database: 'postgres', password: '', ssl: false },
    stream: () => new EngineStream(engine),
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('a transaction whose engine ends between two statements is lost as a whole, and the next connection finds it opened again', async () => {
  const folder = newDataFolder('ended');
  const engine = await openThreadedEngine(join(folder, 'pglite'));
  const first = await connected(engine);
  await first.query('CREATE TABLE kept (body text)');
  await first.query('BEGIN');
  await first.query("INSERT INTO kept VALUES ('before the end')");
  await engine.exec(BROKEN).catch(() => undefined);
  const refusal: unknown = await first
    .query("INSERT INTO kept VALUES ('after the end')")
    .catch((error: unknown) => error);
  expect(outageOf(refusal)).toBe('DATABASE_AWAY');
  const second = await connected(engine);
  expect((await second.query('SELECT body FROM kept')).rows).toEqual([]);
  await second.end();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});
