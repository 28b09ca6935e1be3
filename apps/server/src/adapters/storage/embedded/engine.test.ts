/** The engine in the calling thread: whole responses, and nothing kept of them. */
import { expect, test } from 'vitest';
import { openEngine } from './engine.ts';
import { queryMessage } from './wire.ts';

const ROWS = 2000;
const TIMES = 150;
/** What a collection leaves varies by some; kept rows would be five times as much. */
const MAX_GROWTH_BYTES = 40e6;

test('a response is whole, and is not kept', async () => {
  const engine = await openEngine({});
  const request = queryMessage(`SELECT n, 'row ' || n AS text FROM generate_series(1, ${ROWS}) n`);
  const first = Buffer.from(await engine.exec(request)).toString('latin1');
  expect(first).toContain(`row ${ROWS}`);
  const before = process.memoryUsage().heapUsed;
  for (let time = 0; time < TIMES; time += 1) await engine.exec(request);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(MAX_GROWTH_BYTES);
  await engine.close();
});
