/** Awaits the first owner of an instrument: until then nobody knows what the market is. */
import { setTimeout as wait } from 'node:timers/promises';
import { epochMs } from '@undertow/market';
import type { Logger } from 'pino';
import type { RemoteSource } from '#live/live-line-input.ts';
import { RemoteFeed } from '#live/wire/remote-feed.ts';
import type { Clock } from '#ports/clock.ts';
import type { Wire, WireInstrument } from '#ports/cluster/wire.ts';

/** Between two lines of the log while no process with the role market is there. */
const SAY_MS = 10_000;

export interface OpenRemoteSource extends RemoteSource {
  close(): void;
}

export async function openRemoteSource(wire: Wire, clock: Clock, log: Logger): Promise<OpenRemoteSource> {
  const first = Promise.withResolvers<WireInstrument>();
  let feed: RemoteFeed | null = null;
  const early: WireInstrument[] = [];
  const close = await wire.followInstruments((instrument) => {
    if (feed === null) early.push(instrument);
    else feed.describe(instrument);
    first.resolve(instrument);
  });
  const stop = new AbortController();
  const say = async (): Promise<void> => {
    for (;;) {
      await wait(SAY_MS, undefined, { signal: stop.signal });
      log.warn('waiting for a process with the role market');
    }
  };
  say().catch(() => undefined);
  feed = new RemoteFeed(await first.promise, () => epochMs(clock.nowMs()));
  stop.abort();
  for (const instrument of early) feed.describe(instrument);
  return { feed, wire, close };
}
