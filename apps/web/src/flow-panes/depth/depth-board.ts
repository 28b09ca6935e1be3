/** Depth over time in its place: painted at most once a frame, moved by pointer and keys. */
import type { DepthColumns } from '@undertow/market';
import { readTheme, watchTheme } from '#chart/paint/chart-theme.ts';
import { depthCanvas, sizedContext } from './depth-canvas.ts';
import { DepthGrid, touchedRange } from './depth-grid.ts';
import type { DepthBoardOptions, DepthInput } from './depth-input.ts';
import { readDepthTheme } from './depth-theme.ts';
import { DepthTimeline } from './depth-timeline.ts';
import {
  AXIS_PX,
  CURRENT_PX,
  type DepthFrame,
  type DepthSpan,
  type DepthStretch,
  depthFrame,
  endingAt,
  FIRST_STRETCH,
  nextRange,
  type PriceRange,
  scrolledBy,
  ticksAt,
  timeAt,
  zoomedBy,
} from './depth-view.ts';
import { HeatImage } from './heat-image.ts';
import {
  type DepthScene,
  paintAxes,
  paintCurrent,
  paintGaps,
  paintHeat,
  paintTouch,
  paintTrades,
  visibleOrders,
} from './paint-depth.ts';
import {
  type DepthPoint,
  type PlacedMark,
  paintCell,
  paintCrosshair,
  paintMarks,
  placeMarks,
} from './paint-marks.ts';

/** Free space right of the present, in parts of the stretch. */
const FREE = 0.01;

export class DepthBoard {
  readonly timeline = new DepthTimeline();
  readonly #canvas: HTMLCanvasElement;
  /** Crosshair and card of the cell, which move more often than the rest. */
  readonly #top: HTMLCanvasElement;
  readonly #grid = new DepthGrid(this.timeline);
  readonly #heat = new HeatImage();
  readonly #options: DepthBoardOptions;
  readonly #ends = new AbortController();
  readonly #endTheme: () => void;
  #theme = readDepthTheme(document.documentElement);
  #glyphs = readTheme(document.documentElement);
  #input: DepthInput | null = null;
  #linked: DepthPoint | null = null;
  #frame: number | null = null;
  /** The next frame paints more than the top. */
  #isWhole = false;
  #range: PriceRange | null = null;
  #stretch = FIRST_STRETCH;
  #hover: { readonly x: number; readonly y: number } | null = null;
  #drag: { readonly x: number; readonly endMs: number; moved: boolean } | null = null;
  #shown: DepthScene | null = null;
  #placed: readonly PlacedMark[] = [];
  #reported = '';

