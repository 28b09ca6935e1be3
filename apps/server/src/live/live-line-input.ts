/** What the live line is composed of. */
import type { Feed } from '@undertow/feeds';
import type { ExchangeCalendar } from '@undertow/market';
import type { FindNewsWindow } from '#live/session/news-input.ts';
import type { RemoteFeed } from '#live/wire/remote-feed.ts';
import type { AccountMarkets } from '#ports/account-feeds.ts';
import type { AuditLog, PreferenceStore } from '#ports/accounts.ts';
import type { AlertDeadLetters, AlertOutbox, AlertRuleStore, AlertStore } from '#ports/alerts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { DetectorCheckpoints } from '#ports/cluster/checkpoints.ts';
import type { LiveDevices } from '#ports/cluster/devices.ts';
import type { Traces } from '#ports/cluster/traces.ts';
import type { Wire } from '#ports/cluster/wire.ts';
import type { Controls } from '#ports/controls.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import type { MarketStore } from '#ports/market-store.ts';
import type { DataUsage } from '#ports/people.ts';
import type { FlowStore, Recordings } from '#ports/recordings.ts';
import type { TrackStore } from '#ports/track-store.ts';

/** The market as this process follows it. */
export interface RemoteSource {
  readonly feed: RemoteFeed;
  readonly wire: Wire;
}

export interface LiveLineInput {
  readonly feed: Feed;
  readonly calendar: ExchangeCalendar;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly controls: Controls;
  readonly marketStore: MarketStore;
  readonly trackStore: TrackStore;
  readonly alertStore: AlertStore;
  readonly alertRules: AlertRuleStore;
  readonly alertOutbox: AlertOutbox;
  readonly alertDeadLetters: AlertDeadLetters;
  /** What is stored of account feeds; null where nothing is. */
  readonly accountMarkets: AccountMarkets | null;
  readonly preferences: Pick<PreferenceStore, 'get'>;
  readonly entitlements: Entitlements;
  readonly usage: DataUsage;
  /** Where sessions are recorded, those of account feeds for their owners, and replayed from; nowhere where it is left out. */
  readonly recordings?: Pick<Recordings, 'open' | 'ofOwner' | 'list' | 'stream'>;
  /** Where depth and executions outlive the process; nowhere where it is left out. */
  readonly flowStore?: FlowStore;
  /** Where detectors leave what they learnt; nowhere where it is left out. */
  readonly checkpoints?: DetectorCheckpoints;
  /** Devices of all processes; left out by a process that is alone. */
  readonly devices?: LiveDevices;
  readonly log: Log;
  /** Windows around releases, where a calendar is followed. */
  readonly newsWindow?: FindNewsWindow | undefined;
  readonly traces?: Traces | undefined;
  /** Where the market runs in other processes; left out where this one runs it. */
  readonly remote?: RemoteSource;
  /** Milliseconds of a source that never jumps; the process's own by default. */
  readonly monotonicMs?: () => number;
}
