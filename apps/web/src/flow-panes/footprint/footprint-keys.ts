/** Keys of a focused footprint: arrows move the crosshair from cell to cell, the view follows it. Pure. */
import type { FootprintFacts } from './footprint-facts.ts';
import type { FootprintCommand, FootprintPoint } from './footprint-input.ts';
import { barsAcross, type FootprintScene } from './footprint-scene.ts';
import { type FootprintView, panned } from './footprint-view.ts';

const COMMANDS: { readonly [key: string]: FootprintCommand } = {
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  End: 'latest',
  Enter: 'open-evidence',
};

export const commandOfKey = (key: string): FootprintCommand | null => COMMANDS[key] ?? null;

/** Bars and rows that a key moves the crosshair. */
export const STEPS: { readonly [key: string]: readonly [bars: number, rows: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};

export interface Stepped {
  readonly point: FootprintPoint;
  /** The same one while the crosshair is on screen. */
  readonly view: FootprintView;
}

/** The first step is on the newest bar, at its close. */
export function steppedPoint(
  scene: FootprintScene,
  facts: FootprintFacts,
  from: FootprintPoint | null,
  [bars, rows]: readonly [number, number],
): Stepped {
  const newest = facts.length - 1;
  const { rowTicks } = facts;
  const at = from === null ? newest : indexOf(facts, from.atMs) + bars;
  const index = Math.min(newest, Math.max(0, at));
  const bar = facts.at(index)?.bar;
  if (bar === undefined) return { point: from ?? { atMs: 0, priceTicks: null }, view: scene.view };
  const fromTicks = from?.priceTicks ?? bar.closeTicks;
  const priceTicks = from === null ? fromTicks : fromTicks + rows * rowTicks;
  return {
    point: { atMs: bar.startMs, priceTicks },
    view: shownView(scene, newest, index, priceTicks),
  };
}

function indexOf(facts: FootprintFacts, atMs: number): number {
  for (let index = facts.length - 1; index > 0; index -= 1)
    if ((facts.at(index)?.bar.startMs ?? 0) <= atMs) return index;
  return 0;
}

/** Moved so far that bar and price are on screen. */
function shownView(scene: FootprintScene, newest: number, index: number, priceTicks: number): FootprintView {
  const { layout, view, topTicks, rowHeight, rowTicks } = scene;
  const across = Math.max(1, barsAcross(layout, view.barWidth) - 1);
  const back = newest - index;
  const bars = back < view.back ? back - view.back : Math.max(0, back - view.back - across + 1);
  const bottomTicks = topTicks - ((layout.bottom - layout.top) / rowHeight) * rowTicks;
  const above = Math.max(0, priceTicks + rowTicks - topTicks);
  const below = Math.min(0, priceTicks - bottomTicks);
  return bars === 0 && above + below === 0 ? view : panned(view, bars, above + below, newest + 1);
}
