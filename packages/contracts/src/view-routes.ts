/** What may be called while an administrator looks as a user: a route that is not named here is refused. */
import { getErasure, listDevices } from './account.ts';
import { getSiteState } from './admin-controls.ts';
import { getRecoveryDrill } from './admin-operations.ts';
import { endView, listViews } from './admin-user.ts';
import { listAlertConfigurations, listAlertTemplates } from './alert-rules.ts';
import { listAlerts } from './alerts.ts';
import { getCurrentUser, getSession, login, loginCallback, logout, postLogout } from './auth.ts';
import { getBillingConfig, getSubscription } from './billing.ts';
import { getCompany } from './company.ts';
import { getRithmicConnection, listConnectionLog } from './connection.ts';
import { getEventOutcome, getEventReplay } from './event-replay.ts';
import { listAnalysisSessions, searchHistory } from './history.ts';
import { getInsightRun, listInsights } from './insights.ts';
import { listInstruments, listUserInstruments, listWatchlist } from './instruments.ts';
import { getLargestEvents } from './largest-events.ts';
import {
  getEventCounts,
  getEventEvidence,
  getFeedStatus,
  getMarketData,
  getOrderBook,
  getSessionFacts,
  listOrderFlowEvents,
  listTellableTypes,
} from './market-data.ts';
import {
  getTierConfig,
  listAiPatterns,
  listAiPatternsOfInstrument,
  listAvailablePatterns,
} from './patterns.ts';
import { getPreferences } from './preferences.ts';
import { getRegistration } from './registration.ts';
import type { RouteContract } from './route.ts';
import { getEvaluation, getMeasuredRates, getTrackRecord } from './track-record.ts';
import { listTradeAccounts, listTradeImports, listTradeMappings } from './trade-imports.ts';
import { getContextTable, getPropRules, getTradeContext, getTradeStatistics } from './trade-statistics.ts';
import { getTradeAnalysis, getTradeFacets, listTrades, searchTrades } from './trades.ts';

/**
 * Reads that write nothing, ask nobody outside and show no more than the screens do. Left out on purpose: every download
 * (account, trades, history), quotes, which ask the payment provider, and invoices, whose addresses can be paid at.
 */
const READS: readonly RouteContract[] = [
  getBillingConfig,
  getCompany,
  getContextTable,
  getCurrentUser,
  getErasure,
  getEvaluation,
  getEventCounts,
  getEventEvidence,
  getEventOutcome,
  getEventReplay,
  getFeedStatus,
  getInsightRun,
  getLargestEvents,
  getMarketData,
  getMeasuredRates,
  getOrderBook,
  getPreferences,
  getPropRules,
  getRecoveryDrill,
  getRegistration,
  getRithmicConnection,
  getSession,
  getSessionFacts,
  getSiteState,
  getSubscription,
  getTierConfig,
  getTrackRecord,
  getTradeAnalysis,
  getTradeContext,
  getTradeFacets,
  getTradeStatistics,
  listAiPatterns,
  listAiPatternsOfInstrument,
  listAlertConfigurations,
  listAlertTemplates,
  listAlerts,
  listAnalysisSessions,
  listAvailablePatterns,
  listConnectionLog,
  listDevices,
  listInsights,
  listInstruments,
  listOrderFlowEvents,
  listTellableTypes,
  listTradeAccounts,
  listTradeImports,
  listTradeMappings,
  listTrades,
  listUserInstruments,
  listViews,
  listWatchlist,
  login,
  loginCallback,
  logout,
  searchHistory,
  searchTrades,
];

export const VIEW_READS: ReadonlySet<string> = new Set(READS.map(({ id }) => id));

/** The ways out of a view. */
export const VIEW_WRITES: ReadonlySet<string> = new Set([endView, postLogout].map(({ id }) => id));
