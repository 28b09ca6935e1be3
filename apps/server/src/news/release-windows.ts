/** The windows of an instrument: those of the releases that take place and concern it. */
import { concernsInstrument, mergedWindows, type NewsWindow, releaseKind } from '@undertow/market';
import type { Release } from '#ports/news/news-store.ts';

export function windowsOf(releases: readonly Release[], instrumentId: number): readonly NewsWindow[] {
  const timed = releases.flatMap(({ kind, atMs, calledOffAtMs }) =>
    atMs === null || calledOffAtMs !== null || !concernsInstrument(releaseKind(kind), instrumentId)
      ? []
      : [{ kind, atMs }],
  );
  return mergedWindows(timed);
}
