/**
 * Routes whose body is taken as bytes, a file or JSON for a thread: bounded, and read when the handler requests them.
 */
import { addAbortSignal, type Readable } from 'node:stream';
import type { RouteContract, RouteParams, RouteQuery, RouteResponse } from '@undertow/contracts';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import type { SignedIn } from '#http/session/session.ts';
import { signedInOf } from './access.ts';

export interface BytesCall<R> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly user: SignedIn;
  /**
   * Reads the body, until `signal` ends it with its connection. Throws `PAYLOAD_TOO_LARGE` as soon as it is longer than
   * allowed, whatever length it states.
   */
  readBytes(signal?: AbortSignal): Promise<Uint8Array>;
  /** Aborted when the client disconnects before the response. */
  readonly left: AbortSignal;
}

/** Pieces go into one buffer of the stated length; it grows where none is stated. */
async function collect(body: AsyncIterable<Uint8Array>, stated: number, mostBytes: number) {
  let whole = new Uint8Array(stated);
  let length = 0;
  for await (const piece of body) {
    const needed = length + piece.length;
    if (needed > mostBytes) throw new AppError('PAYLOAD_TOO_LARGE');
    if (needed > whole.length) {
      const larger = new Uint8Array(Math.min(mostBytes, Math.max(needed, 2 * whole.length)));
      larger.set(whole.subarray(0, length));
      whole = larger;
    }
    whole.set(piece, length);
    length = needed;
  }
  return whole.subarray(0, length);
}

function leftOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}

async function readBytes(
  request: FastifyRequest,
  mostBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { body, headers } = request;
  if (body === undefined || body === null) return new Uint8Array(0);
  const stated = Math.min(mostBytes, Number(headers['content-length'] ?? 0) || 0);
  try {
    const stream = body as Readable;
    return await collect(signal === undefined ? stream : addAbortSignal(signal, stream), stated, mostBytes);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The sender disconnected: there is no one to answer
    throw new AppError('BAD_REQUEST', [{ path: '', message: 'the body ended too early' }]);
  }
}

/** Where it is served, and how what the handler returns becomes the response. */
interface BytesPlace {
  readonly url: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly config: FastifyContextConfig;
  respond(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (input: { readonly query: unknown }) => Promise<unknown>,
  ): Promise<FastifyReply>;
}

/** Of the product's own route. */
export function ownBytesPlace(contract: RouteContract, schema: BytesPlace['schema']): BytesPlace {
  return {
    ...{ url: contract.path, schema, config: { access: 'user', contractId: contract.id } },
    async respond(request, reply, run) {
      reply.header('cache-control', 'no-store');
      return reply.code(contract.status).send(await run({ query: request.query }));
    },
  };
}

/**
 * Binds in a plugin scope of its own, where nothing is parsed. A contract with a body takes JSON, one without takes the
 * bytes of a
 * file. The schema of `place` is the contract's without its body.
 */
export function bindBytes<R extends RouteContract>(
  app: FastifyInstance,
  contract: R,
  place: BytesPlace,
  handle: (call: BytesCall<R>) => Promise<RouteResponse<R>>,
): void {
  const { mostBytes } = contract;
  const { url, schema, config, respond } = place;
  const takesBytes = contract.body === undefined;
  app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      takesBytes ? 'application/octet-stream' : 'application/json',
      (_request, payload, done) => {
        done(null, payload);
      },
    );
    scope.route({
      method: contract.method,
      ...{ url, schema, bodyLimit: mostBytes, config: { ...config, takesBytes } },
      handler(request, reply) {
        const run = ({ query }: { readonly query: unknown }) =>
          handle({
            params: request.params as RouteParams<R>,
            query: query as RouteQuery<R>,
            user: signedInOf(request),
            readBytes: (signal) => readBytes(request, mostBytes, signal),
            left: leftOf(reply),
          });
        return respond(request, reply, run);
      },
    });
    registered();
  });
}
