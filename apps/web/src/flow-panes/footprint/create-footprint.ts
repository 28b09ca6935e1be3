/** Makes a footprint in a container: keeps the newest input and the view, paints once a frame, handles pointer and keys. */
import { type ZoneClock, zoneClock } from '#chart/data/time-labels.ts';
import { countImbalances } from './bar-cells.ts';
import { cellWords, footprintSummary } from './cell-words.ts';
import { ClosedBars } from './closed-bars.ts';
import type { FootprintBrush } from './footprint-brush.ts';
import { type CanvasSize, FootprintCanvas, type FootprintLayers } from './footprint-canvas.ts';
import { FootprintFacts } from './footprint-facts.ts';
import type {
  FootprintCommand,
  FootprintHandlers,
  FootprintInput,
  FootprintPoint,
} from './footprint-input.ts';
import { commandOfKey, STEPS, steppedPoint } from './footprint-keys.ts';
import { listenToPointer } from './footprint-pointer.ts';
import {
  barIndexAt,
  barsAcross,
  type FootprintScene,
  footprintScene,
  sceneCrosshair,
  ticksAtY,
} from './footprint-scene.ts';
import {
  backToLive,
  FIRST_VIEW,
  type FootprintView,
  panned,
  zoomedBars,
  zoomedRows,
} from './footprint-view.ts';
import { paintCrosshair } from './paint-axis.ts';
import { paintFootprint } from './paint-footprint.ts';

const ZOOM_STEP = 1.2;
const SUMMARY_EVERY_MS = 5000;

export class Footprint {
  readonly facts = new FootprintFacts();
  readonly #handlers: FootprintHandlers;
  readonly #canvas: FootprintCanvas;
  readonly #closed = new ClosedBars();
  readonly #stops = new AbortController();
  #input: FootprintInput;
  #clock: ZoneClock;
  #view: FootprintView = FIRST_VIEW;
  #scene: FootprintScene | null = null;
  #point: FootprintPoint | null = null;
  #linked: FootprintPoint | null = null;
  #isKeyPoint = false;
  #needed = 0;
  #shown = '';
  #summarizedMs = Number.NEGATIVE_INFINITY;

