/** Somebody signed in at a cluster: what each web process answers them, and a socket that keeps what it receives. */
import { once } from 'node:events';
import { type ServerMessage, SUBPROTOCOL_BATCHED, serverMessage } from '@undertow/contracts';
import { WebSocket } from 'ws';
import { addInstrumentByHttp, signInByHttp, someAddress } from '#tests/drive/sign-in-by-http.ts';
import type { StartedCluster } from './started-cluster.ts';

/** ES. */
export const INSTRUMENT = 1;

export type MessageOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

export interface Received {
  /** `Date.now()`. */
  readonly atMs: number;
  readonly message: ServerMessage;
}

export interface Watch {
  readonly socket: WebSocket;
  readonly received: Received[];
  /** Code with which it closed, and when. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string; readonly atMs: number }>;
  /** Messages of a type that came since an instant. */
  of<T extends ServerMessage['type']>(
    type: T,
    sinceMs?: number,
  ): readonly { atMs: number; message: MessageOf<T> }[];
}

export interface Person {
  readonly email: string;
  readonly cookie: string;
  /** The body at a process, with the instant and the delay of its view. */
  get(
    origin: string,
    path: string,
  ): Promise<{ status: number; body: unknown; asOfMs: number; delaySeconds: number }>;
  send(
    origin: string,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Response>;
  /** A socket that is subscribed to ES, at a web process or through the proxy. */
  watch(origin: string): Promise<Watch>;
  /** Another session, that is another device, of the same person. */
  again(): Promise<Person>;
}

export async function personOf(
  { origin: product }: StartedCluster,
  email: string,
  tier: string,
): Promise<Person> {
  const { cookie } = await signInByHttp(product, email, tier);
  // The proxy in front of the web processes names the client: they do not have one here
  const common = { cookie, 'x-forwarded-for': someAddress() };
  return {
    ...{ email, cookie },
    async get(origin, path) {
      const response = await fetch(origin + path, { headers: common });
      const text = await response.text();
      return {
        status: response.status,
        body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
        asOfMs: Date.parse(response.headers.get('x-as-of') ?? ''),
        delaySeconds: Number(response.headers.get('x-delay-seconds')),
      };
    },
    send: (origin, method, path, body) =>
      fetch(origin + path, {
        method,
        headers: { ...common, origin: product, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    async watch(origin) {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, [SUBPROTOCOL_BATCHED], {
        headers: { ...common, origin: product },
      });
      const received: Received[] = [];
      socket.on('message', (data) => {
        const atMs = Date.now();
        const frame: unknown = JSON.parse(data.toString());
        for (const message of Array.isArray(frame) ? frame : [frame])
          received.push({ atMs, message: serverMessage.parse(message) });
      });
      const closed = once(socket, 'close').then(([code, reason]) => ({
        ...{ code: code as number, reason: String(reason), atMs: Date.now() },
      }));
      socket.on('error', () => undefined);
      await Promise.race([
        once(socket, 'open'),
        closed.then(({ code }) => Promise.reject(new Error(`expected a socket at ${origin}: ${code}`))),
      ]);
      socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [INSTRUMENT] }));
      return {
        ...{ socket, received, closed },
        of: <T extends ServerMessage['type']>(type: T, sinceMs = 0) =>
          received.filter(({ atMs, message }) => atMs >= sinceMs && message.type === type) as {
            atMs: number;
            message: MessageOf<T>;
          }[],
      };
    },
    again: () => personOf({ origin: product } as StartedCluster, email, tier),
  };
}

/** With ES among their instruments. */
export async function traderOf(cluster: StartedCluster, email: string, tier: string): Promise<Person> {
  const person = await personOf(cluster, email, tier);
  await addInstrumentByHttp(cluster.origin, person.cookie, INSTRUMENT);
  return person;
}
