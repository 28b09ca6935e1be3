/**
 * A process of the role market over a tape: ten times a second the best prices of each instrument change and it trades. Feed,
 * detection, recorder on the embedded database, and the wire. Instruments beyond the catalogue are copies of the updates of
 * its first one: they are encoded and published, nothing is computed for them.
 */

import { type EpochMs, epochMs, instrumentById } from '@undertow/market';
import { createInProcessBus } from '@undertow/server/src/adapters/bus/in-process-bus.ts';
import { openNats } from '@undertow/server/src/adapters/nats/open-nats.ts';
import { WirePublisher } from '@undertow/server/src/live/wire/wire-publisher.ts';
import type { Lease } from '@undertow/server/src/ports/cluster/leases.ts';
import type { WireUpdate } from '@undertow/server/src/ports/cluster/wire.ts';
import { silentLog } from '@undertow/server/testing/cluster/silent-log.ts';
import { deepQuotes, print, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { openMeasuredLine } from '#bench/tape-line.ts';

const EVERY_MS = 100;
const BASE_TICKS = 20_000;
/** Order ids of an instrument. */
const FIRST_ID = 1000;

export interface OwnerFigures {
  readonly cpuSeconds: number;
  /** Updates that the wire stored, keyframes included. */
  readonly stored: number;
  readonly frameBytes: number;
  /** From the call to the answer of the stream, milliseconds: those since the figures before. */
  readonly publishMs: readonly number[];
  readonly rssMb: number;
}

/** Its present goes on between its rows, so that ages count from the round of the publisher. */
class PresentTape extends TapeFeed {
  override nowMs(): EpochMs {
    return epochMs(Date.now());
  }
}

const [servers = '', replicas = '3', ids = '1', name = 'owner'] = process.argv.slice(2);
const instrumentIds = ids.split(',').map(Number);
const real = instrumentIds.filter((id) => instrumentById(id) !== undefined);
const copies = instrumentIds.filter((id) => !real.includes(id));
const [firstReal] = real;
if (firstReal === undefined) throw new Error(`expected an instrument of the catalogue among ${ids}`);

// First of all: opening the database blocks this process for longer than a lease is held
const feed = new PresentTape({ nowMs: Date.now(), instrumentIds: real });
const { bus, line } = await openMeasuredLine({ tier: 'elite', people: 1, feed });
const nats = await openNats({ servers, name, replicas: Number(replicas), log: silentLog });
const leases = new Map<number, Lease>();

async function acquire(id: number): Promise<void> {
  const lease = await nats.leases.acquire(`instrument.${id}`);
  if (lease === null) throw new Error(`expected the lease of instrument ${id} to be free`);
  leases.set(id, lease);
  if (real.includes(id)) line.views.view(id, 0);
}

let stored = 0;
let frameBytes = 0;
let publishMs: number[] = [];
async function publish(update: WireUpdate): Promise<void> {
  const fromMs = performance.now();
  await nats.wire.publish(update);
  publishMs.push(performance.now() - fromMs);
  stored += 1;
  frameBytes += update.frame.length;
}

const outgoing = createInProcessBus((_topic, error) => {
  throw error;
});
bus.subscribe('instrument', (update) => {
  outgoing.publish('instrument', update);
  if (update.instrumentId === firstReal)
    for (const instrumentId of copies.filter((id) => leases.has(id)))
      outgoing.publish('instrument', { ...update, instrumentId });
});
new WirePublisher({
  ...{ bus: outgoing, log: silentLog, monotonicMs: () => performance.now() },
  wire: { publish, describe: (instrument) => nats.wire.describe(instrument), recent: async () => [] },
  leaseOf: (id) => leases.get(id),
  describe: (instrumentId) => {
    const { code, expiry } = feed.contractOf(
      instrumentById(instrumentId) === undefined ? firstReal : instrumentId,
    );
    return { instrumentId, source: feed.source, tier: feed.tier, run: feed.run, contract: code, expiry };
  },
});

const orderIds = new Map<number, number>();
function trade(id: number): void {
  const orderId = orderIds.get(id);
  const next = (orderId ?? FIRST_ID) + 2;
  const priceTicks = BASE_TICKS + (next % 3);
  if (orderId === undefined) feed.push(id, feed.presentMs, deepQuotes(BASE_TICKS, 1));
  feed.push(id, feed.presentMs, quotes(priceTicks, next, orderId ?? null));
  feed.push(id, feed.presentMs, print(priceTicks, 1));
  orderIds.set(id, next);
}
setInterval(() => {
  feed.presentMs = Date.now();
  for (const id of real) if (leases.has(id) && feed.isOpen(id)) trade(id);
}, EVERY_MS);

/** A number: the first so many of its instruments trade from here on. Anything else is for the figures. */
process.on('message', (message) => {
  if (typeof message === 'number') {
    const wanted = instrumentIds.slice(0, message).filter((id) => !leases.has(id));
    void Promise.all(wanted.map(acquire)).then(() => process.send?.('acquired'));
    return;
  }
  const { user, system } = process.cpuUsage();
  const figures: OwnerFigures = {
    ...{ cpuSeconds: (user + system) / 1e6, stored, frameBytes, publishMs },
    rssMb: process.memoryUsage.rss() / 2 ** 20,
  };
  publishMs = [];
  process.send?.(figures);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
