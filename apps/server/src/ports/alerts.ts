/** The ports of alerts: rules, drawings with the lines that rules follow, what rules raised, and the outbox of events whose alerts are not stored yet. */
import type {
  AlertCondition,
  AlertDto,
  DrawingChange,
  MarketLine,
  NewsFilter,
  QuietHours,
  SessionHours,
  StoredDrawings,
} from '@undertow/contracts';
import type { Bar, EpochMs, ExchangeCalendar, FeedSource, FlowEvent, FlowEventType } from '@undertow/market';

/** A rule as its owner wrote it. */
export interface AlertRuleContent {
  readonly name: string;
  readonly notificationMethod: 'in_app' | 'email_in_app';
  readonly isEnabled: boolean;
  /** Empty: every active instrument of the owner. */
  readonly instrumentIds: readonly number[];
  readonly condition: AlertCondition;
  readonly sessionHours: SessionHours;
  /** `any` where it is left out. */
  readonly newsWindow?: NewsFilter | undefined;
  readonly coolDownSeconds: number;
  readonly quietHours: QuietHours | null;
  readonly expiresAtMs: number | null;
}

export interface AlertRule extends AlertRuleContent {
  readonly id: string;
  readonly userId: string;
  /** Name of the template, or `built-in`; null for a rule of the owner's own. */
  readonly origin: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Recent activity of rules, by rule. */
export interface RuleActivity {
  readonly lastFiredAtMs: number;
  readonly firedSince: number;
}

export interface AlertRuleStore {
  /** Oldest first. */
  list(userId: string): Promise<readonly AlertRule[]>;
  /** Every rule of every user, oldest first within a user. */
  all(): Promise<readonly AlertRule[]>;
  /** Undefined when the user has `limit` rules already. */
  add(
    rule: AlertRuleContent & Pick<AlertRule, 'userId' | 'origin'>,
    limit: number,
    nowMs: number,
  ): Promise<AlertRule | undefined>;
  /** Undefined when the user has no such rule. */
  change(
    userId: string,
    id: string,
    changes: Partial<AlertRuleContent>,
    nowMs: number,
  ): Promise<AlertRule | undefined>;
  /** False when the user has no such rule. */
  remove(userId: string, id: string): Promise<boolean>;
  /** Of the user's rules: when they fired last, and how often since the instant. Tests do not count. */
  activity(
    userId: string,
    sinceMs: number,
    reader: { readonly isOwner: boolean },
  ): Promise<ReadonlyMap<string, RuleActivity>>;
}

export interface SavedDrawings {
  readonly row: StoredDrawings;
  /** Versions of another device that were kept, and drawings that it changed and that therefore were not removed. */
  readonly kept: readonly string[];
  /** Rules that followed a line that moved, and those that ended with theirs. */
  readonly movedRules: number;
  readonly endedRules: number;
}

/** Drawings of a user on an instrument. */
export interface DrawingStore {
  get(userId: string, instrumentId: number): Promise<StoredDrawings>;
  /**
   * Stores a change; rules on its drawings follow, or end, in the same transaction. The last change of a drawing wins; one that it had not
   * seen is kept as a second drawing. Undefined when the user would have more than can be stored.
   */
  save(
    userId: string,
    instrumentId: number,
    change: DrawingChange,
    nowMs: number,
  ): Promise<SavedDrawings | undefined>;
  /** Removes them all; returns how many rules ended. */
  clear(userId: string, instrumentId: number, nowMs: number): Promise<number>;
}

/** A market on which rules are evaluated: the platform's, or that of a connected account. */
export interface RuleMarket {
  /** Names its line; another contract of an account is another one. */
  readonly line: string;
  readonly market: MarketLine;
  /** Whose account it is; null for the platform's. */
  readonly ownerId: string | null;
  readonly source: FeedSource;
  readonly calendar: ExchangeCalendar;
  /** Its present, on a timeline that never jumps. */
  nowMs(): EpochMs;
  /** Its minutes, as the port of market data has them. */
  listBars(instrumentId: number, source: string, fromMs: number, toMs: number): Promise<readonly Bar[]>;
}

/** An alert as it is stored; `marketAt` is the instant of the newest fact in it. */
export interface AlertRow extends Omit<AlertDto, 'marketAt' | 'rules'> {
  readonly userId: string;
  /** Instant of the newest fact in it; null when it contains no market data. */
  readonly eventAtMs: EpochMs | null;
}

/** An alert to be stored, and whether a mail is wanted. */
export interface RaisedAlert {
  readonly row: AlertRow;
  /** Null: none. Otherwise how far its owner is behind the market, which the mail states. */
  readonly mail: { readonly delaySeconds: number } | null;
}

export type AlertMailState = 'off' | 'queued' | 'limited' | 'no_address' | 'stopped';

export interface StoredAlert {
  readonly id: string;
  readonly mail: AlertMailState;
  /** Every rule that matched its event so far. */
  readonly rules: AlertDto['rules'];
}

/** When a rule fired for an instrument and, where events raise it, an event type. */
export interface RuleFiring {
  readonly ruleId: string;
  readonly instrumentId: number;
  readonly eventType: FlowEventType | null;
  readonly alertId: string;
  readonly atMs: EpochMs;
}

/** What a reader may see of their alerts now. */
export interface AlertScope {
  /** Instruments with the newest instant of each that they may see, milliseconds since 1970 UTC. */
  readonly instruments: readonly { readonly instrumentId: number; readonly untilMs: number }[];
  readonly types: readonly FlowEventType[];
  /** False in an administrator's view as the user: alerts of the user's own feed are left out. */
  readonly isOwner: boolean;
}

/** The store refuses the data itself, so a retry would be refused again. */
export class AlertRefused extends Error {
  readonly sqlState: string | null;

