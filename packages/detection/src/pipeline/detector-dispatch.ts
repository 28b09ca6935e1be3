/** Which detectors of a pipeline receive a match event, by what it brings, and which receive the time, by how often. */
import { SECOND_MS } from '@undertow/market';
import type { Detector, DetectorEntry, MatchContent } from '#view/detector.ts';

/** One bit for each kind of content: the bits of an event are the index of its list of detectors. */
const BITS: Readonly<Record<MatchContent, number>> = { trades: 1, blocks: 2, touch: 4 };
export const CONTENT_TRADES = BITS.trades;
export const CONTENT_BLOCKS = BITS.blocks;
export const CONTENT_TOUCH = BITS.touch;
const COMBINATIONS = 8;

export interface ActiveDetector {
  readonly entry: DetectorEntry;
  readonly detector: Detector;
}

/** All lists are in the order of the registry, so that a detector always comes after those it builds on. */
export class DetectorDispatch {
  readonly #byContent: readonly (readonly Detector[])[];
  readonly #ofTicks: readonly Detector[];
  readonly #ofSeconds: readonly Detector[];
  #secondDueMs = Number.NaN;

  constructor(active: readonly ActiveDetector[]) {
    this.#byContent = Array.from({ length: COMBINATIONS }, (_, content) =>
      of(active, (entry) => isReceived(entry, content)),
    );
    this.#ofTicks = of(active, ({ clock }) => clock === undefined);
    this.#ofSeconds = of(active, ({ clock }) => clock !== 'never');
  }

  /** Those that receive a match event with this content. */
  ofEvent(content: number): readonly Detector[] {
    return this.#byContent[content]!;
  }

  /** Those that receive this full 100 ms; each receives it once, in order. */
  ofTick(timeMs: number): readonly Detector[] {
    if (timeMs < this.#secondDueMs) return this.#ofTicks;
    this.#secondDueMs = timeMs + SECOND_MS;
    return this.#ofSeconds;
  }
}

function of(
  active: readonly ActiveDetector[],
  wanted: (entry: DetectorEntry) => boolean,
): readonly Detector[] {
  return active.filter(({ entry }) => wanted(entry)).map(({ detector }) => detector);
}

function isReceived({ receives }: DetectorEntry, content: number): boolean {
  return receives === undefined || receives.some((one) => (BITS[one] & content) !== 0);
}
