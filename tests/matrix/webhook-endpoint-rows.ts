/** Rows of webhooks in the settings. */
import { newDelivery } from '@undertow/server/src/webhooks/new-delivery.ts';
import { testMessage } from '@undertow/server/src/webhooks/webhook-messages.ts';
import { all, type MatrixRow, type World } from './matrix-row.ts';

const URL = '/api/webhooks';
const NEW = {
  ...{
    name: 'Desk',
    format: 'standard' as const,
    address: 'https://hooks.desk.example/undertow',
    chat: null,
  },
  ...{ topics: ['alert.fired' as const], eventTypes: [], instrumentIds: [] },
};
const elite = (status: number): MatrixRow['statuses'] => [401, 403, 403, 403, status, 403];

/** A webhook of the user with a delivery; returns its path, and the id of the delivery. */
async function webhookOf({ app }: World, userId: string) {
  const row = { ...NEW, userId, shownAddress: NEW.address, secret: 'whsec_c2VjcmV0IG9mIHRoZSBtYXRyaXg=' };
  const act = { nowMs: app.parts.clock.nowMs(), requestId: 'r' };
  const added = await app.stores.webhooks.add(row, 1_000, act);
  if (!added) throw new Error('expected a webhook');
  const delivery = newDelivery(added, testMessage(act.nowMs));
  await app.stores.webhooks.put(delivery, act.nowMs);
  return { url: `${URL}/${added.id}`, deliveryId: delivery.id };
}

/** The same request for the caller's webhook and for that of somebody else. */
function ownAndForeign(
  route: string,
  own: MatrixRow['statuses'],
  foreign: MatrixRow['statuses'],
  {
    path = () => '',
    body,
    isRead = false,
  }: {
    readonly path?: (deliveryId: string) => string;
    readonly body?: unknown;
    readonly isRead?: boolean;
  } = {},
): MatrixRow[] {
  const request = async (world: World, userId: string) => {
    const { url, deliveryId } = await webhookOf(world, userId);
    return { url: `${url}${path(deliveryId)}`, ...(body === undefined ? {} : { body }) };
  };
  const crossSite = isRead ? {} : { crossSite: 403 };
  return [
    {
      ...{ route, situation: 'own', statuses: own, ...crossSite },
      request: (world) => request(world, world.user?.id ?? world.other.id),
    },
    {
      ...{ route, situation: "another's", statuses: foreign },
      request: (world) => request(world, world.other.id),
    },
  ];
}

export const WEBHOOK_ENDPOINT_ROWS: readonly MatrixRow[] = [
  {
    route: 'createWebhook',
    situation: 'signed in within the last ten minutes',
    statuses: elite(201),
    crossSite: 403,
    request: { url: URL, body: NEW },
  },
  {
    route: 'createWebhook',
    situation: 'for somebody else',
    statuses: all(401, 400),
    request: ({ other }) => ({ url: URL, body: { ...NEW, userId: other.id } }),
  },
  ...ownAndForeign('changeWebhook', elite(200), elite(404), { body: { name: 'Other' } }),
  ...ownAndForeign('deleteWebhook', all(401, 200), all(401, 404)),
  ...ownAndForeign('rotateWebhookSecret', elite(200), elite(404), { path: () => '/secret' }),
  ...ownAndForeign('resumeWebhook', elite(200), elite(404), { path: () => '/resume' }),
  ...ownAndForeign('testWebhook', elite(200), elite(404), { path: () => '/test' }),
  ...ownAndForeign('listWebhookDeliveries', all(401, 200), all(401, 404), {
    path: () => '/deliveries',
    isRead: true,
  }),
  ...ownAndForeign('resendWebhookDelivery', elite(200), elite(404), {
    path: (deliveryId) => `/deliveries/${deliveryId}/resend`,
  }),
];
