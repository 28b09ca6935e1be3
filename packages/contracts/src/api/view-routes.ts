/** Routes that may be called while an administrator views the product as a user; all others are refused. */
import { getErasure, listDevices } from '#account/account.ts';
import { getCurrentUser, getSession, login, loginCallback, logout, postLogout } from '#account/auth.ts';
import { getRithmicConnection, listConnectionLog } from '#account/connection.ts';
import { getPreferences } from '#account/preferences.ts';
import { getRegistration } from '#account/registration.ts';
import { getSiteState } from '#admin/controls.ts';
import { getRecoveryDrill } from '#admin/operations.ts';
import { endView, listViews } from '#admin/user.ts';
import { listAlertConfigurations, listAlertTemplates } from '#alerts/alert-rules.ts';
import { listAlerts } from '#alerts/alerts.ts';
import { getInsightRun, listInsights } from '#journal/insights.ts';
import { listTradeAccounts, listTradeImports, listTradeMappings } from '#journal/trade-imports.ts';
import {
  getContextTable,
  getPropRules,
  getTradeContext,
  getTradeStatistics,
} from '#journal/trade-statistics.ts';
import { getTradeAnalysis, getTradeFacets, listTrades, searchTrades } from '#journal/trades.ts';
import { getEventOutcome, getEventReplay } from '#market/event-replay.ts';
import { getFeedStatus, listTellableTypes } from '#market/feed-status.ts';
import { listAnalysisSessions, searchHistory } from '#market/history.ts';
import { listInstruments, listUserInstruments, listWatchlist } from '#market/instruments.ts';
import { getLargestEvents } from '#market/largest-events.ts';
import {
  getEventCounts,
  getEventEvidence,
  getMarketData,
  getOrderBook,
  getSessionFacts,
  listOrderFlowEvents,
} from '#market/market-data.ts';
import {
  getTierConfig,
  listAiPatterns,
  listAiPatternsOfInstrument,
  listAvailablePatterns,
} from '#market/patterns.ts';
import { getEvaluation, getMeasuredRates, getTrackRecord } from '#market/track-record.ts';
import { getBillingConfig, getSubscription } from '#plans/billing.ts';
import type { RouteContract } from '#shapes/route.ts';
import { getCompany } from '#site/company.ts';

/**
 * Reads that write nothing, call no outside service and return no more than the screens show. Excluded: every download
 * (account, trades, history), quotes, which call the payment provider, and invoices, which link to payment pages.
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

/** Routes that end a view. */
export const VIEW_WRITES: ReadonlySet<string> = new Set([endView, postLogout].map(({ id }) => id));
