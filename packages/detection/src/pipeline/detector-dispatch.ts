/** Who hears what: the detectors of a pipeline by what a match event brings, and by how often they are told the time. */
import type { Detector, DetectorEntry, Hearing } from '#view/detector.ts';

/** One bit for each kind of news: the bits of an event are the number of its audience. */
const NEWS: Readonly<Record<Hearing, number>> = { trades: 1, blocks: 2, touch: 4 };
export const NEWS_TRADES = NEWS.trades;
export const NEWS_BLOCKS = NEWS.blocks;
export const NEWS_TOUCH = NEWS.touch;
const COMBINATIONS = 8;

const SECOND_MS = 1000;

export interface Listener {
  readonly entry: DetectorEntry;
  readonly detector: Detector;
}

/** All lists are in the order of the registry, so that a detector always comes after those it builds on. */
export class Audience {
  private readonly byNews: readonly (readonly Detector[])[];
  private readonly ofTicks: readonly Detector[];
  private readonly ofSeconds: readonly Detector[];
  private secondDueMs = Number.NaN;

  constructor(listeners: readonly Listener[]) {
    this.byNews = Array.from({ length: COMBINATIONS }, (_, news) =>
      of(listeners, (entry) => hears(entry, news)),
    );
    this.ofTicks = of(listeners, ({ clock }) => clock === undefined);
    this.ofSeconds = of(listeners, ({ clock }) => clock !== 'never');
  }

  /** Those who hear a match event that brings this news. */
  ofEvent(news: number): readonly Detector[] {
    return this.byNews[news] as readonly Detector[];
  }

  /** Those who are told this full 100 ms; each is told once, in order. */
  ofTick(timeMs: number): readonly Detector[] {
    if (timeMs < this.secondDueMs) return this.ofTicks;
    this.secondDueMs = timeMs + SECOND_MS;
    return this.ofSeconds;
  }
}

function of(listeners: readonly Listener[], wanted: (entry: DetectorEntry) => boolean): readonly Detector[] {
  return listeners.filter(({ entry }) => wanted(entry)).map(({ detector }) => detector);
}

function hears({ hears: heard }: DetectorEntry, news: number): boolean {
  return heard === undefined || heard.some((one) => (NEWS[one] & news) !== 0);
}
