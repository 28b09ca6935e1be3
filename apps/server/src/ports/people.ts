/** The ports of administration: lists and counts of users, their roles and their tiers. */
import type { FeedStatus, PaidTier, Tier } from '@undertow/contracts';
import type { Role } from './accounts.ts';

export interface PersonRow {
  readonly id: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
  readonly createdAtMs: number;
  readonly tier: Tier;
}

export type PeopleSort = 'newest' | 'oldest' | 'email' | 'tier' | 'role';

export interface PeopleQuery {
  readonly search: string;
  readonly sort: PeopleSort;
  readonly limit: number;
  readonly offset: number;
}

export interface TierCounts {
  readonly users: number;
  readonly paying: number;
  readonly trialing: number;
  readonly granted: number;
}

export interface PeopleStats {
  readonly total: number;
  readonly newSince: number;
  readonly admins: number;
  readonly tiers: Readonly<Record<PaidTier, TierCounts>>;
  /** Pence a month of subscriptions that are paid for, whatever is granted beside them. */
  readonly payingPence: number;
}

export interface DayCounts {
  /** `YYYY-MM-DD` in London. */
  readonly day: string;
  readonly registered: number;
  readonly withTier: number;
}

/** Lists and counts of users; every tier is that of the requested instant. */
export interface People {
  find(userId: string, nowMs: number): Promise<PersonRow | undefined>;
  list(query: PeopleQuery, nowMs: number): Promise<readonly PersonRow[]>;
  count(search: string): Promise<number>;
  stats(sinceMs: number, nowMs: number): Promise<PeopleStats>;
  /** Stores the counts of today, replacing those of earlier today. */
  keepDay(nowMs: number): Promise<void>;
  /** Stored days from this one on, oldest first. */
  keptDays(fromDay: string): Promise<readonly DayCounts[]>;
}

/** Who acts, and on whom. */
export interface AdminAct {
  readonly actorId: string;
  readonly userId: string;
  readonly requestId: string;
}

export type RoleOutcome =
  | { readonly kind: 'changed'; readonly sessionIds: readonly string[] }
  | { readonly kind: 'unknown' | 'own' | 'same' | 'last' | 'not-admin' };

export interface Roles {
  /**
   * Changes the role, with audit row and mails to every administrator, and removes the sessions of the user: after a
   * change
   * of the role the user signs in again. Changes are serialised.
   */
  change(act: AdminAct, role: Role, nowMs: number): Promise<RoleOutcome>;
}

export type StepOutcome = 'done' | 'unknown' | 'refused' | 'not-admin';

export interface TierSteps {
  /** Grants the tier if it is the one step up or down from the current one. Steps are serialised. */
  step(act: AdminAct, direction: 'up' | 'down', tier: Tier, nowMs: number): Promise<StepOutcome>;
}

/** An administrator's session that views the product as a user. */
export interface OpenView {
  readonly userId: string;
  readonly administratorId: string;
  readonly reason: string;
  readonly untilMs: number;
}

export interface ViewRequest extends AdminAct {
  readonly sessionId: string;
  readonly reason: string;
}

export type ViewOutcome =
  | { readonly kind: 'started'; readonly untilMs: number }
  | { readonly kind: 'unknown' | 'of-admin' | 'already' | 'not-admin' };

/** A row of the trace. */
export interface PastView {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly reason: string;
}

export interface AdminViews {
  start(view: ViewRequest, nowMs: number): Promise<ViewOutcome>;
  /** The view of a session as it is now: over with its time, its administrator's role or its user's account. */
  of(sessionId: string, nowMs: number): Promise<OpenView | undefined>;
  /** False: there was none. */
  end(sessionId: string, nowMs: number, requestId: string | null): Promise<boolean>;
  /** Records the end of views whose time is over, or whose session is gone. */
  sweep(nowMs: number): Promise<void>;
  /** Views of a user's account, newest first, at most 50. */
  listOf(userId: string): Promise<readonly PastView[]>;
}

/** Market data as it was shown to a device of a user. */
export interface ShownData {
  readonly userId: string;
  /** An administrator in a view as the user: it is shown to the administrator. */
  readonly view?: Pick<OpenView, 'administratorId'>;
  readonly sessionId: string;
  readonly source: FeedStatus['source'];
  readonly delaySeconds: number;
  readonly instrumentIds: readonly number[];
}

/** Called with market data that is shown, on every channel. */
export interface DataUsage {
  note(shown: ShownData): void;
  /** Stores what was recorded so far; never rejects, what could not be stored is retried the next time. */
  store(): Promise<void>;
}

/** What was shown of an instrument to one device of a user on a day in London. */
export interface UsageRow {
  readonly userId: string;
  /** `YYYY-MM-DD` in London. */
  readonly day: string;
  /** Distinguishes the devices of a user, and gives no access. */
  readonly device: string;
  readonly source: FeedStatus['source'];
  readonly delaySeconds: number;
  readonly instrumentId: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** What was shown to a user on a day, of one source and delay. */
export interface UsageOfDay {
  readonly day: string;
  /** The user's id, or their pseudonym once they were erased. */
  readonly person: string;
  /** As the user registered; null where they did not, or were erased. */
  readonly marketDataStatus: 'non_professional' | 'professional' | null;
  readonly source: FeedStatus['source'];
  readonly delaySeconds: number;
  readonly instrumentIds: readonly number[];
  readonly devices: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

export interface DataUsageStore {
  /** Adds to the stored rows of the same day. Rows of users who were erased meanwhile are left out. */
  save(rows: readonly UsageRow[]): Promise<void>;
  /** One day in London, by user. */
  ofDay(day: string): Promise<readonly UsageOfDay[]>;
}

/** The source of a user's tier at an instant, as far as the stored rows show. */
export interface TierHistory {
  readonly tier: Tier;
  readonly grant: {
    readonly tier: Tier;
    readonly actor: string;
    readonly reason: string;
    readonly untilMs: number | null;
  } | null;
  readonly subscription: {
    readonly id: string;
    readonly tier: PaidTier;
    readonly status: string;
    readonly periodEndsAtMs: number;
  } | null;
  /** When the tier of the subscription changes without an event; null when it does not. */
  readonly untilMs: number | null;
  /** False: whether a subscription was paid for at that instant is not stored. */
  readonly isCertain: boolean;
}

export interface Support {
  /** Grants are stored for every instant; of a subscription only its state when it was read last. */
  tierAt(userId: string, atMs: number): Promise<TierHistory>;
  alertCounts(userId: string, sinceMs: number): Promise<{ readonly count: number; readonly read: number }>;
}
