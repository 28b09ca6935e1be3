/** Uploads as their tests put and read them: announced without any piece, and what the detectors found in one. */
import { zstdDecompressSync } from 'node:zlib';
import { readFacts } from '@undertow/backtest';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import type { TestApp } from '@undertow/server/testing/app.ts';

/** Returns its id: one a user, each time as it was. */
export async function putUpload(app: TestApp, userId: string): Promise<string> {
  await app.orm.execute(sql`DELETE FROM uploads WHERE user_id = ${userId}`);
  const id = crypto.randomUUID();
  await app.orm.execute(sql`INSERT INTO uploads (id, user_id, file_name, bytes, received, created_ms, expires_ms)
    VALUES (${id}, ${userId}, 'ES.mbo.dbn', 8, 0, 1, ${app.parts.clock.nowMs() + 1000})`);
  await app.parts.uploadFiles.create(id);
  return id;
}

/** Of the events in the session of an upload: how many a day are at least as large. */
export async function ranksIn({ orm }: TestApp, id: string): Promise<readonly number[]> {
  const [stored] = await rowsOf<{ facts: Uint8Array }>(
    orm,
    sql`SELECT facts FROM upload_sessions WHERE upload_id = ${id}`,
  );
  if (stored === undefined) throw new Error(`expected a session of the upload ${id}`);
  return [...readFacts(zstdDecompressSync(stored.facts), new Set(FLOW_EVENT_TYPES)).findings.perDay];
}

/** The header of a compressed recording with the number of another schema, and nothing behind it. */
export function headerOf(recording: Buffer, schema: number): Buffer {
  const plain = zstdDecompressSync(recording);
  const bytes = Buffer.from(plain.subarray(0, 8 + plain.readUInt32LE(4)));
  bytes.writeUInt16LE(schema, 24);
  return bytes;
}
