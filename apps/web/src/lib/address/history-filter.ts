/** What the history's address holds. */
import { type EventsPerDay, historyFilter } from '@undertow/contracts';
import { z } from 'zod';
import { type UrlFilter, useUrlFilter } from './use-url-filter.ts';

const { sort, ...filter } = historyFilter;
export const HISTORY_FILTER = filter;
export const HISTORY_VIEW = { sort, smaller: z.string().optional() };
export type HistoryFilter = z.output<z.ZodObject<typeof historyFilter>>;

export interface HistoryFilterState extends UrlFilter<typeof HISTORY_FILTER, typeof HISTORY_VIEW> {
  /** What is searched for: the filter, cut to the largest events of a day unless the smaller ones are wanted too. */
  readonly requested: HistoryFilter;
}

export function useHistoryFilter(eventsPerDay: EventsPerDay): HistoryFilterState {
  const state = useUrlFilter(HISTORY_FILTER, HISTORY_VIEW);
  const { sort, smaller } = state.view;
  const isCut = smaller === undefined && eventsPerDay !== null;
  return { ...state, requested: { ...(isCut ? { perDay: eventsPerDay } : {}), ...state.filter, sort } };
}
