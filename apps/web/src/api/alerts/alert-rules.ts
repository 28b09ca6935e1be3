/** Rules of alerts, what they would have done, templates, and the end of mails. */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type AlertConfiguration,
  type AlertDryRun,
  type AlertRuleInput,
  type AlertTemplate,
  createAlertConfiguration,
  createAlertsFromTemplate,
  deleteAlertConfiguration,
  dryRunAlert,
  listAlertConfigurations,
  listAlertTemplates,
  stopAlertMail,
  testAlertConfiguration,
  updateAlertConfiguration,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';
import { takeAlert } from './alerts.ts';

const RULES_KEY = [listAlertConfigurations.path] as const;

export type AlertTest = z.output<(typeof testAlertConfiguration)['response']>;

/** The user's rules, oldest first; polled, because they include when they last fired and why they are paused. */
export function useAlertRules(): UseQueryResult<AlertConfiguration[]> {
  return useQuery({
    queryKey: RULES_KEY,
    queryFn: ({ signal }) => call(listAlertConfigurations, { signal }),
    refetchInterval: POLL_MS.alertRules,
  });
}

function useRuleChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: RULES_KEY }),
  });
}

export interface SavedRule {
  /** Null: a new rule. */
  readonly id: string | null;
  readonly rule: AlertRuleInput;
}

export function useSaveAlertRule(): UseMutationResult<AlertConfiguration, Error, SavedRule> {
  return useRuleChange(({ id, rule }: SavedRule) =>
    id === null
      ? call(createAlertConfiguration, { body: rule })
      : call(updateAlertConfiguration, { params: { id }, body: rule }),
  );
}

export function useEnableAlertRule(): UseMutationResult<
  AlertConfiguration,
  Error,
  { readonly id: string; readonly isEnabled: boolean }
> {
  return useRuleChange(({ id, isEnabled }: { readonly id: string; readonly isEnabled: boolean }) =>
    call(updateAlertConfiguration, { params: { id }, body: { isEnabled } }),
  );
}

export function useDeleteAlertRule(): UseMutationResult<unknown, Error, string> {
  return useRuleChange((id: string) => call(deleteAlertConfiguration, { params: { id } }));
}

/** Fires a rule once; its alert is shown also where no socket brings it. */
export function useTestAlertRule(): UseMutationResult<AlertTest, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(testAlertConfiguration, { params: { id } }),
    onSuccess: ({ alert }) => takeAlert(client, alert),
  });
}

export function useAlertTemplates(): UseQueryResult<AlertTemplate[]> {
  return useQuery({
    queryKey: [listAlertTemplates.path],
    queryFn: ({ signal }) => call(listAlertTemplates, { signal }),
  });
}

export interface AppliedTemplate {
  readonly templateId: number;
  readonly instrumentIds: number[];
}

export function useApplyTemplate(): UseMutationResult<AlertConfiguration[], Error, AppliedTemplate> {
  return useRuleChange((body: AppliedTemplate) => call(createAlertsFromTemplate, { body }));
}

/**
 * What a rule would have done; null: nothing to request yet. The previous figures stay while those of a change load.
 */
export function useDryRun(rule: AlertRuleInput | null): UseQueryResult<AlertDryRun> {
  // Neither of them changes when a rule fires
  const body = rule === null ? null : { rule: { ...rule, name: 'Dry run', isEnabled: true } };
  return useQuery({
    queryKey: [dryRunAlert.path, body],
    queryFn: ({ signal }) => call(dryRunAlert, { ...(body === null ? {} : { body }), signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    gcTime: MINUTE_MS,
    staleTime: MINUTE_MS,
  });
}

/** Ends the mails of alerts of whom the token of a mail names. */
export function useStopAlertMail(): UseMutationResult<unknown, Error, string> {
  return useMutation({ mutationFn: (token: string) => call(stopAlertMail, { query: { token } }) });
}
