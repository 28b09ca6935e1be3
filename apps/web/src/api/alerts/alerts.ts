/** Alerts of the user. */
import {
  type QueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type AlertDto, listAlerts, markAlertRead, markAllAlertsRead } from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';
import { type AlertLists, alertKey, namesEvent, withAlert } from './alert-lists.ts';

const ALERTS_KEY = [listAlerts.path] as const;
const NEWEST_KEY = [...ALERTS_KEY, 'newest'] as const;
/** The server answers at most so many at once: a full page may have older ones behind it. */
const PAGE = 100;
/** Alerts that come within this time are read together: a thousand at once are one call. */
const REREAD_AFTER_MS = 200;
/** Events are stored in batches, later than the socket brings them: the lists know of a change by then. */
const REREAD_CHANGED_MS = 2000;

/** The newest alerts, newest first, polled every 5 s. */
export function useAlerts(): UseQueryResult<AlertDto[]> {
  return useQuery({
    queryKey: NEWEST_KEY,
    queryFn: ({ signal }) => call(listAlerts, { signal }),
    refetchInterval: POLL_MS.alerts,
  });
}

/** Alerts page by page, of one instrument or all; polled while only the newest page is shown. */
export function useAlertPages(
  instrumentId: number | null,
): UseInfiniteQueryResult<readonly AlertDto[], Error> {
  return useInfiniteQuery({
    queryKey: [...ALERTS_KEY, 'pages', instrumentId],
    queryFn: ({ pageParam, signal }) =>
      call(listAlerts, { query: { instrumentId, before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
    // An alert that arrives between two calls pushes the last of one page into the next
    select: ({ pages }) => [...new Map(pages.flat().map((alert) => [alertKey(alert), alert])).values()],
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : POLL_MS.alerts),
  });
}

/** Marks one alert read; the list is then refetched. */
export function useMarkAlertRead(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(markAlertRead, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ALERTS_KEY }),
  });
}

/** Marks every alert read; the list is then refetched. */
export function useMarkAllAlertsRead(): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(markAllAlertsRead),
    onSuccess: () => client.invalidateQueries({ queryKey: ALERTS_KEY }),
  });
}

/** Ids of alerts that were brought before the first list was read: they are news in it. */
const early = new Set<string>();

/** True for an alert that was brought while the first list was on its way. */
export function cameBeforeList({ id }: AlertDto): boolean {
  return early.has(id);
}

let isRereadDue = false;

/** Shows an alert that the socket brought, and its rules, at once; the lists are read again right after. */
export function takeAlert(client: QueryClient, alert: AlertDto): void {
  if (client.getQueryData(NEWEST_KEY) === undefined) early.add(alert.id);
  client.setQueryData<AlertDto[]>(NEWEST_KEY, (shown) =>
    shown === undefined ? undefined : withAlert(shown, alert),
  );
  if (isRereadDue) return;
  isRereadDue = true;
  setTimeout(() => {
    isRereadDue = false;
    void client.invalidateQueries({ queryKey: ALERTS_KEY });
  }, REREAD_AFTER_MS);
}

/** Changes of listed events since the wait for storage began. */
let changes = 0;

function rereadWhileChanging(client: QueryClient): void {
  const before = changes;
  setTimeout(() => {
    void client.invalidateQueries({ queryKey: ALERTS_KEY });
    // A change of the last moment may not have been stored yet
    if (changes > before) rereadWhileChanging(client);
    else changes = 0;
  }, REREAD_CHANGED_MS);
}

/**
 * An event changed: the lists that name it are read again, because the words that this viewer may see come from there
 * alone.
 */
export function takeEventChange(client: QueryClient, eventId: string): void {
  const lists = client.getQueriesData<AlertLists>({ queryKey: ALERTS_KEY });
  if (!lists.some(([, data]) => namesEvent(data, eventId))) return;
  changes += 1;
  if (changes === 1) rereadWhileChanging(client);
}
