/** What the addresses of the long lists hold: history, trades, users and the audit log. */
import {
  auditFilter,
  type EventsPerDay,
  historyFilter,
  TRADE_SORTS,
  tradeFilter,
  USER_SORTS,
} from '@undertow/contracts';
import { z } from 'zod';
import { type UrlFilter, useUrlFilter } from './use-url-filter.ts';

const MAX_PAGE = 1_000_000;
const page = z.coerce.number<string>().int().min(1).max(MAX_PAGE).default(1);

const { sort: historySort, ...HISTORY_FILTER } = historyFilter;
const HISTORY_VIEW = { sort: historySort, smaller: z.string().optional() };
export const HISTORY = { ...HISTORY_FILTER, ...HISTORY_VIEW };
export type HistoryFilter = z.output<z.ZodObject<typeof historyFilter>>;

export interface HistoryFilterState extends UrlFilter<typeof HISTORY_FILTER, typeof HISTORY_VIEW> {
  /** What is searched for: the filter, cut to the largest events of a day unless the smaller ones are wanted too. */
  readonly asked: HistoryFilter;
}

export function useHistoryFilter(eventsPerDay: EventsPerDay): HistoryFilterState {
  const state = useUrlFilter(HISTORY_FILTER, HISTORY_VIEW);
  const { sort, smaller } = state.view;
  const isCut = smaller === undefined && eventsPerDay !== null;
  return { ...state, asked: { ...(isCut ? { perDay: eventsPerDay } : {}), ...state.filter, sort } };
}

export const TRADE_VIEW = {
  sort: z.enum(TRADE_SORTS).default('entryTime'),
  order: z.enum(['asc', 'desc']).default('desc'),
  page,
};
export type TradeFilter = z.output<z.ZodObject<typeof tradeFilter>>;
export type TradeView = z.output<z.ZodObject<typeof TRADE_VIEW>>;
export type TradeFilterState = UrlFilter<typeof tradeFilter, typeof TRADE_VIEW>;

export const useTradeFilter = (): TradeFilterState => useUrlFilter(tradeFilter, TRADE_VIEW);

export const USERS_VIEW = {
  search: z.string().max(200).default(''),
  sort: z.enum(USER_SORTS).default('newest'),
  page,
};
export type UsersView = z.output<z.ZodObject<typeof USERS_VIEW>>;

export const useUsersView = (): UrlFilter<Record<never, never>, typeof USERS_VIEW> =>
  useUrlFilter({}, USERS_VIEW);

export type AuditFilter = z.output<z.ZodObject<typeof auditFilter>>;
export type AuditFilterState = UrlFilter<typeof auditFilter, Record<never, never>>;

export const useAuditFilter = (): AuditFilterState => useUrlFilter(auditFilter, {});

/** Address of every row about one person. */
export function trailAddress(userId: string): string {
  return `/admin?tab=audit&subject=${encodeURIComponent(userId)}`;
}
