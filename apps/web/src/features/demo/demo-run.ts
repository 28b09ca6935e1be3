/** Drives the demo: passes elapsed time to the player while it plays, and pauses otherwise. */
import type { DemoPlayer } from './demo-player.ts';

/** One recorded minute takes this long. */
const TICK_MS = 200;
/** What a machine that slept or could not keep pace missed beyond this is not made up for. */
const MAX_STEP_MS = 1_000;

export interface DemoRunParts {
  readonly player: Pick<DemoPlayer, 'advance'>;
  readonly onTick: () => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export class DemoRun {
  readonly #parts: DemoRunParts;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lastMs = 0;

  constructor(parts: DemoRunParts) {
    this.#parts = parts;
  }

  play(): void {
    if (this.#timer !== undefined) return;
    this.#lastMs = this.#parts.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#parts.onTick();
  }

  pause(): void {
    if (this.#timer === undefined) return;
    this.#tick();
    this.stop();
    this.#parts.onTick();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  #tick(): void {
    const { player, now, onTick } = this.#parts;
    const nowMs = now();
    player.advance(Math.min(MAX_STEP_MS, nowMs - this.#lastMs));
    this.#lastMs = nowMs;
    onTick();
  }
}
