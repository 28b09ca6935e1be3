/** A process of the role web without its HTTP routes: what the owners publish, views of every delay, and the sockets. */
import { createClock } from '@undertow/server/src/adapters/clock/clock.ts';
import { openNats } from '@undertow/server/src/adapters/nats/open-nats.ts';
import { openRemoteSource } from '@undertow/server/src/assembly/cluster/open-remote-source.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { openMeasuredLine } from '#bench/tape-line.ts';

export interface WebFigures {
  readonly cpuSeconds: number;
  /** Updates that reached the views. */
  readonly updates: number;
  /** From the market's present to the views, milliseconds: those since the figures before. */
  readonly ageMs: readonly number[];
  readonly sockets: number;
  readonly rssMb: number;
  readonly isReady: boolean;
}

const [servers = '', replicas = '3', people = '1'] = process.argv.slice(2);
const log = createLog('silent');
const nats = await openNats({ servers, name: 'web', replicas: Number(replicas), log });
const remote = await openRemoteSource(nats.wire, createClock(), log);
const { line, bus, origin } = await openMeasuredLine({
  ...{ tier: 'elite', people: Number(people), feed: remote.feed, remote },
});

let updates = 0;
let ageMs: number[] = [];
bus.subscribe('instrument', ({ asOfMs }) => {
  updates += 1;
  ageMs.push(Date.now() - asOfMs);
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const { sockets, isReady } = line.status();
  const figures: WebFigures = {
    ...{ cpuSeconds: (user + system) / 1e6, updates, ageMs, sockets, isReady },
    rssMb: process.memoryUsage.rss() / 2 ** 20,
  };
  ageMs = [];
  process.send?.(figures);
});
process.on('disconnect', () => process.exit());
process.send?.(origin);
