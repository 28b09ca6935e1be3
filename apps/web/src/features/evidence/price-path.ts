/** Trades around an event as a price path, with the stops it elected. Pure. */
import type { EventEvidence } from '@undertow/contracts';
import { msOfNs } from './evidence-facts.ts';
import { centredSpan } from './plot.ts';

export interface PathPoint {
  readonly timeMs: number;
  readonly price: number;
  readonly size: number;
}

export interface ElectedStops {
  readonly timeMs: number;
  readonly stops: number;
  readonly contracts: number;
}

export interface PricePath {
  /** Times across the drawing, with the event in the middle. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly points: readonly PathPoint[];
  readonly elected: readonly ElectedStops[];
}

/** Context drawn on both sides of the event. */
const CONTEXT_MS = 10_000;

function electionsOf(evidence: EventEvidence['evidence']): ElectedStops[] {
  const list = evidence['elections'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { timeNs, stops, contracts } = entry as Record<string, unknown>;
    const timeMs = msOfNs(timeNs);
    if (timeMs === null || typeof stops !== 'number' || typeof contracts !== 'number') return [];
    return [{ timeMs, stops, contracts }];
  });
}

/** The path of trades near the event; null with fewer than two of them. */
export function pricePath({ event, evidence, window }: EventEvidence): PricePath | null {
  const { fromMs, toMs } = centredSpan(
    Date.parse(event.metadata.startedAt),
    Date.parse(event.metadata.updatedAt),
    CONTEXT_MS,
  );
  const points: PathPoint[] = [];
  for (const delta of window.deltas) {
    if (delta.action !== 'trade' || delta.price === null) continue;
    const timeMs = Date.parse(delta.at);
    if (timeMs >= fromMs && timeMs <= toMs)
      points.push({ timeMs, price: Number(delta.price), size: delta.size });
  }
  return points.length < 2 ? null : { fromMs, toMs, points, elected: electionsOf(evidence) };
}
