/** Rows of the webhook: only its signature counts, not the caller. */
import { TEST_NOW } from '@undertow/server/testing/app.ts';
import { webhookRequest, webhookSignature } from '@undertow/server/testing/webhook.ts';
import { all, type MatrixRow, type Request } from './matrix-row.ts';

const PAYLOAD = JSON.stringify({
  id: 'evt_matrix',
  object: 'event',
  type: 'customer.subscription.updated',
  created: TEST_NOW / 1000,
  livemode: false,
  data: { object: { object: 'subscription', id: 'sub_matrix', customer: 'cus_matrix' } },
});
const { url, headers } = webhookRequest(PAYLOAD, TEST_NOW);

const row = (situation: string, status: number, signature: Readonly<Record<string, string>>): MatrixRow => {
  const request: Request = {
    url,
    body: PAYLOAD,
    headers: { 'content-type': headers['content-type'], ...signature },
  };
  return { route: 'stripeWebhook', situation, statuses: all(status, status), crossSite: status, request };
};

const signed = (signature: string) => ({ 'stripe-signature': signature });
const forged = webhookSignature(PAYLOAD, TEST_NOW, 'whsec_forged');

export const WEBHOOK_ROWS: readonly MatrixRow[] = [
  row('valid signature', 200, signed(headers['stripe-signature'])),
  row('missing signature', 400, {}),
  row('forged signature', 400, signed(forged)),
  row('old signature', 400, signed(webhookSignature(PAYLOAD, TEST_NOW - 301_000))),
  row('future signature', 400, signed(webhookSignature(PAYLOAD, TEST_NOW + 301_000))),
];
