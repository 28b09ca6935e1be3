/** Requests a page of events so many times a second, whatever the answers take, and prints how long they took. */

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

interface Order {
  readonly origin: string;
  /** Of so many users that none of them meets their limit. */
  readonly keys: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

const { origin, keys, perSecond, seconds }: Order = JSON.parse(await text(process.stdin));
const PATH = '/api/v1/events?instrument=ES&limit=50';
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const tookMs: number[] = [];
const refused = new Map<number, number>();

function read(key: string): Promise<void> {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    request(`${origin}${PATH}`, { agent, headers: { authorization: `Bearer ${key}` } })
      .on('response', (response) => {
        const { statusCode: status = 0 } = response;
        response.resume().on('end', () => {
          if (status === 200) tookMs.push(performance.now() - beganMs);
          else refused.set(status, (refused.get(status) ?? 0) + 1);
          resolve();
        });
      })
      .on('error', reject)
      .end();
  });
}

// The first of each key are looked up in the database, and the compiler learns
for (const key of keys) await read(key);
tookMs.length = 0;
const beganMs = performance.now();
const reading: Promise<void>[] = [];
for (let sent = 0; sent < perSecond * seconds; sent += 1) {
  const dueMs = beganMs + (sent * 1000) / perSecond;
  const waitMs = dueMs - performance.now();
  if (waitMs > 1) await wait(waitMs);
  reading.push(read(keys[sent % keys.length] ?? ''));
}
await Promise.all(reading);
agent.destroy();
const sorted = tookMs.toSorted((one, other) => one - other);
const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
const perSecondReached = tookMs.length / ((performance.now() - beganMs) / 1000);
process.stdout.write(
  `${JSON.stringify({
    ...{ answered: tookMs.length, refused: [...refused], perSecond: perSecondReached },
    ...{ p50Ms: at(0.5), p99Ms: at(0.99), maxMs: sorted.at(-1) },
  })}\n`,
);
