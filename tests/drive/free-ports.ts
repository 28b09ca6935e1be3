/** Ports that nothing uses, below those that the system gives to outgoing connections: a connection cannot take one in between. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 20_000;
const LAST = 32_000;
const MAX_TRIES = 50;

/** The first of so many free ports that follow each other, on the loopback interface. */
export async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const first = randomInt(FIRST, LAST - count);
    const free = Array.from({ length: count }, (_, at) => isFree(first + at));
    if ((await Promise.all(free)).every(Boolean)) return first;
  }
  throw new Error(`expected ${count} neighbouring free ports from ${FIRST} to ${LAST}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
