/** Keeps one session with the gateway: connects, and connects again after a wait where trying again can help. */
import type { DbnBlock } from '#dbn/files/dbn-file.ts';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import { DatabentoError } from './databento-error.ts';
import type { DatabentoFeedOptions, DatabentoState, DatabentoStatus } from './databento-feed.ts';
import { GatewaySession, type SessionOptions } from './gateway-session.ts';
import { SessionWait } from './session-wait.ts';

export interface KeeperListener {
  /** The lines to send once the key is accepted. */
  startLines(): readonly string[];
  onMetadata(metadata: DbnMetadata): void;
  onBlock(block: DbnBlock): void;
  /** A session is over, or none came about. */
  onLost(error: DatabentoError): void;
}

type KeeperOptions = SessionOptions & Pick<DatabentoFeedOptions, 'monotonicMs' | 'random' | 'onState'>;

export class SessionKeeper {
  readonly #options: KeeperOptions;
  readonly #listener: KeeperListener;
  readonly #wait: SessionWait;
  #session: GatewaySession | null = null;
  #timer: NodeJS.Timeout | null = null;
  #state: DatabentoStatus['session'] = 'connecting';
  #startedMs = 0;
  #failure: DatabentoError | null = null;
  #isClosed = false;

  constructor(options: KeeperOptions, listener: KeeperListener) {
    this.#options = options;
    this.#listener = listener;
    this.#wait = new SessionWait(options.random, options.waitScale);
  }

  get state(): DatabentoStatus['session'] {
    return this.#state;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** Why the last session ended; null before one did. */
  get failure(): DatabentoError | null {
    return this.#failure;
  }

  get backlogBytes(): number {
    return this.#session?.backlogBytes ?? 0;
  }

  connect(): void {
    if (this.#isClosed || this.#session !== null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#state = 'connecting';
    const session = new GatewaySession(this.#options, {
      onAccepted: (accepted) => accepted.send(this.#listener.startLines()),
      onMetadata: (metadata) => this.#onMetadata(metadata),
      onBlock: (block) => this.#listener.onBlock(block),
      onDown: (error) => this.#onDown(error),
    });
    this.#session = session;
  }

  send(lines: readonly string[]): void {
    this.#session?.send(lines);
  }

  /** Gives the session up; another one follows. */
  giveUp(error: DatabentoError): void {
    this.#session?.fail(error);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#session?.close();
    this.#session = null;
  }

  #onMetadata(metadata: DbnMetadata): void {
    const { dataset } = this.#options;
    if (metadata.dataset !== dataset)
      throw new DatabentoError('protocol', `expected the dataset ${dataset}, got ${metadata.dataset}`);
    this.#state = 'running';
    this.#startedMs = this.#options.monotonicMs();
    this.#listener.onMetadata(metadata);
    this.#report({ kind: 'running' });
  }

  #onDown(error: DatabentoError): void {
    this.#session = null;
    this.#failure = error;
    if (this.isRunning) this.#wait.ended(this.#options.monotonicMs() - this.#startedMs);
    const { fault, message: reason } = error;
    const waitMs = this.#wait.after(error.retry);
    this.#state = waitMs === null ? 'ended' : 'waiting';
    if (waitMs !== null) this.#timer = setTimeout(() => this.connect(), waitMs);
    this.#listener.onLost(error);
    this.#report(
      waitMs === null ? { kind: 'ended', fault, reason } : { kind: 'waiting', fault, reason, waitMs },
    );
  }

  #report(state: DatabentoState): void {
    if (!this.#isClosed) this.#options.onState(state);
  }
}
