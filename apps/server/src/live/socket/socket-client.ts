/** One connected socket: what it follows, what waits for it, and when it is too slow to be kept open. */
import type { Writable } from 'node:stream';
import {
  CLOSE_SESSION_ENDED,
  type OrderFlowKind,
  SUBPROTOCOL_BATCHED,
  SUBPROTOCOL_FLOW_EVENT,
} from '@undertow/contracts';
import type { FlowEventType } from '@undertow/market';
import type { WebSocket } from 'ws';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import type { SubscribedPlan } from './subscribed-plan.ts';
import { textFrame } from './text-frame.ts';
import { type EventMessage, resyncMessage, stateMessages, type ViewTick } from './view-messages.ts';

/** Events that may wait for a socket that does not drain; beyond it they are dropped and counted. */
const MAX_QUEUED = 500;
/** A socket with this much buffered, or which drains nothing for this long, is closed. */
const MAX_BUFFERED_BYTES = 1_000_000;
const MAX_BLOCKED_MS = 10_000;
/** Service restart (RFC 6455 registry): clients reconnect at once. */
const CLOSE_RESTART = 1012;
/** Frames and pings a client may send in the window; browsers send no pings at all. */
const MAX_FRAMES = 10;
const MAX_PINGS = 300;
const FRAME_WINDOW_MS = 10_000;
const PING_EVERY_MS = 25_000;
const PONG_WITHIN_MS = 10_000;

export interface SocketUser {
  readonly userId: string;
  readonly sessionId: string;
  /** An administrator in a view as the user: no device of the user. */
  readonly view?: { readonly untilMs: number; readonly administratorId: string };
}

/** What licences withhold of views, by instrument; `key` is one a combination. */
export type WithheldViews = ReadonlyMap<
  number,
  { readonly prices: boolean; readonly events: boolean; readonly key: string }
>;

export class SocketClient {
  readonly socket: WebSocket;
  readonly user: SocketUser;
  /** Below `socket`: whole frames are written to it. */
  readonly #stream: Writable;
  readonly views = new Map<number, InstrumentView>();
  /** Ids requested last; checked again when the user's plan or list changes. */
  wantedIds: readonly number[] = [];
  /** What open panes need, by instrument; sent from the next `follow` on. */
  wantedOrderFlow: ReadonlyMap<number, readonly OrderFlowKind[]> = new Map();
  /** The replay that it shows in place of the present market; null for none. */
  replay: string | null = null;
  types: readonly FlowEventType[] = [];
  /** What licences withhold, by instrument; those that nothing is withheld of are left out. */
  #withheld: WithheldViews = new Map();
  /** The plan of the current subscription; null before the first one. */
  plan: SubscribedPlan | null = null;
  /** Clients of one key get the same frames. */
  frameKey = '';
  /** Counts subscriptions, so that a late response to an older one is dropped. */
  subscription = 0;
  /** Monotonic time of the ping that is not answered yet, or null. */
  #pingedMs: number | null = null;
  #lastPingMs: number;
  #orderFlow: ReadonlyMap<number, readonly OrderFlowKind[]> = new Map();
  readonly #batched: boolean;
  readonly #wantsChartEvents: boolean;
  #queue: (string | EventMessage)[] = [];
  #dropped = new Map<number, number>();
  /** Views whose state is to be sent: those of a new subscription, and what was skipped while the socket did not drain. */
  readonly #stale = new Set<InstrumentView>();
  /** Number of the flush whose changes the last state of a view contains. */
  readonly #whole = new Map<InstrumentView, number>();
  /** The highest of them. */
  wholeThrough = 0;
  /** What is sent around the state of a new subscription; null once it was. */
  #beginning: { readonly before: readonly string[]; readonly after: readonly string[] } | null = null;
  #blockedSinceMs: number | null = null;
  #frameTimes: number[] = [];
  #pingTimes: number[] = [];

  constructor(socket: WebSocket, stream: Writable, user: SocketUser, nowMs: number) {
    this.socket = socket;
    this.#stream = stream;
    this.user = user;
    this.#lastPingMs = nowMs;
    this.#batched = socket.protocol === SUBPROTOCOL_BATCHED;
    this.#wantsChartEvents = socket.protocol === SUBPROTOCOL_FLOW_EVENT;
  }

