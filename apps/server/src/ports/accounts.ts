/**
 * The ports of accounts: users, sessions, tiers, instruments, audit and identity, independent of their implementation.
 */
import type { AuditAction, Layout, Preferences, Tier } from '@undertow/contracts';

export type Role = 'user' | 'admin';

export interface User {
  readonly id: string;
  readonly issuer: string;
  readonly sub: string;
  /** Only an address that the issuer verified. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
  readonly createdAtMs: number;
}

/** A user as an issuer names them. The account key is (issuer, sub), never the mail address. */
export interface Person {
  readonly issuer: string;
  readonly sub: string;
  readonly email: string | null;
  readonly firstName: string | null;
  /** Left out when unknown. */
  readonly lastName?: string | null;
}

/** The claims of an issuer at a sign-in. */
export interface Identity extends Person {
  /** When the user authenticated there; null when the issuer does not report it. */
  readonly authAtMs: number | null;
}

export interface Users {
  find(id: string): Promise<User | undefined>;
  /** True when (issuer, sub) has an account. */
  isKnown(issuer: string, sub: string): Promise<boolean>;
  /** Creates the account at its first sign-in, and updates name and address from the issuer. */
  signIn(person: Person, nowMs: number): Promise<User>;
  /** The account of (issuer, sub), created without name or address when it does not exist yet. */
  ensure(issuer: string, sub: string, nowMs: number): Promise<User>;
  /** Makes the user an administrator unless this was done once before; writes the audit row. True when it was done. */
  bootstrapAdmin(userId: string, nowMs: number): Promise<boolean>;
}

export interface SessionRow {
  /** SHA-256 of the id in hexadecimal; the id itself is never stored. */
  readonly idHash: string;
  /** Random; identifies the device to its user, and gives no access. */
  readonly publicId: string;
  readonly userId: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  /** For example `Chrome on Windows`. */
  readonly device: string;
  /** When the user last authenticated; 0 when unknown. */
  readonly authAtMs: number;
}

export interface SessionStore {
  insert(session: SessionRow): Promise<void>;
  find(idHash: string): Promise<SessionRow | undefined>;
  touch(idHash: string, lastSeenAtMs: number): Promise<void>;
  remove(idHash: string): Promise<void>;
  /** Sessions of a user, last used first. */
  listOf(userId: string): Promise<readonly SessionRow[]>;
  /** Removes those of a user's sessions that `which` selects; returns their hashes. */
  removeOf(userId: string, which: SessionChoice): Promise<readonly string[]>;
  /** Removes sessions created before `createdBeforeMs` or last seen before `seenBeforeMs`; returns their hashes. */
  prune(createdBeforeMs: number, seenBeforeMs: number): Promise<readonly string[]>;
}

/** Which of a user's sessions: the one of a device, all but one, or all. */
export type SessionChoice = { readonly publicId: string } | { readonly allBut: string } | 'all';

export interface TierGrant {
  readonly userId: string;
  readonly tier: Tier;
  /** Who granted: a user's id, or the name of a command. */
  readonly actor: string;
  readonly reason: string;
  /** Null: until another grant. */
  readonly expiresAtMs: number | null;
}

export interface CurrentTier {
  readonly tier: Tier;
  /** When it changes without an event; null when it does not. */
  readonly untilMs: number | null;
}

/** A tier that the operator granted. */
export interface TierOverride extends CurrentTier {
  readonly reason: string;
}

export interface Tiers {
  /** The newest grant that has not expired, else what the subscription gives, else free. */
  current(userId: string, nowMs: number): Promise<CurrentTier>;
  /** The newest grant that has not expired; undefined without one. */
  granted(userId: string, nowMs: number): Promise<TierOverride | undefined>;
  /** Writes an override row and its audit row. */
  grant(grant: TierGrant, nowMs: number): Promise<void>;
  /**
   * Ends every override row that has not expired, so that the subscription alone counts; audited where there was one.
   * False: there was none.
   */
  withdraw(withdrawal: Pick<TierGrant, 'userId' | 'actor' | 'reason'>, nowMs: number): Promise<boolean>;
}

export interface UserInstrumentRow {
  readonly id: string;
  readonly instrumentId: number;
}

export type AddOutcome = 'added' | 'duplicate' | 'limit';

/** The user's instruments, in the order in which the plan's limit activates them. */
export interface UserInstruments {
  list(userId: string): Promise<readonly UserInstrumentRow[]>;
  /** Counts and inserts under the user's row lock, so that parallel calls cannot pass the limit of the tier. */
  add(userId: string, instrumentId: number, nowMs: number): Promise<AddOutcome>;
  remove(userId: string, instrumentId: number): Promise<boolean>;
  /** Swaps the positions of two rows. False when the user lacks one of them. */
  swap(userId: string, instrumentId: number, otherId: number): Promise<boolean>;
}

export interface Watchlist {
  list(userId: string): Promise<readonly number[]>;
  add(userId: string, instrumentId: number, nowMs: number): Promise<AddOutcome>;
  remove(userId: string, instrumentId: number): Promise<boolean>;
}

export interface AuditEntry {
  /** A user's id or the name of a command; never a name or an address. */
  readonly actor: string;
  readonly action: AuditAction;
  /** Key of the user or object acted upon. */
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly requestId: string | null;
}

export interface AuditLog {
  append(entry: AuditEntry, nowMs: number): Promise<void>;
}

/** A row as its user reads it: instants as ISO 8601 text, no secrets. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/** One subject of a user's export. */
export interface PersonalFile {
  readonly name: string;
  readonly about: string;
  /** Keys of its rows, in order. */
  readonly columns: readonly string[];
}

/** Everything that is stored about a user. */
export interface PersonalData {
  readonly files: readonly PersonalFile[];
  /** Rows of a file in pages, so that an export of any size takes little memory. */
  pages(userId: string, name: string): AsyncIterable<readonly PersonalRow[]>;
}

export interface ErasureRow {
  readonly requestedAtMs: number;
  /** It is carried out at this instant or soon after; until then it can be cancelled. */
  readonly dueAtMs: number;
}

/**
 * The result of an erasure. The account is left unchanged, to be retried, while a subscription is active, while work
 * for the payment provider or a last mail is pending, and while no other administrator exists.
 */
export type ErasureOutcome =
  | { readonly kind: 'erased'; readonly sessionIds: readonly string[] }
  | { readonly kind: 'not-due' | 'last-admin' | 'subscription-goes-on' | 'work-waits' | 'mail-waits' };

export interface Erasures {
  find(userId: string): Promise<ErasureRow | undefined>;
  /** Requests it, with its mail and audit row; of several requests the first one counts. */
  request(userId: string, nowMs: number, requestId: string): Promise<ErasureRow | 'last-admin'>;
  /** `late`: it was due and cannot be cancelled. */
  undo(userId: string, nowMs: number, requestId: string): Promise<'undone' | 'none' | 'late'>;
  /** Users whose erasure is due, the longest first. */
  due(nowMs: number): Promise<readonly string[]>;
  /** Carries it out, all or nothing; idempotent. */
  carryOut(userId: string, nowMs: number): Promise<ErasureOutcome>;
  /** Every erasure that was carried out here. */
  done(): Promise<readonly ErasureDone[]>;
  /** Removes pseudonymous rows once the law no longer requires them. */
  pruneKept(nowMs: number): Promise<void>;
}

export interface ErasureDone {
  readonly userId: string;
  readonly atMs: number;
}

/** Who was erased, stored outside the database, so that a restored backup does not restore erased users. */
export interface ErasureLedger {
  /** Adds who is not in it yet. */
  keep(done: readonly ErasureDone[]): Promise<void>;
}

/**
 * Ends the user's paid subscription, with the refund that is due. Resolves when none is active, true when this call
 * ended it;
 * throws when it could not.
 */
export type EndSubscription = (userId: string) => Promise<boolean>;

/** What must return with the browser between leaving for the issuer and returning. */
export interface SignInTransaction {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  /** Set when the user must authenticate at this instant or later, milliseconds since 1970 UTC. */
  readonly freshFromMs: number | null;
}

/** The issuer could not be reached or sent an invalid response; a retry can help. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
}

/** The response of the issuer does not belong to this transaction or is not valid. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

export interface IdentityProvider {
  /** Address to send the browser to. Throws `IdentityUnavailable`. */
  begin(
    returnTo: string,
    freshFromMs: number | null,
  ): Promise<{ readonly url: string; readonly transaction: SignInTransaction }>;
  /** Throws `SignInRefused` or `IdentityUnavailable`. */
  finish(callbackUrl: URL, transaction: SignInTransaction): Promise<Identity>;
  close(): void;
}

