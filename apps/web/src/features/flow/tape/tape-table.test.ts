/** The tape's table names side, marks and gaps in words, greys what is old, and holds the visible rows only. */
import { instrumentById, ROUND_MARKETABLE, SIDE_ASK, SIDE_BID, type TapeOrder } from '@undertow/market';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { tapeList } from '#flow-panes/tape/tape-rows.ts';
import { Observable } from '#lib/state/observable.ts';
import { TapePaceLine } from './tape-pace-line.tsx';
import { TapeTable, type TapeTableProps } from './tape-table.tsx';
import { filterText } from './tape-view.tsx';

const T = Date.UTC(2026, 10, 20, 16, 50);

const order = (n: number, change: Partial<TapeOrder> = {}): TapeOrder => ({
  ...{ timeMs: T + n * 100, order: n, kind: ROUND_MARKETABLE, side: SIDE_BID, size: 10 + n },
  ...{ firstTicks: 18_269, lastTicks: 18_269, prices: 1, isBlock: false },
  ...change,
});

function markup(orders: readonly TapeOrder[], change: Partial<TapeTableProps> = {}): string {
  const instrument = instrumentById(1);
  if (instrument === undefined) throw new Error('expected instrument 1');
  const nothing = (): void => undefined;
  return renderToStaticMarkup(
    createElement(TapeTable, {
      ...{ instrument, list: tapeList(orders, [], 1), icebergs: [], largeSize: 100, height: 190 },
      ...{ isOld: false, linked: new Observable(null), onPoint: nothing, onEvent: nothing },
      ...change,
    }),
  );
}

test('an order has its price, its size, its side in words, and its marks', () => {
  const html = markup([order(1, { side: SIDE_ASK, lastTicks: 18_267, prices: 3, size: 250, isBlock: true })]);
  for (const text of ['4566.75', '>250<', '>sold<', 'sweep 3 from 4567.25', '>block<', 'data-large="true"'])
    expect(html).toContain(text);
});

test('of a long tape only the rows in view are in the document, and the table says how many there are', () => {
  const html = markup(Array.from({ length: 5000 }, (_, n) => order(n)));
  expect(html.match(/data-side/g)).toHaveLength(18);
  expect(html).toContain('aria-rowcount="5001"');
});

test('a gap is a row in words, and old rows are marked as old', () => {
  const list = tapeList([order(1), order(90)], [{ fromMs: T + 500, toMs: null }], 1);
  const html = markup([], { list, isOld: true });
  expect(html).toMatch(/No data from \d\d:50:00\.5 on/);
  expect(html).toContain('data-old="true"');
});

test('the order at the crosshair of a linked pane is marked', () => {
  const html = markup([order(1), order(20)], {
    linked: new Observable({ atMs: T + 2000, priceTicks: 18_269 }),
  });
  expect(html.match(/data-linked="true"/g)).toHaveLength(1);
});

test('the foot says how much the filter hides', () => {
  const list = tapeList([order(0, { size: 58 }), order(1, { size: 42 })], [], 50);
  expect(filterText(list, 50)).toMatch(/^1 of 2 orders since \d\d:50 · 58% of volume$/);
  expect(filterText(list, 1)).toMatch(/^2 orders since/);
});

test('a pace without a usual says so', () => {
  const html = (usual: number | null): string =>
    renderToStaticMarkup(createElement(TapePaceLine, { seconds: Array(60).fill(41), usual }));
  expect(html(null)).toContain('usual not known');
  expect(html(20.5)).toContain('2.0× usual');
});
