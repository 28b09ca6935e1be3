/** Every repository over one database. */

import { createAccountAlertTexts } from '#adapters/storage/account-market/account-alert-texts.ts';
import { createAccountExport } from '#adapters/storage/account-market/account-export.ts';
import {
  type AccountSealing,
  createAccountMarkets,
} from '#adapters/storage/account-market/account-markets.ts';
import { createDrawingStore } from '#adapters/storage/accounts/drawings.ts';
import { createLayoutStore } from '#adapters/storage/accounts/layouts.ts';
import { createPreferenceStore } from '#adapters/storage/accounts/preferences.ts';
import { createRegistrations } from '#adapters/storage/accounts/registrations.ts';
import { createSessionStore } from '#adapters/storage/accounts/sessions.ts';
import { createUserInstruments } from '#adapters/storage/accounts/user-instruments.ts';
import { createUsers } from '#adapters/storage/accounts/users.ts';
import { createWatchlist } from '#adapters/storage/accounts/watchlist.ts';
import { createAlertDeadLetters } from '#adapters/storage/alerts/alert-dead-letters.ts';
import { createAlertOutbox } from '#adapters/storage/alerts/alert-outbox.ts';
import { createAlertRules } from '#adapters/storage/alerts/alert-rules.ts';
import { createAlertStore } from '#adapters/storage/alerts/alerts.ts';
import { createApiKeyStore } from '#adapters/storage/api-keys/api-key-store.ts';
import { createIdempotencyStore } from '#adapters/storage/api-keys/idempotency-store.ts';
import { createAuditHistory } from '#adapters/storage/audit/audit-history.ts';
import { createAuditLog } from '#adapters/storage/audit/audit-log.ts';
import { createBacktestStore } from '#adapters/storage/backtests/backtest-store.ts';
import { createFactsStore } from '#adapters/storage/backtests/facts-store.ts';
import { createUploadStore } from '#adapters/storage/backtests/upload-store.ts';
import { createBillingLeases } from '#adapters/storage/billing/billing-leases.ts';
import { createBillingLedger } from '#adapters/storage/billing/billing-ledger.ts';
import { createBillingStore } from '#adapters/storage/billing/billing-store.ts';
import { createCancelTasks } from '#adapters/storage/billing/cancel-tasks.ts';
import { createInvoices } from '#adapters/storage/billing/invoices.ts';
import { createTrialUses } from '#adapters/storage/billing/trial-uses.ts';
import { createChangeLog } from '#adapters/storage/cluster/change-log.ts';
import { createConnectionStore } from '#adapters/storage/connections/broker-connections.ts';
import { createStepStore } from '#adapters/storage/connections/connection-steps.ts';
import { createAuditHeadFile } from '#adapters/storage/database/chain-heads-file.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { createJobDeadLetters } from '#adapters/storage/jobs/job-dead-letters.ts';
import { createJobQueue } from '#adapters/storage/jobs/job-queue.ts';
import { createContextStore } from '#adapters/storage/journal/journal-context.ts';
import { createImportStore } from '#adapters/storage/journal/journal-imports.ts';
import { createInsightStore } from '#adapters/storage/journal/journal-insights.ts';
import { createJournalSettings } from '#adapters/storage/journal/journal-settings.ts';
import { createTradeStore } from '#adapters/storage/journal/journal-trades.ts';
import { createMailQueue } from '#adapters/storage/mail/mail-queue.ts';
import { createOutbox } from '#adapters/storage/mail/outbox.ts';
import { createEventHistory } from '#adapters/storage/market/event-history.ts';
import { createMarketStore } from '#adapters/storage/market/market-store.ts';
import { createNewsStore } from '#adapters/storage/news/news-store.ts';
import { createScoreStore } from '#adapters/storage/news/score-store.ts';
import { createControlStore } from '#adapters/storage/operations/controls.ts';
import { createOperationsStore } from '#adapters/storage/operations/operations-store.ts';
import { createRecoveryRecord } from '#adapters/storage/operations/recovery-record.ts';
import { DEFAULT_RETENTION, type Retention } from '#adapters/storage/operations/retention.ts';
import { createAdminViews } from '#adapters/storage/people/admin-views.ts';
import { createDataUsageStore } from '#adapters/storage/people/data-usage.ts';
import { createPeople } from '#adapters/storage/people/people.ts';
import { createRoles } from '#adapters/storage/people/roles.ts';
import { createSupport } from '#adapters/storage/people/support.ts';
import { createTierSteps } from '#adapters/storage/people/tier-steps.ts';
import { createErasures } from '#adapters/storage/privacy/erasures.ts';
import { createOwnData } from '#adapters/storage/privacy/own-data.ts';
import { createPersonalData } from '#adapters/storage/privacy/personal-export.ts';
import { createTiers } from '#adapters/storage/tiers/tiers.ts';
import { createDeliveryQueue } from '#adapters/storage/webhooks/delivery-queue.ts';
import { createWebhookOutbox } from '#adapters/storage/webhooks/webhook-outbox.ts';
import { createWebhookStore } from '#adapters/storage/webhooks/webhook-store.ts';
import type { OwnerSeal } from '#ports/account-feeds.ts';

