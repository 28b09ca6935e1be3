/** Requests to this machine from an address of one's own, which `fetch` cannot choose. */
import { type IncomingMessage, request } from 'node:http';
import { InputError } from '#terminal/terminal.ts';
import type { LoopbackAddress } from './loopback-address.ts';

const TIMEOUT_MS = 30_000;

export interface HttpRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly localAddress?: string | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Rejects with what the address is and why, where nobody answers. */
export function sendHttp(to: LoopbackAddress, sent: HttpRequest): Promise<HttpResponse> {
  const { method = 'GET', path, headers = {}, body, localAddress } = sent;
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(
        new InputError(`${to.origin} does not answer: ${error.code ?? error.message}`, { cause: error }),
      );
    const outgoing = request(
      {
        ...{ method, path, host: to.host, port: to.port, timeout: TIMEOUT_MS },
        // A kept connection may be closed by the server just when it is used again
        agent: false,
        headers: { host: to.authority, ...headers },
        ...(localAddress === undefined ? {} : { localAddress }),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.on('error', fail);
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}
