/** Posts to receivers over HTTPS: addresses are checked where the connection is made, redirects are not followed, answers are read to a limit. */
import { lookup as lookupAll } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { WEBHOOK_ANSWER_LETTERS } from '@undertow/contracts';
import {
  WebhookFailure,
  type WebhookRequest,
  type WebhookResponse,
  type WebhookTransport,
} from '#ports/webhooks/deliveries.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** From the name to the answer's last byte that is read. */
const TIMEOUT_MS = 10_000;
const MOST_RETRY_AFTER_MS = 3_600_000;

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

interface TransportSettings {
  /** Lets webhooks reach this machine, over http too: for development and tests. */
  readonly mayReachLoopback: boolean;
  /** Every address of a name; the system's resolver by default. */
  readonly resolve?: (name: string) => Promise<readonly ResolvedAddress[]>;
  readonly timeoutMs?: number;
}

const resolveBySystem = (name: string): Promise<readonly ResolvedAddress[]> => lookupAll(name, { all: true });

/** The address in brackets is one of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Letters of an answer as text: no control characters, and no more than are stored. */
function excerptOf(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return text.slice(0, WEBHOOK_ANSWER_LETTERS).toWellFormed().trim();
}

/** Reads how it begins, then lets go of the connection: what follows could be endless. */
async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= WEBHOOK_ANSWER_LETTERS) break;
  }
  return Buffer.concat(parts).subarray(0, 4 * WEBHOOK_ANSWER_LETTERS);
}

function retryAfterOf({ headers }: IncomingMessage): number | null {
  const seconds = headers['retry-after'];
  return seconds !== undefined && /^\d{1,6}$/.test(seconds)
    ? Math.min(Number(seconds) * 1000, MOST_RETRY_AFTER_MS)
    : null;
}

function asFailure(error: unknown): WebhookFailure {
  if (error instanceof WebhookFailure) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError')
    return new WebhookFailure('did not answer in time', { cause: error });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return new WebhookFailure('its name could not be resolved', { cause: error });
  return new WebhookFailure(`could not be reached${code === undefined ? '' : ` (${code})`}`, {
    cause: error,
  });
}

export function createWebhookTransport({
  mayReachLoopback,
  resolve = resolveBySystem,
  timeoutMs = TIMEOUT_MS,
}: TransportSettings): WebhookTransport {
  function check(url: URL, addresses: readonly ResolvedAddress[]): void {
    const mayReach = ({ address }: ResolvedAddress): boolean =>
      (url.protocol === 'https:' && isPublicAddress(address)) ||
      (mayReachLoopback && isLoopbackAddress(address));
    // One address among several is enough to refuse: which one is tried first is not ours to decide
    if (addresses.length > 0 && addresses.every(mayReach)) return;
    throw new WebhookFailure(
      url.protocol === 'https:'
        ? 'has an address that is not a public one'
        : 'expected https: nothing is sent unencrypted',
    );
  }

  /** Called once a connection, which goes to what it returns. */
  function lookupFor(url: URL): LookupFunction {
    return (name, options, callback) => {
      resolve(name)
        .then((addresses) => {
          check(url, addresses);
          const [first] = addresses;
          if (options.all === true) callback(null, [...addresses]);
          else callback(null, first?.address ?? '', first?.family);
        })
        .catch((error: NodeJS.ErrnoException) => callback(error, ''));
    };
  }

  function send(url: URL, { headers, body }: WebhookRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
    request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: lookupFor(url),
      // A connection of its own: one that is kept was checked for another message
      agent: false,
      signal,
    })
      .on('response', answered)
      .on('error', reject)
      .end(body);
    return promise;
  }

  async function post(request: WebhookRequest): Promise<WebhookResponse> {
    const url = new URL(request.address);
    const host = hostOf(url);
    // Addresses in place of a name are not looked up
    if (isIP(host) !== 0) check(url, [{ address: host, family: isIP(host) }]);
    const response = await send(url, request, AbortSignal.timeout(timeoutMs));
    const { statusCode: status = 0 } = response;
    // Whatever becomes of the rest, the receiver has answered
    const bytes = await beginningOf(response).catch(() => Buffer.alloc(0));
    return { status, answer: excerptOf(bytes), retryAfterMs: retryAfterOf(response) };
  }

  return {
    async post(request) {
      try {
        return await post(request);
      } catch (error) {
        throw asFailure(error);
      }
    },
  };
}
