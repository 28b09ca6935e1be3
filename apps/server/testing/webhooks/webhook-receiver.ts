/** A receiver of webhooks over real HTTP: it records what arrives and answers as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly id: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  /** Answers 204 unless the test replaces it. */
  answer: (response: ServerResponse, request: Received) => void;
  /** What arrived, verified by the library as a receiver does; throws for a wrong signature. */
  verified(secret: string): readonly { readonly id: string; readonly type: string; readonly data: object }[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const headers = headersOf(request);
      const one = { id: headers['webhook-id'] ?? '', path: request.url ?? '', headers, body };
      receiver.received.push(one);
      receiver.answer(response, one);
    });
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    port,
    url: `http://127.0.0.1:${port}/in`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    verified: (secret) =>
      receiver.received.map(({ id, body, headers }) => {
        const { type, data } = new Webhook(secret).verify(body, headers) as { type: string; data: object };
        return { id, type, data };
      }),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
