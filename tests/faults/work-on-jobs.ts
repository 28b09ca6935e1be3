/** A process that works on jobs until it is killed or terminated; what they do is a row in `job_effects`, written behind the claim. */
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { withClaim } from '@undertow/server/src/adapters/storage/jobs/claim-fence.ts';
import { createJobQueue } from '@undertow/server/src/adapters/storage/jobs/job-queue.ts';
import { createHandler } from '@undertow/server/src/jobs/job-handler.ts';
import { JobWorker } from '@undertow/server/src/jobs/job-worker.ts';
import { FencedOff } from '@undertow/server/src/ports/ownership/fence.ts';
import { TEST_JOB } from './test-job.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const { orm, close } = await openDatabase({ dataDir: null, databaseUrl });
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const handler = createHandler(TEST_JOB, async ({ name, ms, isPoison }, { claim, signal }) => {
  print(`begin ${name}`);
  const fromMs = Date.now();
  if (isPoison && (await rowsOf(orm, sql`SELECT 1 FROM job_effects WHERE job = 'antidote'`)).length === 0)
    throw new Error('poison');
  await wait(ms, undefined, ms > 60_000 ? { signal } : {});
  try {
    await withClaim(orm, claim, (tx) =>
      tx.execute(sql`INSERT INTO job_effects (job, pid, from_ms, to_ms)
        VALUES (${name}, ${process.pid}, ${fromMs}, ${Date.now()})`),
    );
    print(`stored ${name}`);
  } catch (error) {
    if (error instanceof FencedOff) print(`refused ${name}`);
    throw error;
  }
});
const worker = new JobWorker({ queue: createJobQueue(orm), handlers: [handler], log, random: () => 0 });
process.once('SIGTERM', async () => {
  await worker.stop();
  await close();
});
// Timers of a worker keep no process alive
setInterval(() => undefined, 60_000).ref();
process.once('SIGTERM', () => setTimeout(() => process.exit(0), 4_000));
print('open');
