/** What the server and the thread of a replay send each other: plain data. Times are milliseconds since 1970 UTC. */
import type { ReplayAct, ReplayMode, ReplaySpeed } from '@undertow/contracts';
import type { FeedSource, FlowEventType } from '@undertow/market';
import type { StoredPast } from '#live/session/stored-past.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { RecordedBatch } from './recorded-rows.ts';

export interface ReplayStart {
  readonly startMs: number;
  /** Nothing after it is played, whatever there is of it. It may rise later. */
  readonly limitMs: number;
  /** Steps by message and event are those of this instrument. */
  readonly instrumentId: number;
  readonly source: FeedSource;
  readonly run: string;
}

/** To the thread. */
export type ReplayOrder =
  | { readonly kind: 'add'; readonly instrumentId: number; readonly past: StoredPast }
  | { readonly kind: 'rows'; readonly instrumentId: number; readonly batch: RecordedBatch }
  /** No rows follow; `failure` where they could not be read. */
  | { readonly kind: 'end'; readonly instrumentId: number; readonly failure: string | null }
  | { readonly kind: 'limit'; readonly limitMs: number }
  /** `types`: events of these count for a step. */
  | { readonly kind: 'act'; readonly act: ReplayAct; readonly types: readonly FlowEventType[] };

/** Where the player is. */
export interface PlayerState {
  readonly atMs: number;
  readonly mode: Exclude<ReplayMode, 'over'>;
  readonly speed: ReplaySpeed;
  /** Time of the first row of the instrument; null before it. */
  readonly firstMs: number | null;
  readonly previousMs: number | null;
  readonly messages: number;
  readonly failure: string | null;
}

/** From the thread. */
export type ReplayNews =
  | { readonly kind: 'state'; readonly state: PlayerState }
  | { readonly kind: 'update'; readonly update: InstrumentUpdate }
  /** Room for one more batch of rows. */
  | { readonly kind: 'more'; readonly instrumentId: number }
  | { readonly kind: 'fault'; readonly error: string };
