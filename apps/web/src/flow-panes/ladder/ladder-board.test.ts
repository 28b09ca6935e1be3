/** The ladder's board: wheel, keys and pointer move its prices and find them, and a frame writes only what has changed. */
import { type DepthChange, instrumentById, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LadderBoard } from './ladder-board.ts';
import { LADDER_HEAD_PX, LADDER_ROW_PX } from './ladder-table.ts';

/** As much of an element as the table uses; counts the texts that were written. */
class FakeElement extends EventTarget {
  static written = 0;
  readonly dataset: Record<string, string> = {};
  readonly style: Record<string, string> = {};
  children: FakeElement[] = [];
  #text = '';

  get textContent(): string {
    return this.#text + this.children.map((child) => child.textContent).join(' ');
  }

  set textContent(text: string) {
    FakeElement.written += 1;
    this.#text = text;
  }

  append(...children: FakeElement[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: FakeElement[]): void {
    this.children = children;
  }

  insertRow(): FakeElement {
    const row = new FakeElement();
    this.append(row);
    return row;
  }

  setAttribute(): void {}

  getBoundingClientRect() {
    return { top: 100 };
  }
}

let frames: (() => void)[] = [];
beforeAll(() => {
  vi.stubGlobal('document', { createElement: () => new FakeElement() });
  vi.stubGlobal('WheelEvent', { DOM_DELTA_LINE: 1 });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
});
afterAll(() => vi.unstubAllGlobals());

function paint(): void {
  const due = frames;
  frames = [];
  for (const act of due) act();
}

const ROWS = 11;
const depth = (isWhole: boolean, ...levels: number[]): DepthChange => ({
  isWhole,
  levels: Int32Array.from(levels),
});

/** A board whose highest row is 18,105: best prices 18,099 and 18,101. */
function shown() {
  const host = new FakeElement();
  const instrument = instrumentById(1);
  if (instrument === undefined) throw new Error('expected instrument 1');
  const reports: unknown[] = [];
  const board = new LadderBoard(host as unknown as HTMLElement, {
    instrument,
    columns: { profile: false, traded: false, orders: true },
    onEvent: () => undefined,
    onHover: (priceTicks) => reports.push(priceTicks),
    onHeld: (isHeld) => reports.push(isHeld ? 'held' : 'follows'),
    onKnown: () => undefined,
  });
  board.market.applyDepth(depth(true, SIDE_BID, 18_099, 50, 5, SIDE_ASK, 18_101, 30, 3), 1000);
  board.update({
    ...{ profile: null, marks: [], isOld: false },
    height: LADDER_HEAD_PX + ROWS * LADDER_ROW_PX,
  });
  paint();
  const body = host.children[0]!.children[2]!;
  const send = (type: string, values: object): Event => {
    const event = Object.assign(new Event(type, { cancelable: true }), values);
    host.dispatchEvent(event);
    paint();
    return event;
  };
  return { board, reports, send, rows: () => body.children };
}

const topOf = ({ rows }: ReturnType<typeof shown>): string | undefined =>
  rows()[0]?.textContent.trim().split(/\s+/)[0];

test('the touch is in the middle of the rows, with size and orders of its prices', () => {
  const ladder = shown();
  expect(ladder.rows()).toHaveLength(ROWS);
  expect(topOf(ladder)).toBe('4526.25');
  expect(ladder.rows().map(({ dataset }) => dataset['place'])).toEqual([
    ...Array(5).fill('ask'),
    'between',
    ...Array(5).fill('bid'),
  ]);
  expect(ladder.rows()[6]?.textContent).toMatch(/\b5 +50\b/);
});

test('a wheel moves the prices by whole rows and keeps the rest of its pixels; with Control it zooms the page', () => {
  const ladder = shown();
  const wheel = { deltaMode: 0, deltaY: 18 };
  ladder.send('wheel', wheel);
  expect(topOf(ladder)).toBe('4526.25');
  expect(ladder.send('wheel', wheel).defaultPrevented).toBe(true);
  expect(topOf(ladder)).toBe('4526.00');
  ladder.send('wheel', { deltaMode: 1, deltaY: -3 });
  expect(topOf(ladder)).toBe('4526.50');
  expect(ladder.send('wheel', { ...wheel, ctrlKey: true }).defaultPrevented).toBe(false);
});

test('arrows and pages move the prices, which then stay, until Home recentres them', () => {
  const ladder = shown();
  ladder.send('keydown', { key: 'ArrowUp' });
  ladder.send('keydown', { key: 'PageDown' });
  expect(topOf(ladder)).toBe('4524.25');
  ladder.board.market.applyDepth(depth(true, SIDE_BID, 18_299, 1, 1, SIDE_ASK, 18_301, 1, 1), 2000);
  ladder.send('keydown', { key: 'a' });
  expect([topOf(ladder), ladder.reports]).toEqual(['4524.25', ['held']]);
  expect(ladder.send('keydown', { key: 'Home' }).defaultPrevented).toBe(true);
  expect([topOf(ladder), ladder.reports]).toEqual(['4576.25', ['held', 'follows']]);
});

test('the price under the pointer is that of its row; over the head and below the rows there is none', () => {
  const ladder = shown();
  const top = 100 + LADDER_HEAD_PX;
  for (const clientY of [top - 1, top, top + LADDER_ROW_PX, top + ROWS * LADDER_ROW_PX])
    ladder.send('pointermove', { clientY });
  ladder.send('pointerleave', {});
  expect(ladder.reports).toEqual([null, 18_105, 18_104, null, null]);
});

test('the row of a linked price is marked at once, and stays with its price as the rows move', () => {
  const ladder = shown();
  const linked = () => ladder.rows().findIndex(({ dataset }) => dataset['linked'] === 'true');
  ladder.board.setLinkedTicks(18_103);
  expect(linked()).toBe(2);
  ladder.send('keydown', { key: 'ArrowDown' });
  expect(linked()).toBe(1);
  ladder.board.setLinkedTicks(18_300);
  expect(linked()).toBe(-1);
  ladder.board.setLinkedTicks(null);
  expect(linked()).toBe(-1);
});

test('a frame writes the cells that have changed, and no other', () => {
  const ladder = shown();
  FakeElement.written = 0;
  ladder.board.market.applyDepth(depth(false, SIDE_ASK, 18_101, 31, 3), 1100);
  ladder.board.request();
  ladder.board.request();
  expect(frames).toHaveLength(1);
  paint();
  // The size, and what was stacked
  expect(FakeElement.written).toBe(2);
});
