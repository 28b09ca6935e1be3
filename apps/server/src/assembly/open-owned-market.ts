/** Opens the market role of a process among others; null where it has none, or runs the market by itself. */
import { calendarOf } from '@undertow/market';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import { OwnedMarket } from '#live/owned-market.ts';
import type { Base } from './open-base.ts';
import { openFeed } from './open-feed.ts';

export async function openOwnedMarket(base: Base): Promise<OwnedMarket | null> {
  const { config, cluster, controls, stores, trackStore, recordings, flowStore, log, traces } = base;
  const { checkpoints } = base;
  if (cluster === null || !config.roles.has('market')) return null;
  const feed = await openFeed(base);
  return new OwnedMarket({
    ...{ feed, calendar: calendarOf(feed.source), controls, trackStore, recordings, flowStore, log, traces },
    ...{ marketStore: stores.marketStore, wire: cluster.wire },
    ...{ leases: cluster.leases, self: cluster.id, checkpoints },
    newsWindow: base.releaseCalendar?.windowAt,
    // What this process computes reaches its own views over the wire, as those of any other
    bus: createInProcessBus((topic, error) => log.error({ err: error, topic }, 'bus listener failed')),
    monotonicMs: () => performance.now(),
  });
}