  constructor(host: HTMLElement, options: DepthBoardOptions) {
    this.#options = options;
    this.#canvas = depthCanvas(host, 'depth-canvas');
    this.#top = depthCanvas(host, 'depth-top');
    this.#endTheme = watchTheme(() => {
      this.#theme = readDepthTheme(document.documentElement);
      this.#glyphs = readTheme(document.documentElement);
      this.#heat.forget();
      this.request();
    });
    const { signal } = this.#ends;
    host.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
    host.addEventListener('pointerdown', (event) => this.#onDown(event), { signal });
    host.addEventListener('pointermove', (event) => this.#onMove(event), { signal });
    host.addEventListener('pointerup', (event) => this.#onUp(event), { signal });
    host.addEventListener('pointerleave', () => this.#setHover(null), { signal });
    host.addEventListener('keydown', (event) => this.#onKey(event), { signal });
  }

  /** The grid on screen; null before the first frame with data. */
  get grid(): DepthColumns | null {
    return this.#shown?.grid ?? null;
  }

  update(input: DepthInput): void {
    this.#input = input;
    if (input.firstMs !== null) this.timeline.forget(input.firstMs);
    this.request();
  }

  /** The crosshair of a linked pane, drawn while the pointer is elsewhere. */
  setLinkedPoint(point: DepthPoint | null): void {
    this.#linked = point;
    this.#requestTop();
  }

  request(): void {
    this.#isWhole = true;
    this.#requestTop();
  }

  #requestTop(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      if (this.#isWhole) this.#paint();
      this.#isWhole = false;
      this.#paintTop();
    });
  }

  toLive(): void {
    this.#show({ ...this.#stretch, endMs: null });
  }

  dispose(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#ends.abort();
    this.#endTheme();
    this.#canvas.remove();
    this.#top.remove();
  }

  #place(input: DepthInput, range: PriceRange): DepthFrame {
    const { seconds, endMs } = this.#stretch;
    const toMs = endMs ?? this.timeline.untilMs + seconds * 1000 * FREE;
    return depthFrame({ width: input.width, height: input.height, toMs, seconds, range });
  }

  #paint(): void {
    const input = this.#input;
    const fromMs = this.timeline.fromMs;
    if (input === null || fromMs === null || input.width < 160 || input.height < 60) return;
    const start = this.#range ?? this.#startRange();
    if (start === null) return;
    let frame = this.#place(input, start);
    let grid = this.#grid.read(frame);
    const range = nextRange(this.#range, touchedRange(grid, frame.fromMs, frame.toMs)) ?? start;
    if (range !== this.#range) {
      this.#range = range;
      frame = this.#place(input, range);
      grid = this.#grid.read(frame);
    }
    const scene = { frame, grid, theme: this.#theme, instrument: this.#options.instrument };
    this.#shown = scene;
    this.#draw(scene, input);
    this.#report(frame);
  }

  /** Before anything was read: around the touch of the present. */
  #startRange(): PriceRange | null {
    const levels = this.timeline.now.whole()?.levels;
    const ticks = levels?.[1];
    return ticks === undefined ? null : nextRange(null, { lowTicks: ticks, highTicks: ticks });
  }

  #draw(scene: DepthScene, input: DepthInput): void {
    const { frame, grid } = scene;
    const context = sizedContext(this.#canvas, input);
    if (context === null) return;
    this.#heat.paint(grid, this.timeline.untilMs, this.#grid.scale, this.#theme.heat);
    context.save();
    context.beginPath();
    context.rect(0, 0, frame.plotWidth, frame.plotHeight);
    context.clip();
    if (input.isOld) context.filter = 'grayscale(1)';
    paintHeat(context, scene, this.#heat.canvas);
    paintTouch(context, scene);
    paintTrades(context, scene, visibleOrders(this.timeline.orders, frame, input.minSize));
    context.filter = 'none';
    paintGaps(context, scene, this.timeline.untilMs);
    context.font = `500 12px ${this.#theme.condensed}`;
    this.#placed = placeMarks(input.marks, frame, (text) => context.measureText(text).width);
    paintMarks(context, scene, this.#glyphs, this.#placed);
    context.restore();
    context.textBaseline = 'middle';
    paintCurrent(context, scene, this.timeline.now, input.isOld);
    paintAxes(context, scene, this.timeline.orders.at(-1)?.lastTicks ?? null, input.isOld);
  }

  #paintTop(): void {
    const scene = this.#shown;
    const context = scene === null ? null : sizedContext(this.#top, scene.frame);
    if (scene === null || context === null) return;
    context.clearRect(0, 0, scene.frame.width, scene.frame.height);
    const own = this.#pointAt(this.#hover);
    const point = own ?? this.#linked;
    if (point !== null) paintCrosshair(context, scene, point);
    if (own !== null) paintCell(context, scene, own);
  }

  #report({ fromMs, toMs }: DepthFrame): void {
    const isLive = this.#stretch.endMs === null;
    // A stretch that follows the present changes all the time: minutes are enough to load what is missing
    const key = isLive ? `live ${Math.floor(fromMs / 60_000)}` : `${fromMs} ${toMs}`;
    if (key === this.#reported) return;
    this.#reported = key;
    this.#options.onView({ fromMs, toMs, isLive });
  }

  #pointAt(place: { readonly x: number; readonly y: number } | null) {
    const frame = this.#shown?.frame;
    if (place === null || frame === undefined || place.x > frame.plotWidth || place.y > frame.plotHeight)
      return null;
    return { atMs: timeAt(frame, place.x), priceTicks: ticksAt(frame, place.y) };
  }

  #setHover(place: { readonly x: number; readonly y: number } | null): void {
    this.#hover = place;
    this.#options.onPoint(this.#pointAt(place));
    this.#requestTop();
  }

  get #span(): DepthSpan {
    const { fromMs, untilMs } = this.timeline;
    return { firstMs: this.#input?.firstMs ?? fromMs ?? untilMs, untilMs };
  }

  #show(stretch: DepthStretch): void {
    this.#stretch = stretch;
    this.request();
  }

  #scroll(parts: number): void {
    this.#show(scrolledBy(this.#stretch, parts, this.#span));
  }

  #zoom(factor: number): void {
    this.#show(zoomedBy(this.#stretch, factor));
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) this.#zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15);
    else this.#scroll(-(event.deltaX === 0 ? event.deltaY : -event.deltaX) / 1200);
  }

  #onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#drag = { x: event.clientX, endMs: this.#stretch.endMs ?? this.timeline.untilMs, moved: false };
  }

  #onMove(event: PointerEvent): void {
    const box = this.#canvas.getBoundingClientRect();
    const drag = this.#drag;
    if (drag !== null && (event.buttons & 1) === 1 && this.#shown !== null) {
      const moved = event.clientX - drag.x;
      if (Math.abs(moved) > 3) drag.moved = true;
      const plotWidth = Math.max(1, box.width - AXIS_PX - CURRENT_PX);
      const endMs = drag.endMs - (moved / plotWidth) * this.#stretch.seconds * 1000;
      if (drag.moved) this.#show(endingAt(this.#stretch, endMs, this.#span));
    }
    this.#setHover({ x: event.clientX - box.left, y: event.clientY - box.top });
  }

  #onUp(event: PointerEvent): void {
    const isClick = this.#drag?.moved === false;
    this.#drag = null;
    if (!isClick) return;
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const hit = this.#placed.find((one) => x >= one.x && x <= one.x + one.width && Math.abs(y - one.y) <= 11);
    if (hit !== undefined) this.#options.onEvent(hit.mark.eventId);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.#scroll(-0.1),
      ArrowRight: () => this.#scroll(0.1),
      PageUp: () => this.#scroll(-0.9),
      PageDown: () => this.#scroll(0.9),
      End: () => this.toLive(),
      '+': () => this.#zoom(1 / 1.25),
      '-': () => this.#zoom(1.25),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  }
}