  /** Counts a frame from the client; false when it sends too many. */
  countFrame(nowMs: number): boolean {
    this.#frameTimes = this.#frameTimes.filter((time) => nowMs - time < FRAME_WINDOW_MS);
    this.#frameTimes.push(nowMs);
    return this.#frameTimes.length <= MAX_FRAMES;
  }

  /** Pings the client periodically; a client that does not respond is gone. */
  ping(nowMs: number): void {
    if (this.#pingedMs !== null && nowMs - this.#pingedMs > PONG_WITHIN_MS) {
      this.socket.terminate();
    } else if (this.#pingedMs === null && nowMs - this.#lastPingMs >= PING_EVERY_MS) {
      this.#pingedMs = nowMs;
      this.#lastPingMs = nowMs;
      this.socket.ping();
    }
  }

  onPong(): void {
    this.#pingedMs = null;
  }

  /** Counts a ping from the client, which ws answers by itself; false when it sends too many. */
  countPing(nowMs: number): boolean {
    if (this.#pingTimes.length > MAX_PINGS) this.#pingTimes.shift();
    this.#pingTimes.push(nowMs);
    return this.#pingTimes.length <= MAX_PINGS || nowMs - this.#pingTimes[0]! >= FRAME_WINDOW_MS;
  }

  /** Replaces what the client follows. */
  follow(
    views: readonly InstrumentView[],
    types: readonly FlowEventType[],
    withheld: WithheldViews = new Map(),
  ): void {
    this.views.clear();
    this.#withheld = withheld;
    for (const view of views) this.views.set(view.instrumentId, view);
    this.types = types;
    this.#orderFlow = this.wantedOrderFlow;
    this.#stale.clear();
    this.#whole.clear();
    this.#beginning = null;
    // Pending texts belong to the previous plan and list; alerts are stored, the client reads them again
    this.#queue = this.#queue.filter(
      (item) => typeof item !== 'string' && this.views.has(item.instrumentId) && this.#shows(item),
    );
    const keys = views.map((view) => {
      const kept = withheld.get(view.instrumentId)?.key ?? '';
      return `${view.key}${kept}+${this.#kindsOf(view).join('+')}`;
    });
    this.frameKey = `${this.socket.protocol}|${keys.toSorted().join()}|${types.join()}`;
  }

  /** Depth and executions are prices: none where those are withheld. */
  #kindsOf({ instrumentId }: InstrumentView): readonly OrderFlowKind[] {
    if (this.#withheld.get(instrumentId)?.prices === true) return [];
    return this.#orderFlow.get(instrumentId) ?? [];
  }

  /** Everything about a view that the client follows; with `withEvents` also the list of events. */
  stateOf(view: InstrumentView, withEvents: boolean): string[] {
    const prices = this.#withheld.get(view.instrumentId)?.prices !== true;
    const types = this.#typesOf(view.instrumentId);
    return stateMessages(view, { types, prices, kinds: this.#kindsOf(view), withEvents });
  }

  #typesOf(instrumentId: number): readonly FlowEventType[] {
    return this.#withheld.get(instrumentId)?.events === true ? [] : this.types;
  }

  #shows({ instrumentId, type }: EventMessage): boolean {
    return this.#typesOf(instrumentId).includes(type);
  }

  /** True when the frame may be shared: nothing waits for this client alone. */
  get isClear(): boolean {
    return (
      this.socket.bufferedAmount === 0 &&
      this.#queue.length === 0 &&
      this.#stale.size === 0 &&
      this.#beginning === null &&
      this.#dropped.size === 0
    );
  }

