/** What the sockets are served from. */
import type { FeedViewResolver } from '#live/views/view-resolver.ts';
import type { AuditLog } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { LiveDevices } from '#ports/cluster/devices.ts';
import type { Traces } from '#ports/cluster/traces.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import type { DataUsage } from '#ports/people.ts';
import type { ShownReplays } from './replay-sockets.ts';

export interface SocketHubInput {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly entitlements: Entitlements;
  readonly usage: DataUsage;
  readonly log: Log;
  readonly traces?: Traces | undefined;
  readonly viewResolver: FeedViewResolver;
  readonly replays: ShownReplays;
  /** Devices of all processes; left out by a process that is alone. */
  readonly devices?: LiveDevices | undefined;
  monotonicMs(): number;
}
