/** Alerts of the user. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type AlertDto, listAlerts, markAlertRead, markAllAlertsRead } from '@undertow/contracts';
import { call } from './call.ts';
import { POLL_MS } from './query-client.ts';

export const ALERTS_KEY = [listAlerts.path] as const;

/** The newest alerts, newest first, polled every 5 s. */
export function useAlerts(): UseQueryResult<AlertDto[]> {
  return useQuery({
    queryKey: ALERTS_KEY,
    queryFn: ({ signal }) => call(listAlerts, { signal }),
    refetchInterval: POLL_MS.alerts,
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
