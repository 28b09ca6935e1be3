/** What the gateway is started with. */
import type { Feed } from '@undertow/feeds';

/** Plain data: it crosses to the child process as a message. */
export interface GatewaySettings {
  /** 0 selects a free one. */
  readonly port: number;
  readonly host: string;
  /** Names and addresses that the certificate is for; those of this machine by default. */
  readonly hosts?: readonly string[];
  /** Catalogue numbers that are traded; all by default. */
  readonly instruments?: readonly number[];
  /** Same seed, same markets and same faults. */
  readonly seed?: number;
  /** Length of the history that an instrument begins with. */
  readonly historyMinutes?: number;
  /** Multiplies every rate of the exchanges. */
  readonly scale?: number;
  /** `journey`: icebergs every few seconds. */
  readonly scenario?: 'life' | 'journey';
  readonly heartbeatSeconds?: number;
  /** PEM of the authority is written here; null keeps it in memory. */
  readonly caFile?: string | null;
}

/** Parts that cannot be sent to a child process. */
export interface GatewayParts {
  /** In place of the simulated exchanges. */
  readonly feed?: Feed;
  /** Milliseconds since 1970 UTC. */
  readonly nowMs?: () => number;
}
