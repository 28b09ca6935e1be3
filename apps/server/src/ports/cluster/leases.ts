/** Ownership among processes: every instrument and every periodic job has one owner at a time, and a token that proves it. */
import type { Fence } from '#ports/ownership/fence.ts';

export interface Lease {
  readonly fence: Fence;
  /**
   * False as soon as this process cannot be sure any more: it was suspended, or could not renew. Computed from a source
   * that never jumps, so it is false in the first turn after a suspension.
   */
  isHeld(): boolean;
  /** Aborted when the lease is lost or released. */
  readonly lost: AbortSignal;
  /** Gives it back at once, so that another process does not have to wait for its end. */
  release(): Promise<void>;
}

/** What a process publishes of itself while it lives. */
export interface Member {
  /** Unique per start of a process. */
  readonly id: string;
  readonly roles: readonly string[];
  readonly pid: number;
  readonly version: string;
  /** Where its health and metrics are served. */
  readonly url: string;
  readonly startedMs: number;
  /** Names of the leases it holds. */
  readonly leases: readonly string[];
  /** Names of leases of others that it could act for at once, since it is prepared. */
  readonly standby: readonly string[];
  /** What it measured of the work behind a lease, by name: milliseconds of processor time a second. */
  readonly costs: Readonly<Record<string, number>>;
  /** Requests of users that use much of a limit there, by limit and user, in the present minute. */
  readonly heavyUse: Readonly<Record<string, number>>;
  /** Of one core, since the last time; 1 is a whole core. */
  readonly cpuShare: number;
  readonly residentBytes: number;
  readonly sockets: number;
  /** Milliseconds by which its views are behind the market; null for a process without views. */
  readonly lagMs: number | null;
}

export interface Leases {
  /**
   * Acquires the lease of a name, which is letters, digits, `.`, `-` and `_`; null while another process holds it. Throws
   * when the store of leases is not reachable.
   */
  acquire(name: string): Promise<Lease | null>;
  /** Calls back whenever a lease of any process ended, so that it can be acquired at once. */
  onFreed(listener: (name: string) => void): () => void;
  /** Publishes what this process is; repeated by the caller, forgotten a few seconds after the last time. */
  announce(member: Member): Promise<void>;
  /** Processes that live, in no order. */
  members(): Promise<readonly Member[]>;
}
