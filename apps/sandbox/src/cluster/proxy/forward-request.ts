/** Passes one request on, and its response back. */
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { faultOf, hasBody, personOf, requestHeaders, responseHeaders } from './passed-headers.ts';
import type { Upstream, Upstreams } from './upstreams.ts';

const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A request that ends every process it reaches must not end them all, again and again. */
export const MAX_PASSES = 3;

/** Text of the proxy itself. */
function respond(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(`${text}\n`);
}

interface Line {
  readonly upstream: Upstream;
  readonly socket: Socket;
}

/** True once the process behind began to respond; false when it went away before. */
function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { upstream, socket }: Line,
  isRepeatable: boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const { whenLost } = upstream;
    const { method, url } = request;
    const path = url ?? '/';
    const passed = send({
      createConnection: () => socket,
      ...{ method, path, headers: requestHeaders(request) },
    });
    const end = (): void => {
      passed.destroy();
    };
    // One that was suspended accepts connections and never responds
    if (isRepeatable) whenLost.addEventListener('abort', end, { once: true });
    response.once('close', end);
    passed.once('response', (answer) => {
      whenLost.removeEventListener('abort', end);
      try {
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, responseHeaders(answer));
      } catch (error) {
        passed.destroy();
        reject(error);
        return;
      }
      // A response that breaks off is broken off here: an end would state that it is whole
      pipeline(answer, response, () => undefined);
      resolve(true);
    });
    passed.on('error', () => resolve(false));
    passed.once('close', () => {
      whenLost.removeEventListener('abort', end);
      response.removeListener('close', end);
      resolve(false);
    });
    if (hasBody(request)) pipeline(request, passed, () => undefined);
    else passed.end();
  });
}

/** Never rejects: whatever fails becomes a response of the proxy. */
export async function forwardRequest(
  upstreams: Upstreams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fault = faultOf(request);
  if (fault !== null) {
    respond(response, 400, fault);
    return;
  }
  const isRepeatable = REPEATABLE.has(request.method ?? '') && !hasBody(request);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    for (let passes = 0; passes < (isRepeatable ? MAX_PASSES : 1); passes += 1) {
      const line = await upstreams.open(gone.signal, personOf(request));
      if (line === null) {
        respond(response, 503, 'No web process takes requests at the moment.');
        return;
      }
      if (await pass(request, response, line, isRepeatable)) return;
      if (gone.signal.aborted) return;
    }
    respond(
      response,
      502,
      'The web process ended before it responded. The request may have been carried out.',
    );
  } catch {
    respond(response, 400, 'expected a request that can be passed on');
  }
}