  constructor(container: HTMLElement, input: FootprintInput, handlers: FootprintHandlers) {
    this.#handlers = handlers;
    this.#input = input;
    this.#clock = zoneClock(input.timeZone);
    this.#canvas = new FootprintCanvas(container, {
      paint: (layers, size) => this.#paint(layers, size),
      paintTop: (brush) => this.#paintTop(brush),
    });
    this.#listen();
    this.update(input);
  }

  /** What the last frame showed; null before the first one. */
  get scene(): FootprintScene | null {
    return this.#scene;
  }

  get view(): FootprintView {
    return this.#view;
  }

  update(input: FootprintInput): void {
    if (input.timeZone !== this.#input.timeZone) this.#clock = zoneClock(input.timeZone);
    const newestMs = this.facts.at(this.facts.length - 1)?.bar.startMs;
    this.#input = input;
    this.facts.update(input);
    this.#keepPlace(newestMs);
    this.#canvas.request();
  }

  /** The crosshair of a linked pane, drawn while there is none of its own. */
  setLinkedPoint(point: FootprintPoint | null): void {
    this.#linked = point;
    this.#canvas.requestTop();
  }

  run(command: FootprintCommand): void {
    switch (command) {
      case 'latest':
        this.#setPoint(null, false);
        this.#setView(backToLive(this.#view));
        break;
      case 'zoom-in':
        this.#setView(zoomedRows(zoomedBars(this.#view, ZOOM_STEP, 0), ZOOM_STEP));
        break;
      case 'zoom-out':
        this.#setView(zoomedRows(zoomedBars(this.#view, 1 / ZOOM_STEP, 0), 1 / ZOOM_STEP));
        break;
      case 'open-table':
        this.#handlers.onOpenTable();
        break;
      case 'open-evidence':
        this.#openEvidence();
        break;
    }
  }

  dispose(): void {
    this.#stops.abort();
    this.#canvas.dispose();
  }

  /** New bars at the right do not move what somebody looks at. */
  #keepPlace(newestMs: number | undefined): void {
    if (this.#view.isLive || newestMs === undefined) return;
    for (let back = 0; back < this.facts.length; back += 1) {
      const startMs = this.facts.at(this.facts.length - 1 - back)?.bar.startMs;
      if (startMs === undefined || startMs < newestMs) return;
      if (startMs > newestMs) continue;
      if (back > 0) this.#view = { ...this.#view, back: this.#view.back + back };
      return;
    }
  }

  #paint(layers: FootprintLayers, { width, height }: CanvasSize): void {
    const scene = footprintScene({
      input: this.#input,
      facts: this.facts,
      view: this.#view,
      width,
      height,
      digit: this.#canvas.digit,
    });
    this.#scene = scene;
    this.#view = scene.view;
    paintFootprint(layers, scene, this.#input, this.#clock, this.#closed);
    this.#report(scene);
  }

  #paintTop(brush: FootprintBrush): void {
    if (this.#scene === null) return;
    const crosshair = sceneCrosshair(this.#scene, this.#point, this.#linked);
    if (crosshair !== null) paintCrosshair(brush, this.#scene, crosshair, this.#input, this.#clock);
    this.#readout();
  }

  #report({ layout, bars, view }: FootprintScene): void {
    const needed = Math.ceil(view.back) + barsAcross(layout, view.barWidth) + 2;
    if (needed !== this.#needed) {
      this.#needed = needed;
      this.#handlers.onNeedBars(needed);
    }
    const fromMs = bars[0]?.bar.bar.startMs;
    const next = this.facts.at((bars.at(-1)?.index ?? -1) + 1)?.bar.startMs ?? null;
    const shown = {
      fromMs: fromMs ?? null,
      toMs: next,
      ...countImbalances(bars.map(({ bar }) => bar.cells)),
      rowTicks: this.facts.rowTicks,
    };
    const words = Object.values(shown).join();
    if (words !== this.#shown) {
      this.#shown = words;
      this.#handlers.onShown(shown);
    }
    if (performance.now() - this.#summarizedMs < SUMMARY_EVERY_MS) return;
    this.#summarizedMs = performance.now();
    this.#canvas.root.ariaLabel = footprintSummary(this.#input, this.facts);
  }

  #setView(view: FootprintView): void {
    if (view.isLive !== this.#view.isLive) this.#handlers.onLive(view.isLive);
    this.#view = view;
    this.#canvas.request();
  }

  #setPoint(point: FootprintPoint | null, isKey: boolean): void {
    const before = this.#point;
    if (before?.atMs === point?.atMs && before?.priceTicks === point?.priceTicks) return;
    this.#point = point;
    this.#isKeyPoint = isKey;
    this.#handlers.onCrosshair(point);
    this.#canvas.requestTop();
  }

  #readout(): void {
    const cell = this.#pointed();
    this.#handlers.onReadout(
      cell === null
        ? null
        : cellWords(this.#input, cell.bar, cell.priceTicks, this.#eventsAt(cell.bar.bar.startMs)),
      this.#isKeyPoint,
    );
  }

  #pointed() {
    const point = this.#point;
    if (this.#scene === null || point === null || point.priceTicks === null) return null;
    const bar = this.#scene.bars[barIndexAt(this.#scene.bars, point.atMs)]?.bar;
    return bar === undefined ? null : { bar, priceTicks: point.priceTicks };
  }

  /** Events whose glyphs are in the row of the crosshair, of a bar. */
  #eventsAt(startMs: number) {
    const [scene, point] = [this.#scene, this.#point];
    if (scene === null || point === null || point.priceTicks === null) return [];
    const { rowTicks } = this.facts;
    const rowOf = (ticks: number): number => Math.floor(ticks / rowTicks);
    const row = rowOf(point.priceTicks);
    return scene.glyphs
      .map(({ event }) => event)
      .filter(
        ({ priceTicks, startedMs }) =>
          rowOf(priceTicks) === row &&
          scene.bars[barIndexAt(scene.bars, startedMs)]?.bar.bar.startMs === startMs,
      );
  }

  #openEvidence(): void {
    const bar = this.#pointed()?.bar.bar;
    const event = bar === undefined ? undefined : this.#eventsAt(bar.startMs)[0];
    if (event !== undefined) this.#handlers.onEventSelect(event.id);
  }

  #pan(dx: number, dy: number): void {
    const { barWidth, rowHeight } = this.#view;
    const ticks = (dy / rowHeight) * this.facts.rowTicks;
    this.#setView(panned(this.#view, dx / barWidth, ticks, this.facts.length));
  }

  #hover(x: number, y: number): void {
    const scene = this.#scene;
    if (scene === null) return;
    const { layout, bars, barWidth } = scene;
    const place = bars.findLast((one) => one.x <= x);
    const isInside = y >= layout.top && y <= layout.bottom && x <= layout.right && x >= layout.left;
    const isOnBar = place !== undefined && x < place.x + barWidth;
    this.#setPoint(
      isInside && isOnBar ? { atMs: place.bar.bar.startMs, priceTicks: ticksAtY(scene, y) } : null,
      false,
    );
  }

  #click(x: number, y: number): void {
    const hit = this.#scene?.glyphs.findLast(
      (glyph) => Math.hypot(glyph.x - x, glyph.y - y) <= Math.max(9, glyph.size / 2),
    );
    if (hit !== undefined) this.#handlers.onEventSelect(hit.event.id);
  }

  #listen(): void {
    const { signal } = this.#stops;
    const { root } = this.#canvas;
    listenToPointer(
      root,
      {
        layout: () => this.#scene?.layout ?? null,
        pan: (dx, dy) => this.#pan(dx, dy),
        zoomBars: (factor, fromRight) => this.#setView(zoomedBars(this.#view, factor, fromRight)),
        zoomRows: (factor) => this.#setView(zoomedRows(this.#view, factor)),
        hover: (x, y) => this.#hover(x, y),
        leave: () => this.#setPoint(null, false),
        click: (x, y) => this.#click(x, y),
      },
      signal,
    );
    root.addEventListener('keydown', (event) => this.#key(event), { signal });
    root.addEventListener('dblclick', () => this.run('latest'), { signal });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const command = commandOfKey(event.key);
    const step = STEPS[event.key];
    if (command === null && step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (command !== null) this.run(command);
    else if (step !== undefined && this.#scene !== null) {
      const { point, view } = steppedPoint(this.#scene, this.facts, this.#point, step);
      if (view !== this.#view) this.#setView(view);
      this.#setPoint(point, true);
    }
  }
}