  /** The frames of a flush for every client of this `frameKey`. */
  framesOf(ticks: readonly ViewTick[]): Buffer[] {
    return this.#frames(
      ticks.flatMap((tick) => [
        ...(this.#withheld.get(tick.view.instrumentId)?.prices === true ? [] : tick.prices),
        ...tick.status,
        ...this.#kindsOf(tick.view).flatMap((kind) => tick.orderFlow(kind) ?? []),
        ...tick.events.flatMap((event) => this.#eventTexts(event)),
      ]),
    );
  }

  /** Queues a flush while the client is not clear: state is skipped, events wait. */
  hold(ticks: readonly ViewTick[]): void {
    for (const tick of ticks) {
      this.#stale.add(tick.view);
      for (const event of tick.events) if (this.#shows(event)) this.#enqueue(event);
    }
  }

  /** A message to this client alone. */
  send(text: string): void {
    if (this.isClear) this.sendFrames(this.#frames([text]));
    else this.#enqueue(text);
  }

  /** A subscription begins: the next `release` sends the state of every view between these texts. */
  begin(before: readonly string[], after: readonly string[]): void {
    this.#beginning = { before, after };
    for (const view of this.views.values()) this.#stale.add(view);
  }

  /** Views of which the client has no state that contains the flush. */
  viewsBefore(flush: number): readonly InstrumentView[] {
    return [...this.views.values()].filter((view) => (this.#whole.get(view) ?? 0) < flush);
  }

  #enqueue(item: string | EventMessage): void {
    if (this.#queue.length < MAX_QUEUED) {
      this.#queue.push(item);
      return;
    }
    // Alerts and errors belong to no instrument; alerts are stored, the client reads them again
    if (typeof item === 'string') return;
    this.#dropped.set(item.instrumentId, (this.#dropped.get(item.instrumentId) ?? 0) + 1);
  }

  /**
   * Sends what waited, once the socket has drained, or what a subscription begins with. `flush` is the number of the latest
   * one: the states contain its changes and no later ones.
   */
  release(flush: number): void {
    const beginning = this.#beginning;
    if (beginning === null && (this.isClear || this.socket.bufferedAmount > 0)) return;
    const texts: string[] = [...(beginning?.before ?? [])];
    for (const [instrumentId, count] of this.#dropped) texts.push(resyncMessage(instrumentId, count));
    for (const item of this.#queue) {
      if (typeof item === 'string') texts.push(item);
      else texts.push(...this.#eventTexts(item));
    }
    for (const view of this.#stale) {
      if (this.views.get(view.instrumentId) !== view) continue;
      texts.push(...this.stateOf(view, beginning !== null || this.#dropped.has(view.instrumentId)));
      this.#whole.set(view, flush);
      this.wholeThrough = flush;
    }
    texts.push(...(beginning?.after ?? []));
    this.#beginning = null;
    this.#queue = [];
    this.#dropped = new Map();
    this.#stale.clear();
    this.sendFrames(this.#frames(texts));
  }

  #eventTexts(event: EventMessage): string[] {
    if (!this.#shows(event)) return [];
    if (this.#wantsChartEvents && event.chartText !== null) return [event.text, event.chartText];
    return [event.text];
  }

  #frames(texts: readonly string[]): Buffer[] {
    if (texts.length === 0) return [];
    return this.#batched ? [textFrame(`[${texts.join()}]`)] : texts.map(textFrame);
  }

  sendFrames(frames: readonly Buffer[]): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    for (const frame of frames) this.#stream.write(frame);
  }

  /** Why the client is too slow to be kept open, or null. */
  tooSlow(nowMs: number): string | null {
    if (this.socket.bufferedAmount === 0) {
      this.#blockedSinceMs = null;
      return null;
    }
    this.#blockedSinceMs ??= nowMs;
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) return 'more than 1 MB waits';
    if (nowMs - this.#blockedSinceMs > MAX_BLOCKED_MS) return 'nothing read for 10 s';
    return null;
  }

  /** Closes it so that it reconnects, as whichever user its session then has. */
  reconnect(reason: string): void {
    this.socket.close(CLOSE_RESTART, reason);
  }

  /** True for an administrator whose view as the user is over. */
  isViewOver(nowMs: number): boolean {
    return this.user.view !== undefined && nowMs >= this.user.view.untilMs;
  }

  /** The session is over, or a newer device took its place. */
  endSession(reason: string): void {
    this.socket.close(CLOSE_SESSION_ENDED, reason);
  }
}
