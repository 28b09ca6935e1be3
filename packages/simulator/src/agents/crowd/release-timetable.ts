/** The timetable of releases that simulated markets keep where they are announced: the same for everybody. */
import { concernsInstrument, HOUR_MS, MINUTE_MS, type ReleaseKindId, releaseKind } from '@undertow/market';

export interface TimetabledRelease {
  readonly kind: ReleaseKindId;
  readonly title: string;
  /** Milliseconds since 1970 UTC. */
  readonly atMs: number;
}

/** One an hour, in turn: stocks and rates have most of them, oil and grains their own. */
const IN_TURN: readonly (readonly [ReleaseKindId, string])[] = [
  ['jobless-claims', 'Unemployment Insurance Weekly Claims'],
  ['eia-petroleum', 'Weekly Petroleum Status Report'],
  ['housing', 'Existing Home Sales'],
  ['fed-speech', 'Fed Governor speaks on the outlook'],
  ['crop-report', 'WASDE'],
  ['ppi', 'Producer Price Index'],
  ['eia-gas', 'Weekly Natural Gas Storage Report'],
  ['regional-survey', 'Philadelphia Fed Manufacturing Survey'],
  ['retail-sales', 'Retail Sales'],
];
const MINUTE_OF_HOUR = 30;

/** Releases within `fromMs <= time < toMs`, in order. */
export function releaseTimetable(fromMs: number, toMs: number): readonly TimetabledRelease[] {
  const found: TimetabledRelease[] = [];
  for (let hour = Math.floor(fromMs / HOUR_MS); ; hour += 1) {
    const atMs = hour * HOUR_MS + MINUTE_OF_HOUR * MINUTE_MS;
    if (atMs >= toMs) return found;
    const [kind, title] = IN_TURN[hour % IN_TURN.length]!;
    if (atMs >= fromMs) found.push({ kind, title, atMs });
  }
}

/** When the next release that concerns the instrument is, from the instant on. */
export function nextReleaseMs(instrumentId: number, fromMs: number): number | null {
  const toMs = fromMs + (IN_TURN.length + 1) * HOUR_MS;
  const next = releaseTimetable(fromMs, toMs).find(({ kind }) =>
    concernsInstrument(releaseKind(kind), instrumentId),
  );
  return next?.atMs ?? null;
}
