/** What a Rithmic login is, how it can fail, and what a feed over it tells its owner. */
import type { Feed } from '#feed.ts';
import type { AccountReport } from './account-report.ts';
import type { Retry } from './reconnect-wait.ts';
import type { SystemList } from './system-list.ts';

/** Why a login or a connection failed. */
export const RITHMIC_FAULTS = [
  'wrong_password',
  /** Code 13: not permitted now, by a mistake in the login or by a seat that is still held. */
  'login_denied',
  /** Code 6: the gateway cannot read the login as one of the system. */
  'login_rejected',
  /** Any other code: code 1 and those that nobody described. */
  'login_failed',
  'agreements_unsigned',
  'no_entitlement',
  'session_limit',
  'gateway_down',
  'maintenance',
  'certificate',
  'unknown_system',
  'protocol',
] as const;
export type RithmicFault = (typeof RITHMIC_FAULTS)[number];

/** A failure of the gateway or of the way to it. Its message names no user and no password. */
export class RithmicError extends Error {
  override readonly name = 'RithmicError';
  readonly fault: RithmicFault;

  constructor(fault: RithmicFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }

  /** Whether the same login may succeed later without anybody doing something. */
  get retry(): Retry {
    return RETRIES[this.fault];
  }
}

const RETRIES: Readonly<Record<RithmicFault, Retry>> = {
  wrong_password: 'never',
  login_denied: 'limited',
  login_rejected: 'limited',
  login_failed: 'limited',
  agreements_unsigned: 'never',
  no_entitlement: 'never',
  session_limit: 'never',
  gateway_down: 'unlimited',
  maintenance: 'unlimited',
  certificate: 'never',
  unknown_system: 'never',
  protocol: 'unlimited',
};

/** The error as one of the gateway; what nobody foresaw is something that could not be read. */
export function asRithmicError(error: unknown): RithmicError {
  if (error instanceof RithmicError) return error;
  return new RithmicError('protocol', 'the gateway sent something unforeseen', { cause: error });
}

/** Where to log in: from the operator's settings, never from a user's text. */
export interface RithmicGateway {
  /** `wss:` address. */
  readonly uri: string;
  /** As template 17 lists it, for example `Rithmic Paper Trading`. */
  readonly systemName: string;
  readonly appName: string;
  readonly appVersion: string;
  /** Certificates of the authority in PEM; null for the system's own. */
  readonly ca: string | null;
}

export interface RithmicCredentials {
  readonly user: string;
  /** Overwritten with zeros by whoever asked for it as soon as the login was written. */
  readonly password: Uint8Array;
}

export type RithmicState =
  | { readonly kind: 'connected' }
  /** The connection broke; it is connecting again. */
  | { readonly kind: 'connecting'; readonly fault: RithmicFault }
  /** Over until the user does something: refused, or another program took the seat. */
  | { readonly kind: 'ended'; readonly fault: RithmicFault };

export interface RithmicFeedOptions {
  readonly gateway: RithmicGateway;
  /** Asked for at every login; what it gives is overwritten afterwards. */
  readonly credentials: () => Promise<RithmicCredentials>;
  /** Catalogue numbers that can be opened. */
  readonly instruments: readonly number[];
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  /** 0 to 1: spreads the waits of reconnects. */
  readonly random: () => number;
  readonly onState: (state: RithmicState) => void;
  /** Hears once what the account says of itself, also where its market data is refused. */
  readonly onAccount: (report: AccountReport) => void;
  /** Which systems there are: looked into before the first login. */
  readonly systems: SystemList;
  /** Multiplies the waits between attempts to connect; 1 where it is left out. */
  readonly waitScale?: number;
  /**
   * How orders are asked for: the whole book of an instrument at once (the default, with single prices where the gateway
   * refuses), or single prices from the start.
   */
  readonly depth?: 'whole' | 'by_price';
}

/** A bar of one minute from the history plant. Prices in ticks, volumes in contracts; `startMs` since 1970 UTC. */
export interface RithmicBar {
  readonly startMs: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volume: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
  readonly trades: number;
  /** Average price of the minute's contracts, in ticks with a fraction; null where the gateway gives no volume by price. */
  readonly vwapTicks: number | null;
}

/** What was traded at one price within a minute, in contracts. */
export interface RithmicProfileLevel {
  readonly priceTicks: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
  /** Without an aggressor: auctions. */
  readonly otherVolume: number;
}

/** The volume of one minute by price, from the history plant. `startMs` since 1970 UTC. */
export interface RithmicMinuteProfile {
  readonly startMs: number;
  /** Lowest price first. */
  readonly levels: readonly RithmicProfileLevel[];
}

/** A Rithmic account as a feed: logged in when it is handed out, reconnected by itself, its tier that of the account. */
export interface RithmicFeed extends Feed {
  readonly source: 'rithmic';
  /**
   * Calls back when another contract has become an instrument's front month. Its flow is over then: whoever listens
   * closes it and opens again; a flow that stays open goes on with a snapshot of the new contract.
   */
  onRoll(listener: (instrumentId: number) => void): void;
  /** Connects at once where the next attempt waits for its turn; else it does nothing. */
  reconnectNow(): void;
  /** Bars of one minute with `fromMs <= startMs < toMs`, oldest first; empty where the gateway has no history. */
  minuteBars(instrumentId: number, fromMs: number, toMs: number): Promise<readonly RithmicBar[]>;
}

/** What the history plant knows of the same minutes by price. */
export interface RithmicProfiles {
  minuteProfiles(
    instrumentId: number,
    fromMs: number,
    toMs: number,
  ): Promise<readonly RithmicMinuteProfile[]>;
}
