/** One open replay: its line, its state on the wire, and since when nobody watches it. */
import { instantOfMs, type MarketReplayState, type ReplayAct } from '@undertow/contracts';
import { type FlowEventType, MINUTE_MS } from '@undertow/market';
import { type ReplayLine, type ReplayLineInput, WARM_MS } from './replay-line.ts';
import type { PlayerState } from './replay-messages.ts';

/** A replay without a socket pauses at once and is closed after this: a socket that was cut is back by then. */
const UNWATCHED_MS = MINUTE_MS;
/** A paused one is closed after this. */
const IDLE_MS = 30 * MINUTE_MS;

const HELD = 'Your plan does not show the market after this instant yet. Playing goes on as time passes.';

type LineInput = Omit<ReplayLineInput, 'onState' | 'onBroken'>;

export interface RunningReplayInput {
  readonly userId: string;
  readonly contract: string;
  readonly line: LineInput;
  openLine(input: ReplayLineInput): ReplayLine;
  monotonicMs(): number;
  /** Called with each new state. */
  onState(state: MarketReplayState): void;
  onBroken(): void;
  /** Called when the line is closed: what opened its recordings is destroyed. */
  onClosed(): void;
}

export class RunningReplay {
  readonly id: string;
  readonly userId: string;
  readonly instrumentId: number;
  readonly line: ReplayLine;
  readonly #input: RunningReplayInput;
  readonly #fromMs: number;
  #player: PlayerState;
  #watchedMs: number;
  #actedMs: number;
  #isPausedAlone = false;

  constructor(input: RunningReplayInput) {
    const { line, userId } = input;
    this.id = line.id;
    this.userId = userId;
    this.instrumentId = line.instrumentId;
    this.#input = input;
    this.#fromMs = line.startMs - WARM_MS;
    this.#watchedMs = input.monotonicMs();
    this.#actedMs = this.#watchedMs;
    this.#player = {
      ...{ atMs: line.startMs, mode: 'building', speed: 1, firstMs: null },
      ...{ previousMs: null, messages: 0, failure: null },
    };
    const onState = (state: PlayerState): void => {
      this.#player = state;
      if (state.mode === 'playing' || state.mode === 'stepping') this.#actedMs = input.monotonicMs();
      input.onState(this.state());
    };
    this.line = input.openLine({ ...line, onState, onBroken: input.onBroken });
  }

  state(over: string | null = null): MarketReplayState {
    const { atMs, mode, speed, firstMs, previousMs, messages, failure } = this.#player;
    const isCold = firstMs !== null && firstMs > this.#fromMs + MINUTE_MS;
    const warmMs = isCold ? firstMs + WARM_MS : Number.NEGATIVE_INFINITY;
    return {
      id: this.id,
      instrumentId: this.instrumentId,
      contract: this.#input.contract,
      at: instantOfMs(Math.max(atMs, this.line?.atMs ?? atMs)),
      mode: over === null ? mode : 'over',
      speed,
      warmingUntil: warmMs > atMs ? instantOfMs(warmMs) : null,
      previousMessageAt: previousMs === null ? null : instantOfMs(previousMs),
      messages,
      reason: over ?? failure ?? (mode === 'held' ? HELD : null),
    };
  }

  act(act: ReplayAct, types: readonly FlowEventType[]): void {
    this.#actedMs = this.#input.monotonicMs();
    this.line.act(act, types);
  }

  /** Pauses while nobody watches. Returns why it is to be closed; null where it is not. */
  watch(isFollowed: boolean): string | null {
    const nowMs = this.#input.monotonicMs();
    if (isFollowed) {
      this.#watchedMs = nowMs;
      this.#isPausedAlone = false;
    } else if (!this.#isPausedAlone) {
      this.#isPausedAlone = true;
      this.line.act({ act: 'pause' }, []);
    }
    if (nowMs - this.#watchedMs > UNWATCHED_MS) return 'Its window was closed.';
    if (nowMs - this.#actedMs > IDLE_MS) return 'It was paused for half an hour.';
    return null;
  }

  async close(): Promise<void> {
    await this.line.close();
    this.#input.onClosed();
  }
}
