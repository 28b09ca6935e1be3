/** One socket: who logged in on it, what it subscribed to, and how messages are sent on it. */
import { bodiesOf, type Decoded, WireError } from '@undertow/feeds';
import type { WebSocket } from 'ws';
import type { Login } from '#rithmic/accounts/login.ts';
import type { WireInstrument } from '#rithmic/market/wire-instrument.ts';
import {
  frame,
  type GATEWAY_MESSAGES,
  gatewayCodec,
  type Message,
  type MessageName,
} from '#rithmic/messages/gateway-messages.ts';
import { DepthWay } from './faults.ts';
import { LineSubscription } from './line-subscription.ts';
import type { World } from './world.ts';

export type Request = Decoded<typeof GATEWAY_MESSAGES>;

/** A client that does not read is disconnected before its queue exhausts memory. */
const MAX_WAITING = 32 * 1024 * 1024;
/** Closing codes of WebSockets. */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const PROTOCOL_ERROR = 1002;
const SESSION_ENDED = 1011;

export class ClientSession {
  readonly world: World;
  readonly openedMs: number;
  login: Login | null = null;
  lastReceivedMs: number;
  lastSentMs: number;
  /** Continuations of truncated history responses, by their key. */
  readonly resumable = new Map<string, () => void>();
  lastKey = 0;
  /** Live bars by instrument and period; the value ends them. */
  readonly liveBars = new Map<string, () => void>();
  /** Timers to end with the connection. */
  readonly onClose: (() => void)[] = [];
  readonly #socket: WebSocket;
  /** By the name that the instrument is read under. */
  readonly #lines = new Map<string, LineSubscription>();
  readonly #depth: DepthWay;

  constructor(socket: WebSocket, world: World, respond: (client: ClientSession, request: Request) => void) {
    this.#socket = socket;
    this.world = world;
    this.openedMs = this.lastReceivedMs = this.lastSentMs = world.nowMs();
    this.#depth = new DepthWay(world.faults, (bytes) => this.push(bytes));
    socket.on('message', (raw: Buffer) => this.#onMessage(raw, respond));
    socket.on('close', () => this.#end());
    socket.on('error', () => socket.terminate());
  }

  send<N extends MessageName>(name: N, values: Message<N>): void {
    this.push(frame(name, values));
  }

  push(bytes: Uint8Array | string): void {
    if (this.world.faults.stalled || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_WAITING) {
      this.#socket.terminate();
      return;
    }
    this.lastSentMs = this.world.nowMs();
    this.#socket.send(bytes);
  }

  pushDepth(event: readonly Uint8Array[]): void {
    this.#depth.push(event);
  }

  /** The client's subscription to an instrument; made where there is none. */
  subscription(of: WireInstrument): LineSubscription {
    const known = this.#lines.get(of.symbol);
    if (known !== undefined) return known;
    const made = new LineSubscription(this, this.world.market.line(of), of);
    this.#lines.set(of.symbol, made);
    return made;
  }

  /** Another login has the seat. */
  forceLogout(): void {
    this.send('ForcedLogout', {});
    this.leave(SESSION_ENDED);
  }

  leave(
    code: typeof NORMAL | typeof GOING_AWAY | typeof SESSION_ENDED | typeof PROTOCOL_ERROR = NORMAL,
  ): void {
    this.#end();
    this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #onMessage(raw: Buffer, respond: (client: ClientSession, request: Request) => void): void {
    this.lastReceivedMs = this.world.nowMs();
    if (this.world.faults.stalled) return;
    try {
      for (const body of bodiesOf(raw)) respond(this, gatewayCodec.decode(body));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.leave(PROTOCOL_ERROR);
    }
  }

  #end(): void {
    if (this.login !== null) this.world.seats.leave(this.login.seatKey, this);
    this.login = null;
    for (const subscription of this.#lines.values()) subscription.close();
    this.#lines.clear();
    for (const end of [...this.onClose.splice(0), ...this.liveBars.values()]) end();
    this.liveBars.clear();
    this.resumable.clear();
  }
}
