/** What a feed over a Rithmic login is given, and what it reports to its owner. */
import type { Bar } from '@undertow/market';
import type { Feed } from '#feed/feed.ts';
import type { AccountReport } from '#rithmic/session/account-report.ts';
import type { RithmicCredentials, RithmicGateway } from '#rithmic/session/rithmic-gateway.ts';
import type { SystemList } from '#rithmic/session/system-list.ts';
import type { RithmicFault } from '#rithmic/wire/rithmic-error.ts';

export type RithmicState =
  | { readonly kind: 'connected' }
  /** The connection broke; it is connecting again. */
  | { readonly kind: 'connecting'; readonly fault: RithmicFault }
  /** Over until the user does something: refused, or another program took the seat. */
  | { readonly kind: 'ended'; readonly fault: RithmicFault };

export interface RithmicFeedOptions {
  readonly gateway: RithmicGateway;
  /** Requested at every login; what it gives is overwritten afterwards. */
  readonly credentials: () => Promise<RithmicCredentials>;
  /** Catalogue numbers that can be opened. */
  readonly instruments: readonly number[];
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  /** 0 to 1: spreads the waits of reconnects. */
  readonly random: () => number;
  readonly onState: (state: RithmicState) => void;
  /** Receives the account report once, also where its market data is refused. */
  readonly onAccount: (report: AccountReport) => void;
  /** Which systems there are: looked into before the first login. */
  readonly systems: SystemList;
  /** Multiplies the waits between attempts to connect; 1 where it is left out. */
  readonly waitScale?: number;
  /**
   * How orders are requested: the whole book of an instrument at once (the default, with single prices where the
   * gateway refuses), or single prices from the start.
   */
  readonly depth?: 'whole' | 'by_price';
}

/**
 * A Rithmic account as a feed: logged in when it is handed out, reconnected by itself, its tier that of the account.
 */
export interface RithmicFeed extends Feed {
  readonly source: 'rithmic';
  /**
   * Calls back when another contract has become an instrument's front month. Its flow is over then: a listener
   * closes it and opens again; a flow that stays open continues with a snapshot of the new contract.
   */
  onRoll(listener: (instrumentId: number) => void): void;
  /** Connects at once where the next attempt waits for its turn; else it does nothing. */
  reconnectNow(): void;
  /**
   * Bars of one minute with `fromMs <= startMs < toMs`, oldest first; empty where the gateway has no history.
   * `vwapTicks` is the average price of the minute, not of the day; null, and `levels` left out, where the gateway gives
   * no volume by price.
   */
  minuteBars(instrumentId: number, fromMs: number, toMs: number): Promise<readonly Bar[]>;
}