/** What programs of users, background work and the news store. */
function createWorkStores(orm: Orm, webhookSeal: OwnerSeal | null) {
  return {
    apiKeyStore: createApiKeyStore(orm),
    idempotency: createIdempotencyStore(orm),
    webhooks: createWebhookStore(orm, webhookSeal),
    webhookOutbox: createWebhookOutbox(orm),
    deliveryQueue: createDeliveryQueue(orm, webhookSeal),
    backtests: createBacktestStore(orm),
    sessionFacts: createFactsStore(orm),
    uploads: createUploadStore(orm),
    jobQueue: createJobQueue(orm),
    jobDeadLetters: createJobDeadLetters(orm),
    news: createNewsStore(orm),
    newsScores: createScoreStore(orm),
  };
}

/**
 * `dataDir` is the folder of the files beside the database; null keeps their contents in memory. Without `sealing`
 * nothing of an account feed can be stored or opened, without `webhookSeal` nothing of a webhook.
 */
export function createStores(
  orm: Orm,
  retention: Retention = DEFAULT_RETENTION,
  dataDir: string | null = null,
  sealing: AccountSealing | null = null,
  webhookSeal: OwnerSeal | null = null,
) {
  const texts = sealing && createAccountAlertTexts(orm, sealing.seal);
  return {
    ...createWorkStores(orm, webhookSeal),
    users: createUsers(orm),
    sessionStore: createSessionStore(orm),
    tiers: createTiers(orm),
    userInstruments: createUserInstruments(orm),
    watchlist: createWatchlist(orm),
    preferences: createPreferenceStore(orm),
    layouts: createLayoutStore(orm),
    drawings: createDrawingStore(orm),
    registrations: createRegistrations(orm),
    alerts: createAlertStore(orm, texts),
    alertRules: createAlertRules(orm),
    alertOutbox: createAlertOutbox(orm),
    alertDeadLetters: createAlertDeadLetters(orm, texts),
    audit: createAuditLog(orm),
    auditHistory: createAuditHistory(orm, createAuditHeadFile(dataDir)),
    connectionStore: createConnectionStore(orm),
    connectionSteps: createStepStore(orm),
    controlStore: createControlStore(orm),
    changeLog: createChangeLog(orm),
    billingStore: createBillingStore(orm),
    billingLedger: createBillingLedger(orm),
    billingLeases: createBillingLeases(orm),
    cancelTasks: createCancelTasks(orm),
    invoices: createInvoices(orm),
    trialUses: createTrialUses(orm),
    outbox: createOutbox(orm),
    erasures: createErasures(orm),
    people: createPeople(orm),
    adminViews: createAdminViews(orm),
    support: createSupport(orm),
    roles: createRoles(orm),
    tierSteps: createTierSteps(orm),
    dataUsage: createDataUsageStore(orm),
    personalData: createPersonalData(
      orm,
      sealing && createAccountExport(orm, sealing.seal, sealing.windowCodec),
    ),
    ownData: createOwnData(orm),
    accountMarkets: sealing && createAccountMarkets(orm, sealing.seal),
    mailQueue: createMailQueue(orm, texts),
    marketStore: createMarketStore(orm, retention),
    history: createEventHistory(orm),
    trades: createTradeStore(orm),
    tradeImports: createImportStore(orm),
    tradeContexts: createContextStore(orm),
    journalSettings: createJournalSettings(orm),
    insights: createInsightStore(orm),
    recovery: createRecoveryRecord(orm),
    operations: createOperationsStore(orm, retention),
  };
}

export type Stores = ReturnType<typeof createStores>;