export interface PreferenceStore {
  get(userId: string): Promise<Preferences>;
  save(userId: string, changes: Partial<Preferences>): Promise<Preferences>;
}

export interface LayoutRow {
  readonly id: string;
  readonly version: number;
  /** As it was stored, by whichever release: it is read where it is shown. */
  readonly body: unknown;
  readonly copyOf: string | null;
  readonly savedAtMs: number;
}

export interface LayoutChange {
  /** The version of which the change was made. */
  readonly basedOn: number;
  readonly layout: Layout;
}

export interface LayoutStore {
  /** Oldest first. */
  list(userId: string): Promise<readonly LayoutRow[]>;
  find(userId: string, id: string): Promise<LayoutRow | undefined>;
  /** Undefined when the user has as many as can be stored. */
  add(userId: string, layout: Layout, nowMs: number): Promise<LayoutRow | undefined>;
  /**
   * Stores a change; the last one wins. Another change since the version it is based on becomes a layout of its own, `replaced`.
   * Undefined when the user has no such layout.
   */
  save(
    userId: string,
    id: string,
    change: LayoutChange,
    nowMs: number,
  ): Promise<{ readonly saved: LayoutRow; readonly replaced: LayoutRow | null } | undefined>;
  /** False when the user has no such layout. */
  remove(userId: string, id: string): Promise<boolean>;
}
