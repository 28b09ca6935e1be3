/** The socket: subscribes, reads frames into the store, and reconnects by the reconnect rule. */
import {
  CLOSE_SESSION_ENDED,
  DEVICE_LIMIT_REASON,
  type OrderFlowKind,
  type OrderFlowSubscription,
  type ServerMessage,
  SUBPROTOCOL_BATCHED,
} from '@undertow/contracts';
import { BadMessageCount, parseFrame } from './frames.ts';
import type { LiveStore } from './live-store.ts';
import { afterClose } from './reconnect.ts';

/** Close code of a refused subscription (somebody else's id). */
const CLOSE_POLICY = 1008;
const NEEDS_AFTER_MS = 150;

export interface LiveSubscription {
  readonly userId: string;
  readonly instrumentIds: readonly number[];
}

export interface LiveClientOptions {
  readonly url: string;
  readonly store: LiveStore;
  /** The replay to show in place of the present market; left out for none. */
  readonly replay?: string | null;
  /** Frames of arrays unless said otherwise. */
  readonly protocol?: string;
  /** Messages that are not about an instrument's state: alerts, resyncs, errors. */
  readonly onMessage: (message: ServerMessage) => void;
  /** The first socket of this page is open: the server knows this device now. */
  readonly onFirstOpen: () => void;
  /** The state here can no longer be trusted: everything polled is to be read again. */
  readonly onResync: () => void;
  /** The server ended the session or refused the user. */
  readonly onSignedOut: () => void;
}

export class LiveClient {
  readonly #options: LiveClientOptions;
  readonly #badMessages = new BadMessageCount();
  /** Open panes by instrument and kind. */
  readonly #needs = new Map<string, { instrumentId: number; kind: OrderFlowKind; panes: number }>();
  #subscription: LiveSubscription | null = null;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #needTimer: ReturnType<typeof setTimeout> | null = null;
  #wasOpen = false;

  constructor(options: LiveClientOptions) {
    this.#options = options;
  }

  /** What to receive; connects when there is something, and subscribes again when it changes. */
  subscribe(subscription: LiveSubscription): void {
    this.#subscription = subscription;
    if (subscription.instrumentIds.length === 0) {
      this.#drop();
      this.#options.store.connection.set({ kind: 'idle' });
    } else if (this.#mayConnect()) this.#connect(0, null);
    else this.#sendSubscribe();
  }

  /** A pane needs this of an instrument until the returned function is called. */
  need(instrumentId: number, kind: OrderFlowKind): () => void {
    const key = `${instrumentId} ${kind}`;
    const need = this.#needs.get(key) ?? { instrumentId, kind, panes: 0 };
    this.#needs.set(key, need);
    need.panes += 1;
    if (need.panes === 1) this.#sendNeeds();
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      need.panes -= 1;
      if (need.panes > 0) return;
      this.#needs.delete(key);
      this.#sendNeeds();
    };
  }

  /** Soon, in one message: a layout opens and closes several panes at once, and the server counts messages. */
  #sendNeeds(): void {
    if (this.#needTimer !== null) return;
    this.#needTimer = setTimeout(() => {
      this.#needTimer = null;
      this.#sendSubscribe();
    }, NEEDS_AFTER_MS);
  }

  #neededKinds(): readonly OrderFlowSubscription[] {
    const ids = [...new Set([...this.#needs.values()].map(({ instrumentId }) => instrumentId))];
    return ids.map((instrumentId) => ({
      instrumentId,
      kinds: [...this.#needs.values()]
        .filter((need) => need.instrumentId === instrumentId)
        .map(({ kind }) => kind),
    }));
  }

  /** Tries at once, with a fresh count of attempts, when the socket is not open. */
  readonly tryNow = (): void => {
    const connection = this.#options.store.connection.get();
    if (connection.kind !== 'waiting' && connection.kind !== 'disconnected') return;
    this.#clearTimer();
    this.#connect(connection.kind === 'waiting' ? connection.attempt : 1, connection.closedAtMs);
  };

  /** Brings live data back from the device to which it moved. */
  readonly watchHere = (): void => {
    const connection = this.#options.store.connection.get();
    if (connection.kind === 'moved') this.#connect(1, connection.closedAtMs);
  };

  close(): void {
    if (this.#needTimer !== null) clearTimeout(this.#needTimer);
    this.#needTimer = null;
    this.#subscription = null;
    this.#drop();
    this.#options.store.connection.set({ kind: 'idle' });
  }

  #mayConnect(): boolean {
    return (
      this.#socket === null && this.#timer === null && this.#options.store.connection.get().kind !== 'moved'
    );
  }

  #connect(attempt: number, closedAtMs: number | null): void {
    const { store, url, protocol = SUBPROTOCOL_BATCHED } = this.#options;
    store.connection.set({ kind: 'connecting', attempt, closedAtMs });
    const socket = new WebSocket(url, [protocol]);
    this.#socket = socket;
    socket.onopen = () => {
      const isReturn = this.#wasOpen;
      this.#wasOpen = true;
      store.connection.set({ kind: 'open' });
      this.#sendSubscribe();
      if (isReturn) this.#options.onResync();
      else this.#options.onFirstOpen();
    };
    socket.onmessage = (event: MessageEvent) => this.#read(String(event.data));
    // A close follows every error; the error itself carries nothing to show.
    socket.onerror = null;
    socket.onclose = (event) => this.#closed(event);
  }

  #read(text: string): void {
    const { messages, bad } = parseFrame(text);
    if (this.#options.store.applyFrame(messages, performance.now())) this.#options.onResync();
    for (const message of messages) {
      if (!('asOf' in message)) this.#options.onMessage(message);
    }
    if (bad > 0 && this.#badMessages.note(bad, Date.now())) {
      this.#options.onResync();
      this.#socket?.close();
    }
  }

  #closed({ code, reason }: CloseEvent): void {
    const { store, onSignedOut } = this.#options;
    this.#socket = null;
    if (this.#subscription === null) return;
    if (code === CLOSE_SESSION_ENDED) {
      // Coming back by ourselves would take the place of the other device again, and so on forever
      const kind = reason === DEVICE_LIMIT_REASON ? 'moved' : 'disconnected';
      store.connection.set({ kind, closedAtMs: Date.now() });
      if (kind === 'disconnected') onSignedOut();
      return;
    }
    if (code === CLOSE_POLICY) onSignedOut();
    const next = afterClose(store.connection.get(), Date.now());
    store.connection.set(next);
    if (next.kind !== 'waiting') return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#connect(next.attempt, next.closedAtMs);
    }, next.retryAtMs - Date.now());
  }

  #sendSubscribe(): void {
    if (this.#subscription === null || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(
      JSON.stringify({
        type: 'subscribe',
        userId: this.#subscription.userId,
        instrumentIds: this.#subscription.instrumentIds,
        ...(this.#options.replay == null ? {} : { replay: this.#options.replay }),
        ...(this.#needs.size === 0 ? {} : { orderFlow: this.#neededKinds() }),
      }),
    );
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #drop(): void {
    this.#clearTimer();
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }
}
