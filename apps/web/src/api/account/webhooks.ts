/** Webhooks of the user: the list, the deliveries of one, and what can be done with them. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type NewWebhook,
  type RouteBody,
  type RouteResponse,
  resendWebhookDelivery,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  type WebhookDeliveryList,
  type WebhookList,
} from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';

export type WebhookChanges = RouteBody<typeof changeWebhook>;
export type AddedWebhook = RouteResponse<typeof createWebhook>;

export function useWebhooks(): UseQueryResult<WebhookList> {
  return useQuery({
    queryKey: [listWebhooks.path],
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
    refetchInterval: POLL_MS.connection,
  });
}

export function useWebhookDeliveries(id: string): UseQueryResult<WebhookDeliveryList> {
  return useQuery({
    // Begins as that of the list: an act renews both
    queryKey: [listWebhooks.path, id],
    queryFn: ({ signal }) => call(listWebhookDeliveries, { params: { id }, signal }),
    refetchInterval: POLL_MS.connection,
  });
}

function useAct<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: [listWebhooks.path] }),
  });
}

/** Refused as `REAUTH_REQUIRED` where the sign-in is not fresh, and so is a new secret. */
export function useCreateWebhook() {
  return useAct((body: NewWebhook) => call(createWebhook, { body }));
}

export function useChangeWebhook(id: string) {
  return useAct((body: WebhookChanges) => call(changeWebhook, { params: { id }, body }));
}

export function useRotateWebhookSecret(id: string) {
  return useAct<void, RouteResponse<typeof rotateWebhookSecret>>(() =>
    call(rotateWebhookSecret, { params: { id } }),
  );
}

export function useDeleteWebhook(id: string): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteWebhook, { params: { id } }),
    // Its deliveries go with it: what shows them leaves the page, and they are not requested again
    onSuccess: () => {
      client.setQueryData<WebhookList>(
        [listWebhooks.path],
        (list) => list && { ...list, webhooks: list.webhooks.filter((one) => one.id !== id) },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listWebhooks.path], exact: true }),
  });
}

export function useResumeWebhook(id: string) {
  return useAct<void, unknown>(() => call(resumeWebhook, { params: { id } }));
}

export function useTestWebhook(id: string) {
  return useAct<void, unknown>(() => call(testWebhook, { params: { id } }));
}

export function useResendDelivery(id: string) {
  return useAct((deliveryId: string) => call(resendWebhookDelivery, { params: { id, deliveryId } }));
}
