/** What a feed over the live gateway is given, and what it reports to its owner. */
import type { AnnouncedFigures, Feed, FeedSessionStatus } from '#feed/feed.ts';
import type { ServedContract } from './contract-map.ts';
import type { DatabentoFault } from './databento-error.ts';

/** What may be set of the gateway: its place is that of the dataset where it is left out. */
export interface DatabentoGateway {
  readonly host: string;
  readonly port: number;
}

export interface DatabentoFeedOptions {
  /** 32 characters that begin with db-. It is never sent, shown or logged. */
  readonly key: string;
  /** For example GLBX.MDP3. */
  readonly dataset: string;
  readonly gateway?: DatabentoGateway;
  /** Catalogue numbers that can be opened. */
  readonly instruments: readonly number[];
  /** What an earlier process received last of each instrument: a contract stays for the whole trading day. */
  readonly served?: ReadonlyMap<number, ServedContract>;
  /** Saves bandwidth and costs latency; `none` where it is left out. */
  readonly compression?: 'none' | 'zstd';
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number;
  /** 0 to 1: spreads the waits of reconnects. */
  readonly random: () => number;
  readonly onState: (state: DatabentoState) => void;
  /** Multiplies every wait; 1 where it is left out. */
  readonly waitScale?: number;
}

export type DatabentoState =
  | { readonly kind: 'running' }
  /** The session is over; another one follows after this wait. */
  | {
      readonly kind: 'waiting';
      readonly fault: DatabentoFault;
      readonly reason: string;
      readonly waitMs: number;
    }
  /** Over until somebody does something. */
  | { readonly kind: 'ended'; readonly fault: DatabentoFault; readonly reason: string }
  /** Something that the operator should know; the session continues. */
  | { readonly kind: 'warning'; readonly reason: string };

/** How the feed is right now. */
export interface DatabentoStatus extends FeedSessionStatus {
  /** What kind of end the last session had, null before one did. */
  readonly fault: DatabentoFault | null;
  /** Times that the gateway found us too slow. */
  readonly slowReader: number;
  /** Records left out because of an impossible price or size. */
  readonly refused: number;
}

/** The live gateway as a feed: connected by itself, again after each cut, for all instruments over one session. */
export interface DatabentoFeed extends Feed {
  /** Of the vendor's own gateway, or of another one in its place. */
  readonly source: 'databento' | 'databento-stand-in';
  readonly tier: 'L3';
  announced(instrumentId: number): AnnouncedFigures | null;
  status(): DatabentoStatus;
  /**
   * Calls back when another contract has become an instrument's front month, between two trading days. A flow that stays open
   * continues with a snapshot of the new contract; one that is closed in the call is over.
   */
  onRoll(listener: (instrumentId: number) => void): void;
  /** Connects at once where the next attempt waits for its turn, or where none would follow by itself. */
  reconnectNow(): void;
}
