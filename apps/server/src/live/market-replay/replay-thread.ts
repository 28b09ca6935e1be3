/** The thread of one replay: orders in, news out. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ReplayOrder, ReplayStart } from './replay-messages.ts';
import { ReplayPlayer, TICK_MS } from './replay-player.ts';

const player = new ReplayPlayer({
  ...(workerData as ReplayStart),
  monotonicMs: () => performance.now(),
  post: (news) => parentPort?.postMessage(news),
});
parentPort?.on('message', (order: ReplayOrder) => player.take(order));
setInterval(() => player.tick(), TICK_MS);
