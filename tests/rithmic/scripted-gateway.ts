/** A gateway with scripted responses, for what a well-behaved one never does. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import {
  bodiesOf,
  createWireCodec,
  frameOf,
  type MessageOf,
  RITHMIC_MESSAGES,
  type RithmicGateway,
} from '@undertow/feeds';
import { makeCertificates } from '@undertow/sandbox/src/rithmic/gateway/certificates.ts';
import { type WebSocket, WebSocketServer } from 'ws';

type Name = keyof typeof RITHMIC_MESSAGES;
type Message<N extends Name> = MessageOf<(typeof RITHMIC_MESSAGES)[N]>;

export const SYSTEM = 'Rithmic Paper Trading';
export const CONTRACT = { symbol: 'ESZ6', exchange: 'CME' } as const;

const TICKER = 1;
/** The beginning of a binary frame of 1,024 bytes. */
const HALF_A_FRAME = Uint8Array.from([0x82, 0x7e, 0x04, 0x00, 1, 2, 3]);

const codec = createWireCodec(RITHMIC_MESSAGES);

/** One connection of a client. */
export class Peer {
  readonly socket: WebSocket;
  /** Names of the received requests, in order. */
  readonly requests: string[] = [];
  /** Of its login; null before. */
  plant: number | null = null;
  readonly #line: Socket;

  /** `line` carries the frames of the socket. */
  constructor(socket: WebSocket, line: Socket) {
    this.socket = socket;
    this.#line = line;
  }

  /** Breaks the connection between two frames. */
  cut(): void {
    this.#line.destroy();
  }

  /** Breaks the connection in the middle of a frame. */
  cutInFrame(): void {
    this.#line.write(HALF_A_FRAME, () => this.#line.destroy());
  }

  send<N extends Name>(name: N, values: Message<N>): void {
    this.socket.send(frameOf(codec.encode(name, values)));
  }

  raw(bytes: Uint8Array | string): void {
    this.socket.send(bytes);
  }
}

type Handler<N extends Name> = (peer: Peer, request: Message<N>) => void;
type Script = { [N in Name]?: Handler<N> };

const OK = { rpCode: ['0'] } as const;
const of = ({ userMsg }: { readonly userMsg?: readonly string[] }) =>
  userMsg === undefined ? {} : { userMsg };

/** Login, one exchange, one contract, every subscription granted, a book of one order a side. */
export const WELL_BEHAVED: Script = {
  RequestRithmicSystemInfo: (peer, request) =>
    peer.send('ResponseRithmicSystemInfo', { ...of(request), ...OK, systemName: [SYSTEM] }),
  RequestLogin: (peer, request) =>
    peer.send('ResponseLogin', { ...of(request), ...OK, heartbeatInterval: 30 }),
  RequestLogout: (peer, request) => peer.send('ResponseLogout', { ...of(request), ...OK }),
  RequestHeartbeat: (peer, request) => peer.send('ResponseHeartbeat', { ...of(request), ...OK }),
  RequestLoginInfo: (peer, request) =>
    peer.send('ResponseLoginInfo', { ...of(request), ...OK, tpMaxSessionCount: 2 }),
  RequestListUnacceptedAgreements: (peer, request) =>
    peer.send('ResponseListUnacceptedAgreements', { ...of(request), rpCode: ['7', 'no data'] }),
  RequestListExchangePermissions: (peer, request) => {
    peer.send('ResponseListExchangePermissions', {
      ...of(request),
      rqHandlerRpCode: ['0'],
      exchange: 'CME',
      entitlementFlag: 1,
    });
    peer.send('ResponseListExchangePermissions', { ...of(request), ...OK });
  },
  RequestFrontMonthContract: (peer, request) =>
    peer.send('ResponseFrontMonthContract', { ...of(request), ...OK, tradingSymbol: CONTRACT.symbol }),
  RequestReferenceData: (peer, request) =>
    peer.send('ResponseReferenceData', {
      ...of(request),
      ...OK,
      minQpriceChange: 0.25,
      expirationDate: '20261218',
    }),
  RequestMarketDataUpdate: (peer, request) =>
    peer.send('ResponseMarketDataUpdate', { ...of(request), ...OK }),
  RequestDepthByOrderUpdates: (peer, request) =>
    peer.send('ResponseDepthByOrderUpdates', { ...of(request), ...OK }),
  RequestDepthByOrderSnapshot: (peer, request) => sendBook(peer, request, 100),
};

/** A book of one order a side, as old as the number. */
export function sendBook(
  peer: Peer,
  request: { readonly userMsg?: readonly string[] },
  sequenceNumber: number,
): void {
  for (const [depthSide, depthPrice, id] of [
    [1, 4567, '11'],
    [2, 4567.5, '12'],
  ] as const)
    peer.send('ResponseDepthByOrderSnapshot', {
      ...of(request),
      ...CONTRACT,
      rqHandlerRpCode: ['0'],
      sequenceNumber,
      depthSide,
      depthPrice,
      depthSize: [5],
      depthOrderPriority: [1],
      exchangeOrderId: [id],
    });
  peer.send('ResponseDepthByOrderSnapshot', { ...of(request), ...OK });
}

export class ScriptedGateway {
  readonly peers: Peer[] = [];
  /** What it does instead of behaving well. */
  script: Script = {};
  readonly #server: Server;
  readonly #ca: string;

  /** `hosts`: what its certificate is for. */
  static async start(hosts: readonly string[] = ['localhost', '127.0.0.1']): Promise<ScriptedGateway> {
    const { ca, key, cert } = await makeCertificates(hosts, Date.now());
    const server = createServer({ key, cert });
    const gateway = new ScriptedGateway(server, ca);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  private constructor(server: Server, ca: string) {
    this.#server = server;
    this.#ca = ca;
    const sockets = new WebSocketServer({ server, perMessageDeflate: false });
    sockets.on('connection', (socket, request) => this.#take(new Peer(socket, request.socket)));
  }

  get address(): RithmicGateway {
    const { port } = this.#server.address() as AddressInfo;
    return {
      uri: `wss://localhost:${port}`,
      ca: this.#ca,
      systemName: SYSTEM,
      appName: 'undertow:tests',
      appVersion: '1.0',
    };
  }

  /** Connections that logged in on the ticker plant, in order. */
  get logins(): readonly Peer[] {
    return this.peers.filter(({ plant }) => plant === TICKER);
  }

  async close(): Promise<void> {
    for (const { socket } of this.peers) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(peer: Peer): void {
    const { socket } = peer;
    this.peers.push(peer);
    socket.on('error', () => socket.terminate());
    socket.on('message', (raw: Buffer) => {
      for (const body of bodiesOf(raw)) {
        const decoded = codec.decode(body);
        if (decoded.name === null) continue;
        peer.requests.push(decoded.name);
        if (decoded.name === 'RequestLogin') peer.plant = decoded.message.infraType ?? null;
        const handler = (this.script[decoded.name] ?? WELL_BEHAVED[decoded.name]) as
          | Handler<Name>
          | undefined;
        handler?.(peer, decoded.message as Message<Name>);
      }
    });
  }
}
