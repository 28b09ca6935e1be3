/** What the stand-in is started with. */
import type { Feed } from '@undertow/feeds';
import type { FaultSettings } from '#databento/session/faults.ts';

/** Plain data: it crosses to the child process as a message. */
export interface DatabentoSettings {
  /** 0 selects a free one. */
  readonly livePort: number;
  readonly historyPort: number;
  readonly host: string;
  /** The API key that works: 32 characters that begin with `db-`. */
  readonly key: string;
  /** Catalogue numbers that are traded; all by default. */
  readonly instruments?: readonly number[];
  /** Catalogue numbers whose exchanges run from the start; the others begin with their first reader. */
  readonly warm?: readonly number[];
  /** Same seed, same markets and same disorder. */
  readonly seed?: number;
  /** Length of the history that every product begins with. */
  readonly historyMinutes?: number;
  /** Days before today that the historical service has, each with half an hour of trading. */
  readonly pastDays?: number;
  /** Multiplies every rate of the exchanges. */
  readonly scale?: number;
  /** `journey`: an iceberg every few seconds, as of the simulated venue. */
  readonly scenario?: 'life' | 'journey';
  /** Sessions at once; ten by default. */
  readonly maxSessions?: number;
  /** Subscription lines a second before they are delayed; ten by default. */
  readonly linesPerSecond?: number;
  /** Bytes that wait for a client before it counts as slow. */
  readonly slowBytes?: number;
  /** Time to log in, in milliseconds. */
  readonly loginMs?: number;
  /** Faults from the start on. */
  readonly faults?: Partial<FaultSettings>;
}

/** Parts that cannot be sent to a child process. */
export interface DatabentoParts {
  /** In place of the simulated exchanges. */
  readonly feed?: Feed;
  /** Milliseconds since 1970 UTC. */
  readonly nowMs?: () => number;
}