  constructor(message: string, sqlState: string | null, cause: unknown) {
    super(message, { cause });
    this.name = 'AlertRefused';
    this.sqlState = sqlState;
  }
}

/** An alert that could not be stored, with the delay of the view that raised it. */
export interface DeadAlert {
  readonly raised: RaisedAlert;
  readonly delaySeconds: number;
}

/** A dead letter as administrators see it. */
export interface DeadLetterRow {
  /** The alert's id. */
  readonly id: string;
  readonly userId: string;
  readonly ruleId: string | null;
  readonly title: string;
  readonly failure: string;
  readonly sqlState: string | null;
  /** How often it became a dead letter. */
  readonly refusals: number;
  readonly failedAtMs: number;
}

export type RequeueOutcome =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused' }
  /** `rules` are all that matched its event; null when the alert was in the list already. */
  | {
      readonly kind: 'stored';
      readonly dead: DeadAlert;
      readonly rules: AlertDto['rules'] | null;
    };

/** Alerts that storage refused, kept until an administrator stores them again or they are too old. */
export interface AlertDeadLetters {
  /** Rejects with `AlertRefused` where the owner no longer exists. */
  add(alerts: readonly DeadAlert[], error: unknown, nowMs: number): Promise<void>;
  /** The newest first. */
  list(limit: number): Promise<readonly DeadLetterRow[]>;
  /** Stores the alert and its mail with the audit row; a refusal is recorded in the letter. */
  requeue(id: string, actor: string, nowMs: number, requestId: string): Promise<RequeueOutcome>;
}

export interface AlertStore {
  /**
   * Stores alerts and writes their mails, together or not at all. Returns those that are new; rejects with
   * `AlertRefused` where a retry cannot help.
   */
  raise(alerts: readonly RaisedAlert[], nowMs: number): Promise<readonly StoredAlert[]>;
  /** What rules fired since the instant of the market, oldest first. */
  firings(sinceMs: number): Promise<readonly RuleFiring[]>;
  /**
   * Newest first, one per event, with the text of the event's newest state that the scope allows; `before` is an alert
   * of
   * the user, and those older than it are listed.
   */
  list(userId: string, scope: AlertScope, limit: number, before?: string): Promise<readonly AlertDto[]>;
  /** Marks every alert of its event. False when the user has no such alert. */
  markRead(userId: string, id: string): Promise<boolean>;
  markAllRead(userId: string): Promise<void>;
}

/** A state of an event whose alerts for the viewers of a delay are not stored yet. */
export interface AlertOutboxEntry {
  readonly eventId: string;
  readonly delaySeconds: number;
  /** When the event changed to this state, milliseconds since 1970 UTC. */
  readonly updatedMs: number;
  readonly event: FlowEvent;
}

export interface AlertOutbox {
  /** Those whose viewers may see them at the instant, oldest first. */
  due(nowMs: number, limit: number): Promise<readonly AlertOutboxEntry[]>;
  /** Removes notified states; a state that is newer than the notified one stays. */
  settle(states: readonly Omit<AlertOutboxEntry, 'event'>[]): Promise<void>;
}

export interface AlertMailFacts {
  readonly alert_raised: {
    readonly title: string;
    readonly message: string;
    /** Null for a test, which contains no market data. */
    readonly marketAtMs: number | null;
    readonly instrumentId: number | null;
    readonly delaySeconds: number;
    readonly isTest: boolean;
    /** The rule that caused the mail; null for a test, which its owner requested. */
    readonly ruleId: string | null;
    /** Every rule that matched this event is named when the mail is sent. Rows of an earlier release have none. */
    readonly eventId?: string | null;
    /** Whose market it is of. Rows of an earlier release name none. */
    readonly market?: MarketLine;
    readonly source?: FeedSource | null;
    /** The alert of an own feed, whose texts are read when the mail is sent. */
    readonly alertId?: string;
  };
  /** More alerts than mails may be sent: the others wait in the app. */
  readonly alerts_limited: { readonly atMs: number };
}
