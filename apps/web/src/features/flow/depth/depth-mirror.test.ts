/** The table mirror of depth over time names the largest resting sizes of the present, by price. */
import { type DepthChange, instrumentById, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DepthGrid } from '#flow-panes/depth/depth-grid.ts';
import { DepthTimeline } from '#flow-panes/depth/depth-timeline.ts';
import { depthFrame } from '#flow-panes/depth/depth-view.ts';
import { DepthMirror } from './depth-mirror.tsx';

const T = Date.UTC(2026, 10, 20, 16, 50);
const PRICE = 18_266;

const whole = (...levels: number[]): DepthChange => ({ isWhole: true, levels: Int32Array.from(levels) });

/** The cells of each row, without the head. */
function rowsOf(change: DepthChange, hasGrid = true): readonly string[] {
  const timeline = new DepthTimeline();
  timeline.addDepth(change, T + 200);
  timeline.knownUntil(T + 61_000);
  const range = { lowTicks: PRICE - 20, highTicks: PRICE + 20 };
  const frame = depthFrame({ width: 706, height: 320, toMs: T + 62_000, seconds: 90, range });
  const instrument = instrumentById(1);
  if (instrument === undefined) throw new Error('expected instrument 1');
  const grid = hasGrid ? new DepthGrid(timeline).read(frame) : null;
  const html = renderToStaticMarkup(createElement(DepthMirror, { board: { timeline, grid }, instrument }));
  const [, body = ''] = html.split('<tbody>');
  return [...body.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.replaceAll(/<[^>]+>/g, '|'));
}

test('a level has its price, side, size, orders, and how long something has rested there', () => {
  const rows = rowsOf(whole(SIDE_BID, PRICE, 1200, 9, SIDE_ASK, PRICE + 1, 30, 0));
  expect(rows).toEqual(['|4566.75||ask||30||not counted||60 s|', '|4566.50||bid||1,200||9||60 s|']);
});

test('before the first frame nothing is known of how long a size has rested', () => {
  expect(rowsOf(whole(SIDE_BID, PRICE, 5, 1), false)).toEqual(['|4566.50||bid||5||1||just now|']);
});

test('a book without bids has asks alone', () => {
  expect(rowsOf(whole(SIDE_ASK, PRICE, 5, 1), false)).toEqual(['|4566.50||ask||5||1||just now|']);
});

test('of a deep book the twelve largest sizes are named, the highest price first', () => {
  const levels = Array.from({ length: 15 }, (_, n) => [SIDE_BID, PRICE - n, 10 + n, 1]);
  const rows = rowsOf(whole(...levels.flat()), false);
  expect(rows).toHaveLength(12);
  expect([rows[0], rows[11]]).toEqual(['|4565.75||bid||13||1||just now|', '|4563.00||bid||24||1||just now|']);
});
