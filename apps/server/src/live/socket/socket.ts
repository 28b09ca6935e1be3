/** The sockets at `/ws`: who follows what, one frame per client and tick, and what happens to those who misbehave. */
import type { Writable } from 'node:stream';
import { SESSION_ENDED_REASON } from '@undertow/contracts';
import type { RawData, WebSocket } from 'ws';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { TraceSpan } from '#ports/cluster/traces.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import { DeviceLimit } from './device-limit.ts';
import { openViews } from './open-views.ts';
import { ReplaySockets } from './replay-sockets.ts';
import { createSocketAudit, type SocketAudit } from './socket-audit.ts';
import { SocketClient, type SocketUser } from './socket-client.ts';
import type { SocketHubInput } from './socket-hub-input.ts';
import { createSocketUsage, type SocketUsage } from './socket-usage.ts';
import { orderFlowOf, parseSubscribe } from './subscribe-request.ts';
import { subscribedPlan } from './subscribed-plan.ts';
import {
  alertMessage,
  changeOf,
  errorMessage,
  joinChanges,
  type PendingChange,
  tickMessages,
  type ViewTick,
} from './view-messages.ts';

/** Milliseconds between flushes, less the jitter of the publisher's timer: ten frames a second for a client. */
const FLUSH_MS = 90;
const BEAT_MS = 1000;
/** Sockets written before the event loop gets its turn. */
const SLICE = 500;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/** What one flush sends to everybody. */
interface Flush {
  readonly number: number;
  tickOf(view: InstrumentView): ViewTick | undefined;
  /** Frames by the key of the clients that get them. */
  readonly shared: Map<string, Buffer[]>;
  /** Of the traced updates in it. */
  readonly spans: readonly TraceSpan[];
}

