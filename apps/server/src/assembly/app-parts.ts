/** What the HTTP application is built from: its settings, the ports it uses, and the interfaces to the live line. */
import type { IncomingMessage } from 'node:http';
import type { CompanyFacts } from '@undertow/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { WebSocket } from 'ws';
import type { HeavyUse } from '#http/limits/heavy-use.ts';
import type { RateLimits } from '#http/limits/rate-limit.ts';
import type { ShellChoices } from '#http/pages/shell-choices.ts';
import type { PaymentAddresses } from '#http/server/security.ts';
import type { Sessions, SignedIn } from '#http/session/session.ts';
import type { BillingParts } from '#modules/billing/billing-routes.ts';
import type { WebhookParts } from '#modules/billing-sync/webhook-route.ts';
import type { NewsRouteParts } from '#modules/news/news-routes.ts';
import type { InsightRunner } from '#modules/trades/insight-runner.ts';
import type { AccountFeedLines, OwnData, ViewResolver } from '#ports/account-feeds.ts';
import type {
  AuditLog,
  EndSubscription,
  Erasures,
  IdentityProvider,
  LayoutStore,
  PersonalData,
  PreferenceStore,
  UserInstruments,
  Users,
  Watchlist,
} from '#ports/accounts.ts';
import type { AlertDeadLetters, AlertRuleStore, AlertStore, DrawingStore } from '#ports/alerts.ts';
import type { ApiKeyStore } from '#ports/api-keys/api-key-store.ts';
import type { IdempotencyStore } from '#ports/api-keys/idempotency-store.ts';
import type { AuditHistory } from '#ports/audit.ts';
import type { BacktestStore, FactsStore } from '#ports/backtests/backtests.ts';
import type { UploadFiles, UploadStore } from '#ports/backtests/uploads.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Member } from '#ports/cluster/leases.ts';
import type { ControlStore, Controls } from '#ports/controls.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { HistoryStore } from '#ports/history.ts';
import type { JobDeadLetters, JobQueue } from '#ports/jobs/job-queue.ts';
import type { ContextStore, InsightStore, JournalSettings, TradeStore } from '#ports/journal.ts';
import type { ImportStore } from '#ports/journal-import.ts';
import type { JournalWork } from '#ports/journal-work.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { EventWindowCodec, MarketStore } from '#ports/market-store.ts';
import type { NewsStore } from '#ports/news/news-store.ts';
import type { ScoreStore } from '#ports/news/score-store.ts';
import type { DatabentoSpending, LineFacts, OperationsStore, RecoveryRecord } from '#ports/operations.ts';
import type {
  AdminViews,
  DataUsage,
  DataUsageStore,
  People,
  Roles,
  Support,
  TierSteps,
} from '#ports/people.ts';
import type { Recordings } from '#ports/recordings.ts';
import type { Registrations } from '#ports/registration.ts';
import type { EventReplays, MarketReplays } from '#ports/replay.ts';
import type { Streams } from '#ports/streams/streams.ts';
import type { TrackStore } from '#ports/track-store.ts';
import type { WebhookStore } from '#ports/webhooks/webhooks.ts';

export interface AppSettings extends ShellChoices {
  readonly publicOrigin: string;
  readonly trustProxy: number;
  readonly cookieKey: Buffer;
  readonly bootstrapAdminSub: string | null;
  readonly webDist: string;
  readonly payment: PaymentAddresses;
  readonly rateLimits: RateLimits;
  /** Over how long sockets are closed at a stop, where other processes serve them then. */
  readonly socketSpreadMs: number;
  readonly company: CompanyFacts;
  readonly metricsToken: string | null;
  readonly databaseKind: 'pglite' | 'postgres';
  /** Privileges of the server's role in the database that it should not have. */
  readonly databaseRoleWarning: string | null;
}

export interface AppParts extends Omit<BillingParts, 'publicOrigin' | 'cookieKey'> {
  readonly settings: AppSettings;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly heavyUse: HeavyUse;
  readonly bus: Bus;
  readonly users: Users;
  readonly userInstruments: UserInstruments;
  readonly watchlist: Watchlist;
  readonly preferences: PreferenceStore;
  readonly layouts: LayoutStore;
  readonly drawings: DrawingStore;
  readonly registrations: Registrations;
  readonly alerts: AlertStore;
  readonly alertRules: AlertRuleStore;
  readonly marketStore: MarketStore;
  readonly history: HistoryStore;
  readonly trackStore: TrackStore;
  readonly news: NewsStore;
  readonly newsScores: ScoreStore;
  readonly newsSettings: NewsRouteParts['newsSettings'];
  readonly trades: TradeStore;
  readonly webhooks: WebhookStore;
  readonly tradeImports: ImportStore;
  readonly tradeContexts: ContextStore;
  readonly journalSettings: JournalSettings;
  readonly insights: InsightStore;
  readonly insightRunner: InsightRunner;
  readonly journalWork: JournalWork;
  readonly apiKeyStore: ApiKeyStore;
  readonly idempotency: IdempotencyStore;
  readonly audit: AuditLog;
  readonly auditHistory: AuditHistory;
  readonly controlStore: ControlStore;
  readonly controls: Controls;
  readonly erasures: Erasures;
  readonly personalData: PersonalData;
  readonly people: People;
  readonly roles: Roles;
  readonly tierSteps: TierSteps;
  readonly adminViews: AdminViews;
  readonly support: Support;
  readonly usage: DataUsage;
  readonly dataUsage: DataUsageStore;
  readonly endSubscription: EndSubscription;
  readonly sessions: Sessions;
  readonly entitlements: Entitlements;
  readonly identity: IdentityProvider;
  /** The platform feed: history, track record, alerts, journal and administration read nothing else. */
  readonly views: LiveViews;
  /** The line that a viewer sees. */
  readonly viewResolver: ViewResolver;
  readonly accountFeedLines: Pick<AccountFeedLines, 'pausing'>;
  readonly ownData: OwnData;
  readonly windowCodec: EventWindowCodec;
  readonly eventReplays: EventReplays;
  readonly marketReplays: MarketReplays;
  readonly recordings: Pick<Recordings, 'openInstant' | 'list' | 'status' | 'eraseOwner'>;
  readonly spending: DatabentoSpending;
  /** Null without a payment provider. */
  readonly webhook: WebhookParts | null;
  /** Null without a gateway of a trading platform in the settings. */
  readonly connectionSupervisor: ConnectionSupervisor | null;
  readonly streams: Streams;
  readonly attachSocket: (request: IncomingMessage, socket: WebSocket, user: SignedIn) => void;
  readonly ping: () => Promise<void>;
  readonly liveSessionsOf: (userId: string) => ReadonlySet<string>;
  /** Open sockets. */
  readonly connections: () => number;
  readonly metrics: Registry;
  readonly operations: OperationsStore;
  readonly alertDeadLetters: AlertDeadLetters;
  readonly backtests: BacktestStore;
  readonly sessionFacts: FactsStore;
  readonly uploads: UploadStore;
  readonly uploadFiles: UploadFiles;
  readonly jobQueue: JobQueue;
  readonly jobDeadLetters: JobDeadLetters;
  readonly recovery: RecoveryRecord;
  readonly lineStatus: () => LineFacts;
  /** Null where this process is the only one. */
  readonly processes: () => Promise<readonly Member[] | null>;
}
