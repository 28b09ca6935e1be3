/** Drawings as the chart works with them, in ticks and milliseconds, and the edits of them. Pure. */
import {
  DRAWING_POINTS,
  type Drawing,
  type DrawingKind,
  MAX_DRAWING_MS,
  MIN_DRAWING_MS,
} from '@undertow/contracts';
import { formatTicks, type Instrument, parsePriceTicks } from '@undertow/market';
import type { ChartBar } from '#chart/data/chart-input.ts';

export interface Anchor {
  readonly atMs: number;
  readonly priceTicks: number;
}

/** Null where a price is none of the instrument: such a drawing is not shown. */
export function anchorsOf(instrument: Instrument, { points }: Drawing): readonly Anchor[] | null {
  try {
    return points.map(({ at, price }) => ({
      atMs: Date.parse(at),
      priceTicks: parsePriceTicks(instrument, price),
    }));
  } catch {
    return null;
  }
}

const clampMs = (atMs: number): number => Math.min(MAX_DRAWING_MS - 1, Math.max(MIN_DRAWING_MS, atMs));

export function withAnchors(instrument: Instrument, drawing: Drawing, anchors: readonly Anchor[]): Drawing {
  const points = anchors.map(({ atMs, priceTicks }) => ({
    at: new Date(clampMs(atMs)).toISOString(),
    price: formatTicks(instrument, priceTicks),
  }));
  return { ...drawing, points };
}

/** Entry, target and stop of two points: the second one is the target or, on its other side, the stop. */
function positionOf(kind: DrawingKind, entry: Anchor, other: Anchor): readonly Anchor[] {
  const sign = kind === 'long_position' ? 1 : -1;
  const away = (other.priceTicks - entry.priceTicks) * sign;
  const target = away > 0 ? away : Math.max(1, -away * 2);
  const stop = away < 0 ? -away : Math.max(1, Math.round(away / 2));
  const end = (ticks: number): Anchor => ({ atMs: other.atMs, priceTicks: entry.priceTicks + ticks });
  return [entry, end(sign * target), end(-sign * stop)];
}

/** The anchors of a kind from the two that were placed; null while they are the same place. */
export function placedAnchors(kind: DrawingKind, first: Anchor, second: Anchor): readonly Anchor[] | null {
  if (DRAWING_POINTS[kind] === 1) return [first];
  if (first.atMs === second.atMs && first.priceTicks === second.priceTicks) return null;
  return DRAWING_POINTS[kind] === 2 ? [first, second] : positionOf(kind, first, second);
}

/** A point moved to another place. Target and stop stay on their side of the entry, and end together. */
export function withPoint(
  kind: DrawingKind,
  anchors: readonly Anchor[],
  at: number,
  to: Anchor,
): readonly Anchor[] {
  const next = anchors.map((anchor, index) => (index === at ? to : anchor));
  if (DRAWING_POINTS[kind] !== 3) return next;
  const sign = kind === 'long_position' ? 1 : -1;
  const [entry, target, stop] = next as [Anchor, Anchor, Anchor];
  const endMs = at === 0 ? target.atMs : to.atMs;
  const away = (anchor: Anchor): number => (anchor.priceTicks - entry.priceTicks) * sign;
  return [
    entry,
    { atMs: endMs, priceTicks: entry.priceTicks + sign * Math.max(1, away(target)) },
    { atMs: endMs, priceTicks: entry.priceTicks + sign * Math.min(-1, away(stop)) },
  ];
}

/** Every point moved by the same number of bars and ticks. `shift` gives an instant so many bars later. */
export function movedBy(
  anchors: readonly Anchor[],
  ticks: number,
  shift: (atMs: number) => number,
): readonly Anchor[] {
  return anchors.map(({ atMs, priceTicks }) => ({ atMs: shift(atMs), priceTicks: priceTicks + ticks }));
}

/** The open, high, low or close of a bar nearest to a price, within so many ticks; else the price. */
export function magnetTicks(bar: ChartBar | undefined, priceTicks: number, within: number): number {
  if (bar === undefined) return priceTicks;
  let best = priceTicks;
  let distance = within;
  for (const ticks of [bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks]) {
    const away = Math.abs(ticks - priceTicks);
    if (away > distance) continue;
    distance = away;
    best = ticks;
  }
  return best;
}