export class SocketHub {
  readonly replays: ReplaySockets;
  readonly #input: SocketHubInput;
  readonly #clients = new ConnectionRegistry();
  readonly #audit: SocketAudit;
  readonly #usage: SocketUsage;
  readonly #devices: DeviceLimit;
  readonly #unsubscribe: readonly (() => void)[];
  readonly #beat: NodeJS.Timeout;
  #pending = new Map<InstrumentView, PendingChange>();
  #spans: TraceSpan[] = [];
  #flushing = false;
  /** Number of the latest flush. */
  #flushes = 0;
  #flushTimer: NodeJS.Timeout | undefined;
  #lastFlushMs = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(input: SocketHubInput) {
    this.#input = input;
    this.#audit = createSocketAudit(input);
    this.#usage = createSocketUsage(input);
    this.replays = new ReplaySockets({ ...input, clients: this.#clients });
    this.#devices = new DeviceLimit({
      ...{ clients: this.#clients, devices: input.devices, audit: this.#audit, log: input.log },
      entitlementOf: (client) => this.#entitlement(client),
      refuseForNow: (client, error) => this.#refuseForNow(client, error),
    });
    this.#unsubscribe = [
      input.bus.subscribe('alert', ({ userId, alert }) => {
        for (const client of this.#clients.ofUser(userId).filter((one) => one.replay === null))
          if (alert.market === 'platform' || client.user.view === undefined) client.send(alertMessage(alert));
      }),
      input.bus.subscribe('userChanged', ({ userId }) => {
        // After every other listener of the message has invalidated its cache of the user
        setImmediate(() => this.#lookAgain(userId));
      }),
      input.bus.subscribe('devicesChanged', ({ userId }) => {
        const [first] = this.#clients.ofUser(userId);
        if (first !== undefined) this.#devices.apply(first);
      }),
      input.bus.subscribe('sessionEnded', ({ sessionIds }) => {
        const clients = sessionIds.flatMap((id) => this.#clients.ofSession(id));
        for (const client of clients) client.endSession(SESSION_ENDED_REASON);
      }),
      input.bus.subscribe('viewChanged', ({ sessionId }) => {
        for (const client of this.#clients.ofSession(sessionId)) client.reconnect('view changed');
      }),
    ];
    this.#beat = setInterval(() => this.#onBeat(), BEAT_MS).unref();
  }

  /** The open connections; other components only read it. */
  get clients(): Pick<ConnectionRegistry, 'size' | 'sessionsOf'> {
    return this.#clients;
  }

  /** True while a socket of the user shows the view. */
  isFollowed(userId: string, view: InstrumentView): boolean {
    return this.#clients.ofUser(userId).some((client) => client.views.get(view.instrumentId) === view);
  }

  /** Handles a socket whose upgrade was allowed, on its stream: the user comes from the session, never from a message. */
  attach(socket: WebSocket, stream: Writable, user: SocketUser): void {
    const client = new SocketClient(socket, stream, user, this.#input.monotonicMs());
    this.#clients.add(client);
    socket.on('message', (data, isBinary) => this.#onMessage(client, data, isBinary));
    socket.on('pong', () => client.onPong());
    socket.on('ping', () => {
      // No browser does this: closed without a close frame
      if (!client.countPing(this.#input.monotonicMs())) socket.terminate();
    });
    socket.on('close', () => {
      this.#clients.remove(client);
      this.#devices.onClose(client);
    });
    // Protocol errors (frame over 16 kB, bad UTF-8): ws closes with the right code by itself
    socket.on('error', (error) =>
      this.#input.log.info({ userId: user.userId, reason: error.message }, 'socket error'),
    );
    this.#devices.onConnect(client);
  }

  onViewChange(view: InstrumentView, update: InstrumentUpdate): void {
    if (this.#clients.size === 0) return;
    this.#pending.set(view, joinChanges(this.#pending.get(view), changeOf(view, update)));
    // What a delayed view shows later is no step of the update any more
    const span = view.delaySeconds === 0 ? this.#input.traces?.step(update, 'socket.flush') : null;
    if (span) this.#spans.push(span);
    if (this.#flushing || this.#closed) return;
    this.#flushing = true;
    const waitMs = FLUSH_MS - (this.#input.monotonicMs() - this.#lastFlushMs);
    // After every instrument of this round, so that a client gets one frame
    if (waitMs <= 0) setImmediate(() => this.#flush());
    else this.#flushTimer = setTimeout(() => this.#flush(), waitMs);
  }

  #flush(): void {
    this.#flushing = false;
    this.#lastFlushMs = this.#input.monotonicMs();
    this.#flushes += 1;
    const number = this.#flushes;
    const changes = this.#pending;
    this.#pending = new Map();
    // In this turn: a state that is made later contains changes of the next flush, which would be sent twice
    for (const client of this.#clients.all()) this.#isolated(client, () => client.release(number));
    const ticks = new Map<InstrumentView, ViewTick>();
    const tickOf = (view: InstrumentView): ViewTick | undefined => {
      const change = changes.get(view);
      if (change !== undefined && !ticks.has(view)) ticks.set(view, tickMessages(change));
      return ticks.get(view);
    };
    const spans = this.#spans.splice(0);
    this.#writeSlice({ number, tickOf, shared: new Map(), spans }, [...this.#clients.all()], 0);
  }

  /** Writes to a slice of the sockets, then lets others run: a long loop would delay everything else. */
  #writeSlice(flush: Flush, clients: readonly SocketClient[], from: number): void {
    for (const client of clients.slice(from, from + SLICE))
      this.#isolated(client, () => this.#write(flush, client));
    if (from + SLICE < clients.length) {
      setImmediate(() => this.#writeSlice(flush, clients, from + SLICE));
    } else for (const span of flush.spans) span.end(clients.length);
  }

  /** A failed write to one client must not block the others. */
  #isolated(client: SocketClient, write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#input.log.error({ userId: client.user.userId, err: error }, 'socket not written');
      client.socket.terminate();
    }
  }

  #write({ number, tickOf, shared }: Flush, client: SocketClient): void {
    if (this.#dropSlow(client)) return;
    const ticks = () => client.viewsBefore(number).flatMap((view) => tickOf(view) ?? []);
    if (!client.isClear) client.hold(ticks());
    else if (client.wholeThrough >= number) client.sendFrames(client.framesOf(ticks()));
    else {
      const frames = shared.get(client.frameKey) ?? client.framesOf(ticks());
      shared.set(client.frameKey, frames);
      client.sendFrames(frames);
    }
  }

  #dropSlow(client: SocketClient): boolean {
    const reason = client.tooSlow(this.#input.monotonicMs());
    if (reason === null) return false;
    this.#input.log.warn({ userId: client.user.userId, reason }, 'slow socket closed');
    client.socket.terminate();
    return true;
  }

  #onMessage(client: SocketClient, data: RawData, isBinary: boolean): void {
    if (client.socket.readyState !== client.socket.OPEN) return;
    if (!client.countFrame(this.#input.monotonicMs())) {
      client.socket.close(POLICY_VIOLATION, 'too many messages');
      return;
    }
    const message = isBinary ? null : parseSubscribe(data);
    if (message === null) {
      client.socket.close(POLICY_VIOLATION, 'message not understood');
      return;
    }
    if (message.userId !== undefined && message.userId !== client.user.userId) {
      this.#audit(client.user.userId, 'socket.foreign-user-id', {});
      client.socket.close(POLICY_VIOLATION, 'userId is not the signed-in user');
      return;
    }
    client.wantedIds = [...new Set(message.instrumentIds)];
    client.wantedOrderFlow = orderFlowOf(message);
    client.replay = message.replay ?? null;
    this.#subscribe(client).catch((error: unknown) => this.#refuseForNow(client, error));
  }

  async #subscribe(client: SocketClient): Promise<void> {
    client.subscription += 1;
    const subscription = client.subscription;
    const entitlement = await this.#entitlement(client);
    if (subscription !== client.subscription || client.socket.readyState !== client.socket.OPEN) return;
    const { rules, activeInstrumentIds } = entitlement;
    const viewSource = this.replays.sourceOf(client, entitlement);
    if (viewSource === null) return this.replays.end(client);
    const own = client.wantedIds.filter((id) => activeInstrumentIds.includes(id));
    const foreign = client.wantedIds.filter((id) => !own.includes(id));
    const { views, withheld, texts } = openViews(viewSource, own);
    texts.push(...foreign.map((id) => errorMessage(id, 'INSTRUMENT_NOT_ENTITLED')));
    client.follow(views, rules.eventTypes, withheld);
    client.plan = subscribedPlan(entitlement, viewSource);
    this.#usage.begins(client);
    client.begin(texts, this.replays.textsOf(client));
    // What waits for the next flush is in the state already: the state is sent with it
    if (!views.some((view) => this.#pending.has(view))) client.release(this.#flushes);
  }

  #entitlement(client: SocketClient): Promise<Entitlement> {
    return this.#input.entitlements.of(client.user.userId);
  }

  #lookAgain(userId: string): void {
    const clients = this.#clients.ofUser(userId);
    const [first] = clients;
    if (first === undefined) return;
    this.#devices.apply(first);
    for (const client of clients) {
      if (client.wantedIds.length === 0) continue;
      this.#subscribe(client).catch((error: unknown) => this.#refuseForNow(client, error));
    }
  }

  /** The entitlement of the user is unknown now: nothing is shown rather than too much. */
  #refuseForNow(client: SocketClient, error: unknown): void {
    this.#input.log.error({ userId: client.user.userId, err: error }, 'entitlement not available');
    client.socket.close(TRY_AGAIN_LATER, 'try again later');
  }

  #onBeat(): void {
    for (const client of [...this.#clients.all()]) {
      if (this.#dropSlow(client)) continue;
      if (this.#pending.size === 0) client.release(this.#flushes);
      client.ping(this.#input.monotonicMs());
      this.#usage.continues(client);
      if (client.isViewOver(this.#input.clock.nowMs())) client.reconnect('view over');
      this.#followPlan(client);
    }
  }

  /** The end of a plan is not announced: the client's subscription is compared with the current plan. */
  #followPlan(client: SocketClient): void {
    const { plan } = client;
    if (plan === null) return;
    this.#entitlement(client)
      .then((entitlement) => {
        const viewSource = this.replays.sourceOf(client, entitlement);
        if (viewSource === null || !plan.holds(entitlement, viewSource)) this.#lookAgain(client.user.userId);
      })
      .catch((error: unknown) => this.#refuseForNow(client, error));
  }

  /** Closes every client so that it reconnects, and stops. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#beat);
    clearTimeout(this.#flushTimer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const client of [...this.#clients.all()]) client.reconnect('server restarts');
  }
}
