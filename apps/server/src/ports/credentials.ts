/** The ports of a user's broker login: the keys that seal it, its store, and the service that keeps users connected. */
import type {
  ConnectionFault,
  ConnectionLogEntry,
  ConnectionStep,
  RithmicConnection,
  RithmicConnectionStatus,
  RithmicDetails,
} from '@undertow/contracts';
import type { AccountReport, Retry, RithmicFeed } from '@undertow/feeds';
import type { FeedTier } from '@undertow/market';
import type { SealedKey } from './account-feeds.ts';

/** Keys that seal the keys of rows, by name. The first one seals, all of them open. */
export type CredentialKeys = ReadonlyMap<string, Uint8Array>;

/** A password as the database stores it, beside the key of its row. */
export interface SealedPassword extends SealedKey {
  /** Sealed with the row's own key. */
  readonly password: string;
}

/** A sealed value does not open: another key, another row, or it was changed. Reveals neither which nor what. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

export interface CredentialSeal {
  /** With a key of the row's own. The bytes remain the caller's, to overwrite. */
  seal(userId: string, password: Uint8Array): SealedPassword;
  /** The caller overwrites the bytes with zeros. Throws `SecretUnreadable`. */
  open(userId: string, sealed: SealedPassword): Uint8Array;
  /** The same password under the first key, without opening it; null where it is already. Throws `SecretUnreadable`. */
  reseal<K extends SealedKey>(userId: string, sealed: K): K | null;
}

export interface ConnectionRow {
  readonly userId: string;
  readonly username: string;
  readonly server: RithmicDetails['server'];
  readonly domain: RithmicDetails['domain'];
  /** Null for the system of the domain. */
  readonly system: string | null;
  /** Incremented by every save, resumption and disconnect: what happened under an earlier one no longer counts. */
  readonly revision: number;
  /** Reconnects after a restart. */
  readonly isWanted: boolean;
  readonly lastConnectedAtMs: number | null;
  readonly fault: ConnectionFault | null;
  /** Null after a disconnect: it was deleted. */
  readonly sealed: SealedPassword | null;
}

/** What a save stores. */
export interface SavedDetails
  extends Pick<ConnectionRow, 'userId' | 'username' | 'server' | 'domain' | 'system'> {
  readonly sealed: SealedPassword;
}

export interface ConnectionStore {
  find(userId: string): Promise<ConnectionRow | undefined>;
  /** Stores the details, wanted and without a fault, and writes the audit row; returns the revision. */
  save(details: SavedDetails, nowMs: number, requestId: string): Promise<number>;
  /**
   * Marks the stored login as wanted again, without a fault, and writes the audit row; returns the revision, null
   * without a stored password.
   */
  resume(userId: string, nowMs: number, requestId: string): Promise<number | null>;
  /** Deletes the password and writes the audit row; returns the revision, null without a stored password. */
  disconnect(userId: string, nowMs: number, requestId: string): Promise<number | null>;
  /** No effect when the revision is no longer the row's. */
  noteConnected(userId: string, revision: number, nowMs: number): Promise<void>;
  /** No effect when the revision is no longer the row's. An unreadable password is audited once. */
  noteFault(
    at: Pick<ConnectionRow, 'userId' | 'revision' | 'isWanted'>,
    fault: ConnectionFault,
    nowMs: number,
  ): Promise<void>;
  /** Connections to restore after a restart. */
  wanted(): Promise<readonly Pick<ConnectionRow, 'userId' | 'revision'>[]>;
}

/** What a connection did, once or several times, as its user's log shows it: codes and figures, never a text. */
export interface StepNote {
  readonly step: ConnectionStep;
  /** The first time and the latest. */
  readonly sinceMs: number;
  readonly atMs: number;
  readonly times: number;
  readonly fault: ConnectionFault | null;
  readonly server: RithmicDetails['server'] | null;
  readonly tier: FeedTier | null;
  /** The longest. */
  readonly withoutDataMs: number | null;
}

export interface StepStore {
  /**
   * Stores the notes, oldest first; those that an entry counts already are added to it. No effect for an account that
   * is gone.
   */
  append(userId: string, notes: readonly StepNote[]): Promise<void>;
  /** Newest first. */
  newest(userId: string, limit: number): Promise<readonly StepNote[]>;
}

/** The result of rotating the keys. */
export interface RotationFacts {
  /** Rows that were sealed again. */
  readonly resealed: number;
  /** Rows that do not open with any of the given keys; they stay unchanged. */
  readonly unreadable: number;
  /** Rows by the name of their key, afterwards. */
  readonly rowsByKey: Readonly<Record<string, number>>;
}

/** Returns the password for one login. Rejects when the login is no longer wanted. */
export type PasswordSource = () => Promise<{ readonly user: string; readonly password: Uint8Array }>;

export type LoginState =
  | { readonly kind: 'connected' }
  | { readonly kind: 'connecting'; readonly fault: ConnectionFault }
  | { readonly kind: 'ended'; readonly fault: ConnectionFault };

/** A refusal of the gateway, or a failure on the way to it. */
export interface LoginRefusal {
  readonly fault: ConnectionFault;
  /** Whether the same login may succeed later without any action of the user. */
  readonly retry: Retry;
}

export type Opened = { readonly feed: RithmicFeed } | { readonly refusal: LoginRefusal };

type Place = Pick<ConnectionRow, 'server' | 'domain' | 'system'>;

/** What a login reports beside its outcome. */
export interface LoginListener {
  onState(state: LoginState): void;
  /** Called once, with what the gateway reports of the account. */
  onAccount(report: AccountReport): void;
}

export interface SystemsOfServer {
  /** From the gateway's own list. */
  readonly systems: readonly string[];
  readonly ofDomain: Readonly<Record<RithmicDetails['domain'], string>>;
}

/** Rithmic itself. Neither call throws for a refusal of the gateway; what `credentials` throws is passed through. */
export interface RithmicLogins {
  open(place: Place, credentials: PasswordSource, listener: LoginListener): Promise<Opened>;
  /** Without a login. */
  systemsOf(server: RithmicDetails['server']): Promise<SystemsOfServer | LoginRefusal>;
  /** Logs in and out; null when the gateway accepted it. */
  test(place: Place, credentials: PasswordSource): Promise<LoginRefusal | null>;
}

/** Keeps users connected to their own accounts. Nothing decrypted is stored: a password is opened for each login. */
export interface ConnectionSupervisor {
  stateOf(userId: string): Promise<RithmicConnection>;
  /** Recent log of the user's connections, newest first. */
  logOf(userId: string): Promise<ConnectionLogEntry[]>;
  /** Seals and stores the details, and starts to connect with them in the background. */
  save(userId: string, details: RithmicDetails, requestId: string): Promise<void>;
  /** Logs in and out with what was saved; returns what to show to the user. Throws `AppError`. */
  test(userId: string): Promise<string>;
  /** Connects again with the stored login; no effect on an open connection. Throws `AppError`. */
  resume(userId: string, requestId: string): Promise<void>;
  /** Systems of a gateway from its own list. Throws `AppError`. */
  systemsOf(server: RithmicDetails['server']): Promise<SystemsOfServer>;
  /** Ends the connection and deletes the password; idempotent. */
  disconnect(userId: string, requestId: string): Promise<void>;
  /** Ends the connection of an account that is gone. */
  forget(userId: string): Promise<void>;
  /** Users that this process connects, by state. */
  counts(): Readonly<Record<Exclude<RithmicConnectionStatus, 'disconnected'>, number>>;
  close(): Promise<void>;
}
