/** Opens the feed of the settings and the live line over it. */
import { calendarOf } from '@undertow/market';
import { createLiveLine, type LiveLine } from '#live/live-line.ts';
import type { RemoteSource } from '#live/live-line-input.ts';
import type { ReleaseCalendar } from '#modules/news/release-calendar.ts';
import type { Bus } from '#ports/bus.ts';
import type { DetectorCheckpoints } from '#ports/cluster/checkpoints.ts';
import type { LiveDevices } from '#ports/cluster/devices.ts';
import type { Traces } from '#ports/cluster/traces.ts';
import type { Controls } from '#ports/controls.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { DataUsage } from '#ports/people.ts';
import type { FlowStore, Recordings } from '#ports/recordings.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { type FeedParts, openFeed } from './open-feed.ts';

interface LineParts extends FeedParts {
  readonly bus: Bus;
  readonly controls: Controls;
  readonly trackStore: TrackStore;
  readonly entitlements: Entitlements;
  readonly usage: DataUsage;
  readonly recordings: Pick<Recordings, 'open' | 'ofOwner' | 'list' | 'stream'>;
  readonly flowStore: FlowStore;
  readonly checkpoints: DetectorCheckpoints;
  /** Where the market runs in other processes; null where this one runs it. */
  readonly remote: RemoteSource | null;
  readonly devices: LiveDevices | undefined;
  /** Null without a calendar. */
  readonly releaseCalendar: ReleaseCalendar | null;
  readonly traces: Traces | undefined;
}

/** Starts the line. Throws what the feed throws: an unreadable recording, an unknown symbol. */
export async function openLine(parts: LineParts): Promise<LiveLine> {
  const { bus, stores, entitlements, log } = parts;
  const { remote, devices } = parts;
  const feed = remote?.feed ?? (await openFeed(parts));
  return createLiveLine({
    feed,
    ...(remote === null ? {} : { remote }),
    ...(devices === undefined ? {} : { devices }),
    calendar: calendarOf(feed.source),
    bus,
    clock: parts.clock,
    audit: stores.audit,
    controls: parts.controls,
    marketStore: stores.marketStore,
    trackStore: parts.trackStore,
    alertStore: stores.alerts,
    alertRules: stores.alertRules,
    alertOutbox: stores.alertOutbox,
    alertDeadLetters: stores.alertDeadLetters,
    accountMarkets: parts.config.storesOwnData ? stores.accountMarkets : null,
    preferences: stores.preferences,
    entitlements,
    usage: parts.usage,
    recordings: parts.recordings,
    flowStore: parts.flowStore,
    checkpoints: parts.checkpoints,
    log,
    newsWindow: parts.releaseCalendar?.windowAt,
    traces: parts.traces,
  });
}
