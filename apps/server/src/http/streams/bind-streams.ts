/** Who may open a stream, and the route of server-sent events. */
import type { ServerResponse } from 'node:http';
import { STREAM_EVENTS_PATH, streamQuery } from '@undertow/contracts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import { type ApiKeys, requireScope } from '#http/keys/api-keys.ts';
import type { RequestLimits } from '#http/limits/rate-limit.ts';
import type { StreamHolder, Streams } from '#ports/streams/streams.ts';
import { eventSink } from './stream-carriers.ts';

export interface StreamParts {
  readonly apiKeys: ApiKeys;
  readonly streams: Streams;
  readonly limits: Pick<RequestLimits, 'ofAddress'>;
}

/** The holder of the key in the header. Throws what the key is refused for. */
export async function streamHolderOf(
  apiKeys: ApiKeys,
  authorization: string | undefined,
  address: string,
): Promise<StreamHolder> {
  const holder = await apiKeys.authenticate(authorization, address);
  requireScope(holder, 'market:read');
  return { ...holder, check: () => apiKeys.check(holder) };
}

export function bindStreams(http: FastifyInstance, { apiKeys, streams, limits }: StreamParts): void {
  const open = new Set<ServerResponse>();
  // A server that stops would wait for them
  http.addHook('preClose', async () => {
    for (const response of open) response.end();
  });

  http.route({
    method: 'GET',
    url: STREAM_EVENTS_PATH,
    schema: { hide: true, querystring: streamQuery },
    async handler(request, reply) {
      const { authorization } = request.headers;
      if (!apiKeys.isKnown(authorization)) await limits.ofAddress(request, reply);
      const holder = await streamHolderOf(apiKeys, authorization, request.ip);
      const { raw } = reply;
      const stream = streams.open(holder, eventSink(raw));
      if (stream === null) throw new AppError('RATE_LIMITED');
      reply.hijack();
      open.add(raw);
      raw.on('close', () => {
        open.delete(raw);
        stream.closed();
      });
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      const after = request.headers['last-event-id'];
      const place = typeof after === 'string' && after !== '' ? { after } : {};
      stream.receive(JSON.stringify({ op: 'subscribe', ...(request.query as object), ...place }));
      return reply;
    },
  });
}
