/** One HTTP request to an address that somebody else chose, checked before the connection is made. */
import { lookup as resolveHost } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name, as the system resolves it. */
export type ResolveHost = (host: string) => Promise<readonly ResolvedAddress[]>;

export interface GuardedRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** From resolving the name to the last byte of the response. */
  readonly timeoutMs: number;
  /** Bytes that are read of the response; what comes after them is not. */
  readonly maxBytes: number;
  /** Permits this machine itself, also by plain http: development and tests. */
  readonly allowsLoopback: boolean;
  readonly resolve?: ResolveHost;
  /** Ends the request when it is aborted. */
  readonly ending?: AbortSignal | undefined;
}

export interface GuardedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** False where it was longer than `maxBytes`, or ended before its end. */
  readonly isWhole: boolean;
}

/** The address was refused before anything was sent, or the request failed on its way. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: 'refused' | 'failed';

  constructor(kind: 'refused' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const resolveAll: ResolveHost = (host) => resolveHost(host, { all: true });

/**
 * Sends the request and reads at most `maxBytes` of the response. A redirect is returned, not followed. Throws
 * `OutboundError`.
 */
export async function sendGuarded(request: GuardedRequest): Promise<GuardedResponse> {
  const url = checkedUrl(request);
  const late = AbortSignal.timeout(request.timeoutMs);
  const deadline = request.ending === undefined ? late : AbortSignal.any([late, request.ending]);
  try {
    const address = await untilAborted(checkedAddress(url, request), deadline);
    const incoming = await send(url, address, request, deadline);
    const { statusCode: status = 0, headers } = incoming;
    return { ...(await readBody(incoming, request.maxBytes)), status, headers };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    const text = late.aborted
      ? `no complete response within ${request.timeoutMs} ms`
      : `the request failed: ${error instanceof Error ? error.message : String(error)}`;
    throw new OutboundError('failed', text, { cause: error });
  }
}

function checkedUrl({ url, allowsLoopback }: GuardedRequest): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:'))
    throw new OutboundError('refused', 'expected an address that starts with https://');
  if (parsed.protocol === 'http:' && !allowsLoopback)
    throw new OutboundError('refused', 'expected https: plain http is not used');
  if (parsed.username !== '' || parsed.password !== '')
    throw new OutboundError('refused', 'expected an address without a user name and password');
  return parsed;
}

/** Every address of the name must be allowed: which one a later resolution would give is not known. */
async function checkedAddress(
  url: URL,
  { allowsLoopback, resolve = resolveAll }: GuardedRequest,
): Promise<ResolvedAddress> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const isAllowed = ({ address }: ResolvedAddress): boolean =>
    (allowsLoopback && isLoopbackAddress(address)) || (url.protocol === 'https:' && isPublicAddress(address));
  const [first] = addresses;
  if (first === undefined || !addresses.every(isAllowed))
    throw new OutboundError(
      'refused',
      `expected ${url.host} to have public addresses only, reached by https`,
    );
  return first;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}

/** The connection goes to the address that was checked; the name stays for TLS and the header `Host`. */
function send(
  url: URL,
  { address, family }: ResolvedAddress,
  { method = 'GET', headers, body }: GuardedRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // A connection of its own: one that is kept open was checked for an earlier request
    const fields = {
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      lookup,
      signal,
      agent: false,
    };
    open(url, fields).on('response', resolve).on('error', reject).end(body);
  });
}

async function readBody(incoming: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = [];
  let length = 0;
  let isWhole = true;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop destroys the connection: the rest is not received
      if (length > maxBytes) break;
    }
  } catch {
    // The connection broke, or the time is over: the status arrived all the same
    isWhole = false;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: isWhole && length <= maxBytes };
}
