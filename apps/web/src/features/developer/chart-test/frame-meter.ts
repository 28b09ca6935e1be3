/** Measures the page as it runs: how long a frame takes and the gaps between frames. */

/** Frames that the 95th percentile is taken of: five seconds at 60 a second. */
const KEPT = 300;

export interface FrameFigures {
  /** Script, layout and paint of the newest frame, milliseconds; null before it. */
  readonly frameMs: number | null;
  /** Gap between frames that 95 of 100 stay within, milliseconds; null before enough came. */
  readonly p95GapMs: number | null;
}

/** The value that 95 of 100 stay within. */
export function p95(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.floor(ordered.length * 0.95)] ?? null;
}

export class FrameMeter {
  readonly #gaps: number[] = [];
  readonly #channel = new MessageChannel();
  #request = 0;
  #lastMs: number | null = null;
  #beganMs = 0;
  #frameMs: number | null = null;

  start(): void {
    // A message that is posted in a frame's callback is delivered once that frame has been painted
    this.#channel.port1.onmessage = () => {
      this.#frameMs = performance.now() - this.#beganMs;
    };
    document.addEventListener('visibilitychange', this.#clear);
    this.#request = requestAnimationFrame((timeMs) => this.#frame(timeMs));
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
    document.removeEventListener('visibilitychange', this.#clear);
    this.#channel.port1.close();
  }

  figures(): FrameFigures {
    return { frameMs: this.#frameMs, p95GapMs: p95(this.#gaps) };
  }

  /** A hidden page gets no frames: coming back is not a gap. */
  readonly #clear = (): void => {
    this.#lastMs = null;
  };

  #frame(timeMs: number): void {
    if (this.#lastMs !== null) this.#gaps.push(timeMs - this.#lastMs);
    if (this.#gaps.length > KEPT) this.#gaps.shift();
    this.#lastMs = timeMs;
    this.#beganMs = performance.now();
    this.#channel.port2.postMessage(null);
    this.#request = requestAnimationFrame((next) => this.#frame(next));
  }
}
