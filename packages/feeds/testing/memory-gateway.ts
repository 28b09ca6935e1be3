/** A gateway in memory: real WebSockets over pairs of streams in the place of TLS, with responses that a test scripts. */
import { createServer } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import tls from 'node:tls';
import { vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RithmicGateway } from '#rithmic/session/rithmic-gateway.ts';
import type {
  Received,
  RequestName,
  ResponseTo,
  RithmicMessage,
  RithmicName,
} from '#rithmic/wire/rithmic-wire.ts';
import { RITHMIC_CODEC } from '#rithmic/wire/rithmic-wire.ts';
import { bodiesOf, frameOf } from '#rithmic/wire/wire-codec.ts';

export const SYSTEM = 'Rithmic Paper Trading';
export const OK = { rpCode: ['0'] } as const;
/** What precedes the end of an answer. */
export const MORE = { rqHandlerRpCode: ['0'] } as const;
export const NO_DATA = { rpCode: ['7', 'no data'] } as const;
export const DENIED = { rpCode: ['13', 'permission denied'] } as const;

/** Not the loop's own turns: what is on its way arrives without time. */
const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] as const;

type Frames<N extends RequestName> = readonly RithmicMessage<ResponseTo<N>>[];
/** The frames of the response to each request; none where it stays without one. */
export type Script = {
  [N in RequestName]?: (request: RithmicMessage<N>, peer: MemoryPeer) => Frames<N>;
};

/** One connection of a client. */
export class MemoryPeer {
  readonly received: Received[] = [];
  readonly socket: WebSocket;
  readonly #line: Duplex;

  constructor(socket: WebSocket, line: Duplex) {
    this.socket = socket;
    this.#line = line;
  }

  /** Names of the requests, in order. */
  get requests(): readonly string[] {
    return this.received.map(({ name }) => name);
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Whether the line below the WebSocket is gone. */
  get isBroken(): boolean {
    return this.#line.destroyed;
  }

  /** Of its login; null before. */
  get plant(): number | null {
    return this.all('RequestLogin')[0]?.infraType ?? null;
  }

  /** Its requests of one name. */
  all<N extends RithmicName>(name: N): readonly RithmicMessage<N>[] {
    return this.received.flatMap((one) =>
      one.name === name ? [one.message as unknown as RithmicMessage<N>] : [],
    );
  }

  send<N extends RithmicName>(name: N, values: RithmicMessage<N>): void {
    this.raw(frameOf(RITHMIC_CODEC.encode(name, values)));
  }

  raw(bytes: Uint8Array | string): void {
    this.socket.send(bytes);
  }

  /** Breaks the connection. */
  cut(): void {
    this.#line.destroy();
  }
}

/** Login, one exchange, the contract of each product, every subscription granted, a book of one order a side. */
const WELL_BEHAVED: Script = {
  RequestRithmicSystemInfo: () => [{ ...OK, systemName: [SYSTEM] }],
  RequestLogin: () => [{ ...OK, heartbeatInterval: 30 }],
  RequestLogout: () => [OK],
  RequestHeartbeat: () => [OK],
  RequestLoginInfo: () => [{ ...OK, tpMaxSessionCount: 2 }],
  RequestListUnacceptedAgreements: () => [NO_DATA],
  RequestListExchangePermissions: () => [{ ...MORE, exchange: 'CME', entitlementFlag: 1 }, OK],
  RequestFrontMonthContract: ({ symbol }) => [{ ...OK, tradingSymbol: `${symbol}Z6` }],
  RequestReferenceData: () => [{ ...OK, minQpriceChange: 0.25, expirationDate: '20261218' }],
  RequestMarketDataUpdate: () => [OK],
  RequestDepthByOrderUpdates: () => [OK],
  RequestDepthByOrderSnapshot: () => [...ordersOf(100), OK],
  RequestTimeBarReplay: () => [NO_DATA],
  RequestVolumeProfileMinuteBars: () => [NO_DATA],
};

/** A bid of 4567 and an offer of 4567.5, of five contracts each, as old as the number. */
export function ordersOf(sequenceNumber: number): Frames<'RequestDepthByOrderSnapshot'> {
  return [[1, 4567, '11'] as const, [2, 4567.5, '12'] as const].map(([depthSide, depthPrice, id]) => ({
    ...MORE,
    sequenceNumber,
    depthSide,
    depthPrice,
    depthSize: [5],
    depthOrderPriority: [1],
    exchangeOrderId: [id],
  }));
}

export class MemoryGateway {
  readonly peers: MemoryPeer[] = [];
  readonly address: RithmicGateway = {
    uri: 'wss://gateway.test',
    systemName: SYSTEM,
    appName: 'undertow:tests',
    appVersion: '1.0',
    ca: null,
  };
  /** What it does instead of behaving well. */
  script: Script = {};
  /** Why the next connections fail: an error code of the way to it, a status in place of a WebSocket, or `silence`. */
  failure: string | number | null = null;
  /** Accepts the connections that found silence, in order. */
  readonly held: (() => void)[] = [];
  /** Options of the connections, in order, and when they were begun. */
  readonly attempts: tls.ConnectionOptions[] = [];
  readonly attemptsMs: number[] = [];
  readonly #server = createServer();
  readonly #restore: () => void;

