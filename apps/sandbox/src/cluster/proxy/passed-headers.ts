/** Which header lines pass the proxy, and what it adds: RFC 9110, 7.6. */
import type { IncomingMessage } from 'node:http';

/** Of one connection only. */
const OF_THE_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Nobody is in front of this proxy: what a client writes here is not true. */
const OF_PROXIES = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/;

function linesOf(rawHeaders: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
}

function withoutHop({ rawHeaders, headers }: IncomingMessage) {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return linesOf(rawHeaders).filter(([name]) => {
    const key = name.toLowerCase();
    return !(OF_THE_HOP.has(key) || named.includes(key));
  });
}

/** What is wrong with the head of a request, which a proxy and a server could read differently; null where nothing is. */
export function faultOf({ url = '', rawHeaders, headers, httpVersion }: IncomingMessage): string | null {
  if (!url.startsWith('/')) return 'expected a path in the request line';
  const hosts = linesOf(rawHeaders).filter(([name]) => name.toLowerCase() === 'host').length;
  if (hosts !== 1 && !(hosts === 0 && httpVersion === '1.0')) return 'expected one Host header';
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    return 'expected the transfer encoding chunked';
  return null;
}

/** Header lines for the process behind, as Node takes them. */
export function requestHeaders(request: IncomingMessage): string[] {
  const { headers, socket } = request;
  const kept = withoutHop(request).filter(
    ([name]) => !/^expect$/i.test(name) && !OF_PROXIES.test(name.toLowerCase()),
  );
  const added: (readonly [string, string])[] = [
    ['X-Forwarded-For', socket.remoteAddress ?? ''],
    ['X-Forwarded-Proto', 'http'],
    ['X-Forwarded-Host', headers.host ?? ''],
  ];
  // The length of the body is stated as the client stated it
  if (headers['transfer-encoding'] !== undefined) added.push(['Transfer-Encoding', 'chunked']);
  return [...kept, ...added].flat();
}

/** Header lines for the client. */
export function responseHeaders(response: IncomingMessage): string[] {
  return withoutHop(response).flat();
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The session of the server that a request belongs to; null for a visitor. */
export function personOf({ headers }: IncomingMessage): string | null {
  return /(?:^|; )(?:__Host-)?sid=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? null;
}
