/** An announced upload without any piece, for rows of the matrix. */
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
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
