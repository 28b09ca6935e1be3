/** The application with webhooks whose rounds the test calls, a receiver, and a person whose webhook delivers to it. */
import type { NewWebhook, Tier, WebhookDto } from '@undertow/contracts';
import type { FlowEvent } from '@undertow/market';
import { createWebhookTransport } from '#adapters/webhooks/webhook-transport.ts';
import { openTestApp, TEST_ORIGIN, type TestUser } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { WebhookFanOut } from '#webhooks/webhook-fan-out.ts';
import { WebhookSender } from '#webhooks/webhook-sender.ts';
import { openWebhookReceiver } from './webhook-receiver.ts';

export interface AddedWebhook extends WebhookDto {
  readonly secret: string;
}

/** Its clock is the machine's, as receivers check timestamps by theirs, and is ahead by what `pass` added. */
export async function openWebhookRig() {
  let aheadMs = 0;
  const app = await openTestApp({ clock: testClock(() => Date.now() + aheadMs) });
  const receiver = await openWebhookReceiver();
  const { entitlements, clock, views } = app.parts;
  const until = (delaySeconds: number): number => views.present(delaySeconds).asOfMs;
  const parts = { entitlements, clock, until, outbox: app.stores.webhookOutbox };

  function makeSender(timeoutMs = 1_000): WebhookSender {
    return new WebhookSender({
      ...parts,
      log: app.parts.log,
      queue: app.stores.deliveryQueue,
      fanOut: new WebhookFanOut(parts),
      transport: createWebhookTransport({ mayReachLoopback: true, timeoutMs }),
      chance: () => 0.5,
    });
  }
  const sender = makeSender();

  async function call(
    user: TestUser,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) {
    const headers = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin', ...user.headers };
    const response = await app.http.inject({
      ...{ method, url, headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, body: response.json() };
  }

  return {
    ...{ app, receiver, sender, makeSender, call },
    newUser: (tier: Tier) => app.newUser(tier, [1]),

    async add(user: TestUser, changes: Partial<NewWebhook> = {}): Promise<AddedWebhook> {
      const webhook: NewWebhook = {
        ...{ name: 'Desk', format: 'standard', address: receiver.url, chat: null },
        ...{ topics: ['event.raised', 'event.updated', 'event.settled', 'alert.fired', 'import.finished'] },
        ...{ eventTypes: [], instrumentIds: [] },
        ...changes,
      };
      const { status, body } = await call(user, 'POST', '/api/webhooks', webhook);
      if (status !== 201) throw new Error(`expected 201, was ${status} ${JSON.stringify(body)}`);
      return { ...body.webhook, secret: body.secret };
    },

    /** As the recorder stores what it publishes. */
    save: (...events: readonly FlowEvent[]) =>
      app.stores.marketStore.saveEvents('simulated', 'test', events, new Set(events.map(({ id }) => id))),

    /** Time passes for retries; the market does not move. */
    pass(ms: number): void {
      aheadMs += ms;
    },

    /** Back to the machine's time, by which receivers check timestamps. */
    rewind(): void {
      aheadMs = 0;
    },

    /** Sends until nothing is due. */
    async settle(by: WebhookSender = sender): Promise<void> {
      for (let before = -1; before < receiver.received.length; ) {
        before = receiver.received.length;
        await by.round();
        await by.idle();
      }
    },

    async close(): Promise<void> {
      await sender.close();
      await receiver.close();
      await app.close();
    },
  };
}

export type WebhookRig = Awaited<ReturnType<typeof openWebhookRig>>;