  /** From now on connections over TLS come here and time stands still, until `close`. */
  constructor() {
    vi.useFakeTimers({ toFake: [...FAKED] });
    const spy = vi.spyOn(tls, 'connect').mockImplementation(((options: tls.ConnectionOptions) => {
      this.attempts.push(options);
      this.attemptsMs.push(performance.now());
      return this.#connect();
    }) as typeof tls.connect);
    this.#restore = () => spy.mockRestore();
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    this.#server.on('upgrade', (request, line: Duplex, head) => {
      if (typeof this.failure === 'number') line.end(`HTTP/1.1 ${this.failure} No\r\n\r\n`);
      else {
        const accept = () =>
          sockets.handleUpgrade(request, line, head, (socket) => this.#take(new MemoryPeer(socket, line)));
        if (this.failure === 'silence') this.held.push(accept);
        else accept();
      }
    });
  }

  /** Connections that logged in on a plant, in order. */
  logins(plant: number): readonly MemoryPeer[] {
    return this.peers.filter((peer) => peer.plant === plant);
  }

  async close(): Promise<void> {
    for (const peer of this.peers) peer.cut();
    await settle();
    this.#restore();
    vi.useRealTimers();
  }

  #connect(): Duplex {
    const [near, far] = duplexPair();
    // Not there for the other side's end of a pair, as it is for a socket
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('error', () => far.destroy());
    if (typeof this.failure === 'string' && this.failure !== 'silence')
      near.destroy(Object.assign(new Error('not connected'), { code: this.failure }));
    else this.#server.emit('connection', far);
    return near;
  }

  #take(peer: MemoryPeer): void {
    this.peers.push(peer);
    peer.socket.on('error', () => peer.cut());
    peer.socket.on('message', (bytes: Buffer) => {
      for (const body of bodiesOf(bytes)) this.#respond(peer, body);
    });
  }

  #respond(peer: MemoryPeer, body: Uint8Array): void {
    const decoded = RITHMIC_CODEC.decode(body);
    if (decoded.name === null) return;
    peer.received.push(decoded);
    if (!decoded.name.startsWith('Request')) return;
    const name = decoded.name as RequestName;
    const respond = (this.script[name] ?? WELL_BEHAVED[name]) as
      | ((request: object, peer: MemoryPeer) => readonly object[])
      | undefined;
    const { userMsg } = decoded.message as { readonly userMsg?: readonly string[] };
    for (const frame of respond?.(decoded.message, peer) ?? [])
      peer.send(
        name.replace('Request', 'Response') as RithmicName,
        { ...(userMsg === undefined ? {} : { userMsg }), ...frame } as never,
      );
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
/** More turns of the loop than a login with all its requests takes. */
const TURNS = 25;
/** Less than a login waits for the answers to its heartbeats. */
const STEP_MS = 2500;

/** Lets everything arrive that is on its way, without letting time pass. */
export async function settle(turns = TURNS): Promise<void> {
  for (let count = 0; count < turns; count += 1) await turn();
}

/** Lets time pass, and what it causes arrive. */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(STEP_MS, left));
    await settle(8);
  }
  await settle();
}
