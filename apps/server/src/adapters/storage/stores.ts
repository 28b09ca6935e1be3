/** Every repository over one database. */
import { createAdminViews } from './admin-views.ts';
import { createAlertDeadLetters } from './alert-dead-letters.ts';
import { createAlertDebts } from './alert-debts.ts';
import { createAlertRules } from './alert-rules.ts';
import { createAlertStore } from './alerts.ts';
import { createAuditHistory } from './audit-history.ts';
import { createAuditLog } from './audit-log.ts';
import { createBillingLeases } from './billing-leases.ts';
import { createBillingLedger } from './billing-ledger.ts';
import { createBillingStore } from './billing-store.ts';
import { createConnectionStore } from './broker-connections.ts';
import { createCancelTasks } from './cancel-tasks.ts';
import { createStepStore } from './connection-steps.ts';
import { createControlStore } from './controls.ts';
import { createDataUsageStore } from './data-usage.ts';
import { createErasures } from './erasures.ts';
import { createEventHistory } from './event-history.ts';
import { createAuditHeadFile } from './heads-file.ts';
import { createInvoices } from './invoices.ts';
import { createContextStore } from './journal-context.ts';
import { createImportStore } from './journal-imports.ts';
import { createInsightStore } from './journal-insights.ts';
import { createJournalSettings } from './journal-settings.ts';
import { createTradeStore } from './journal-trades.ts';
import { createMailQueue } from './mail-queue.ts';
import { createMarketStore } from './market-store.ts';
import { createOperationsStore } from './operations-store.ts';
import type { Orm } from './orm.ts';
import { createOutbox } from './outbox.ts';
import { createPeople } from './people.ts';
import { createPersonalData } from './personal-export.ts';
import { createPreferenceStore } from './preferences.ts';
import { createRecoveryRecord } from './recovery-record.ts';
import { createRegistrations } from './registrations.ts';
import { DEFAULT_RETENTION, type Retention } from './retention.ts';
import { createRoles } from './roles.ts';
import { createSessionStore } from './sessions.ts';
import { createSupport } from './support.ts';
import { createTierSteps } from './tier-steps.ts';
import { createTiers } from './tiers.ts';
import { createTrialUses } from './trial-uses.ts';
import { createUserInstruments } from './user-instruments.ts';
import { createUsers } from './users.ts';
import { createWatchlist } from './watchlist.ts';

/** `dataDir` is the folder of the files beside the database; null keeps what would stand there in memory. */
export function createStores(
  orm: Orm,
  retention: Retention = DEFAULT_RETENTION,
  dataDir: string | null = null,
) {
  return {
    users: createUsers(orm),
    sessionStore: createSessionStore(orm),
    tiers: createTiers(orm),
    userInstruments: createUserInstruments(orm),
    watchlist: createWatchlist(orm),
    preferences: createPreferenceStore(orm),
    registrations: createRegistrations(orm),
    alerts: createAlertStore(orm),
    alertRules: createAlertRules(orm),
    alertDebts: createAlertDebts(orm),
    alertDeadLetters: createAlertDeadLetters(orm),
    audit: createAuditLog(orm),
    auditHistory: createAuditHistory(orm, createAuditHeadFile(dataDir)),
    connectionStore: createConnectionStore(orm),
    connectionSteps: createStepStore(orm),
    controlStore: createControlStore(orm),
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
    personalData: createPersonalData(orm),
    mailQueue: createMailQueue(orm),
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
