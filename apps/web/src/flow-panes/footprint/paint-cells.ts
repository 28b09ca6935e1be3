/** Paints the cells of bars: tints first, then figures, so that each font and colour is set once. */
import { signedText } from '#chart/data/size-text.ts';
import { type BarCells, BUY_IMBALANCE, SELL_IMBALANCE } from './bar-cells.ts';
import { type FootprintBrush, TintedCells } from './footprint-brush.ts';
import type { CellView, FootprintInput } from './footprint-input.ts';
import { type FootprintScene, type ScenePlace, yOfTicks } from './footprint-scene.ts';

/** Figures of one look, painted together. */
class Figures {
  readonly #words: string[] = [];
  readonly #places: number[] = [];

  add(words: string, x: number, y: number): void {
    this.#words.push(words);
    this.#places.push(x, y);
  }

  paint(context: CanvasRenderingContext2D, color: string, align: CanvasTextAlign): void {
    context.fillStyle = color;
    context.textAlign = align;
    for (let at = 0; at < this.#words.length; at += 1)
      context.fillText(this.#words[at]!, this.#places[at * 2]!, this.#places[at * 2 + 1]!);
  }
}

const newLooks = () => ({
  bids: new Figures(),
  asks: new Figures(),
  sells: new Figures(),
  buys: new Figures(),
  middle: new Figures(),
});
const newTints = () => ({ up: new TintedCells(), down: new TintedCells(), plain: new TintedCells() });

interface Sheet {
  readonly scene: FootprintScene;
  readonly cells: CellView;
  readonly looks: ReturnType<typeof newLooks>;
  readonly tints: ReturnType<typeof newTints>;
}

/** A row on screen: its top and height in whole pixels, and the line of its figures. */
interface RowPlace {
  readonly row: number;
  readonly y: number;
  readonly height: number;
  readonly line: number;
}

function* rowsOnScreen(scene: FootprintScene, { lowTicks, bids }: BarCells): Generator<RowPlace> {
  const { layout } = scene;
  const base = yOfTicks(scene, lowTicks);
  for (let row = 0; row < bids.length; row += 1) {
    const bottom = Math.round(base - row * scene.rowHeight);
    const y = Math.round(base - (row + 1) * scene.rowHeight);
    if (y > layout.bottom || bottom < layout.top) continue;
    yield {
      row,
      y,
      height: Math.max(1, bottom - y - (scene.rowHeight >= 6 ? 1 : 0)),
      line: (y + bottom) / 2,
    };
  }
}

function layBidAsk({ scene, looks, tints }: Sheet, { x, bar }: ScenePlace): void {
  const { places, scales, font } = scene;
  const { cells } = bar;
  const left = x + places.cells;
  const half = places.cellsWidth / 2;
  const pad = Math.min(6, Math.max(2, half * 0.16));
  for (const { row, y, height, line } of rowsOnScreen(scene, cells)) {
    const [bid, ask, mark] = [cells.bids[row]!, cells.asks[row]!, cells.marks[row]!];
    tints.down.add(bid / scales.side, left, y, half - 0.5, height);
    tints.up.add(ask / scales.side, left + half + 0.5, y, half - 0.5, height);
    if (font === 0) continue;
    const [sell, buy] = [(mark & SELL_IMBALANCE) !== 0, (mark & BUY_IMBALANCE) !== 0];
    (sell ? looks.sells : looks.bids).add(String(bid), left + half - pad, line);
    (buy ? looks.buys : looks.asks).add(String(ask), left + half + pad, line);
  }
}

function layOne({ scene, cells: view, looks, tints }: Sheet, { x, bar }: ScenePlace): void {
  const { places, scales, font } = scene;
  const { cells } = bar;
  const left = x + places.cells;
  for (const { row, y, height, line } of rowsOnScreen(scene, cells)) {
    const [bid, ask] = [cells.bids[row]!, cells.asks[row]!];
    const value = view === 'delta' ? ask - bid : bid + ask;
    const share = Math.abs(value) / (view === 'delta' ? scales.cellDelta : scales.cellVolume);
    const side = value < 0 ? tints.down : tints.up;
    (view === 'volume' ? tints.plain : side).add(share, left, y, places.cellsWidth, height);
    if (font === 0) continue;
    const words = view === 'delta' ? signedText(value) : String(value);
    looks.middle.add(words, left + places.cellsWidth / 2, line);
  }
}

/** Imbalances without a figure: a stroke in full colour at the outer edge of their side. */
function paintPlainMarks(brush: FootprintBrush, scene: FootprintScene, bars: readonly ScenePlace[]): void {
  const { places } = scene;
  const width = Math.max(1, Math.min(3, places.cellsWidth / 8));
  for (const { x, bar } of bars)
    for (const { row, y, height } of rowsOnScreen(scene, bar.cells)) {
      const mark = bar.cells.marks[row]!;
      const left = x + places.cells;
      if ((mark & SELL_IMBALANCE) !== 0) brush.rect('down', left, y, width, height);
      if ((mark & BUY_IMBALANCE) !== 0) brush.rect('up', left + places.cellsWidth - width, y, width, height);
    }
}

export function paintCells(
  brush: FootprintBrush,
  scene: FootprintScene,
  bars: readonly ScenePlace[],
  { cells, isOld }: Pick<FootprintInput, 'cells' | 'isOld'>,
): void {
  const { context } = brush;
  const sheet: Sheet = { scene, cells, looks: newLooks(), tints: newTints() };
  for (const place of bars) (cells === 'bidAsk' ? layBidAsk : layOne)(sheet, place);
  const { looks, tints } = sheet;
  tints.down.paint(brush, brush.color('down'));
  tints.up.paint(brush, brush.color('up'));
  tints.plain.paint(brush, brush.color('text-3'));
  if (scene.font === 0) {
    if (cells === 'bidAsk') paintPlainMarks(brush, scene, bars);
    return;
  }
  const plain = brush.color(isOld ? 'text-3' : 'text-2');
  brush.setFont(400, scene.font);
  looks.bids.paint(context, plain, 'right');
  looks.asks.paint(context, plain, 'left');
  looks.middle.paint(context, plain, 'center');
  brush.setFont(600, scene.font);
  looks.sells.paint(context, brush.color('down-text'), 'right');
  looks.buys.paint(context, brush.color('up-text'), 'left');
}
