/** Makes a chart in a container: stores the newest input, paints once per animation frame, handles pointer and keys. */

import type { ChartCommand, ChartHover, ChartInput, ChartOptions } from '#chart/data/chart-input.ts';
import type { ChartLinkedPoint } from '#chart/data/linked-point.ts';
import { axesKey, barPlacement } from '#chart/geometry/chart-layout.ts';
import type { PriceRange } from '#chart/geometry/price-range.ts';
import { CROSSHAIR_STEPS, listenToKeys } from '#chart/input/chart-keys.ts';
import { EventHover } from '#chart/input/event-hover.ts';
import { listenToDismissal, listenToPointer } from '#chart/input/pointer.ts';
import type { HostedOptions } from '#chart/paint/chart-stage.ts';
import type { ChartStudies } from '#chart/paint/chart-studies.ts';
import {
  type ChartTheme,
  fontsReady,
  readTheme,
  watchTheme,
  withCandleColors,
} from '#chart/paint/chart-theme.ts';
import { ChartModel } from '#chart/scene/chart-model.ts';
import { ChartReports } from '#chart/scene/chart-reports.ts';
import { chartSummary } from '#chart/scene/chart-summary.ts';
import type { Scene } from '#chart/scene/scene.ts';
import { type ChartOverlays, createOverlays } from './chart-overlays.ts';
import { chartPainters, type PaintView } from './chart-painters.ts';
import { makeRoot } from './chart-root.ts';
import { createSurface, type Surface } from './chart-surface.ts';
import type { DrawnChart } from './drawn-chart.ts';
import { EventWalk } from './event-walk.ts';

/** Fades and the countdown move on when no update comes. */
const IDLE_PAINT_MS = 500;
const SUMMARY_EVERY_MS = 5000;
const ZOOM_STEP = 1.2;
/** Inputs whose change moves the panes. */
const LAYOUT_INPUTS = ['layers', 'timeZone', 'exchangeClock', 'signalsColumn'] as const;

class Chart implements DrawnChart {
  readonly #options: ChartOptions;
  readonly #model = new ChartModel();
  readonly #root: HTMLElement;
  readonly #surface: Surface;
  readonly #overlays: ChartOverlays;
  readonly #reports: ChartReports;
  readonly #hover = new EventHover(
    (id) => this.#model.mergedWith(id),
    (hover) => this.#hovered(hover),
  );
  readonly #walk: EventWalk;
  #studies: ChartStudies | null = null;
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #stops = new AbortController();
  readonly #sizes: ResizeObserver;
  readonly #idle: ReturnType<typeof setInterval>;
  readonly #stopTheme: () => void;
  #tokens: ChartTheme;
  #theme: ChartTheme;
  #dirty = true;
  #ready = false;
  /** The user zoomed or scrolled: new bars no longer move the view. */
  #userView = false;
  #composedMs = 0;
  #summarizedMs = Number.NEGATIVE_INFINITY;

  constructor(container: HTMLElement, options: HostedOptions) {
    this.#options = options;
    this.#reports = new ChartReports(options);
    this.#walk = new EventWalk({
      model: this.#model,
      hover: this.#hover,
      onSelect: (id) => options.onEventSelect?.(id),
    });
    this.#tokens = readTheme(container);
    this.#theme = this.#tokens;
    const host = document.createElement('div');
    host.ariaHidden = 'true';
    this.#root = makeRoot(container, host);
    this.#surface = createSurface(
      host,
      this.#theme,
      chartPainters(this.#model, () => this.#view(), options.guest),
      (point) => this.#crosshairChanged(this.#model.point(point)),
      () => this.#viewMoved(),
    );
    this.#overlays = createOverlays(this.#root);
    options.guest?.invite(this.#root, this.#model, () => this.#repaint());
    this.#listen();
    this.#sizes = new ResizeObserver(() => this.#resize());
    this.#sizes.observe(this.#root);
    this.#stopTheme = watchTheme(() => {
      this.#tokens = readTheme(container);
      this.#theme = withCandleColors(this.#tokens, this.#model.input.style);
      this.#surface.applyTheme(this.#theme);
      this.#repaint();
    });
    this.#idle = setInterval(() => {
      if (performance.now() - this.#composedMs >= IDLE_PAINT_MS) this.#repaint();
    }, IDLE_PAINT_MS);
    this.#resize();
    // Texts measured before the condensed face has come would be laid out wrongly.
    void fontsReady(this.#theme, document.fonts).then(() => {
      this.#ready = true;
      this.#repaint();
    });
  }

  update(change: Partial<ChartInput>): void {
    const before = this.#model.input;
    const axes = axesKey(this.#model.layout);
    const bars = this.#model.update(change);
    if (bars !== 'none') this.#surface.setBars(this.#model.bars, bars !== 'all');
    const { input } = this.#model;
    if (input.instrument?.id !== before.instrument?.id || input.timeframeMinutes !== before.timeframeMinutes)
      this.#userView = false;
    if (input.style !== before.style) this.#restyle();
    if (bars === 'all' || bars === 'next') this.#showNewest();
    if (LAYOUT_INPUTS.some((key) => input[key] !== before[key]) || axesKey(this.#model.layout) !== axes)
      this.#resize();
    // Words that say that nothing is there yet are not kept for seconds
    if (before.bars.length === 0) this.#summarizedMs = Number.NEGATIVE_INFINITY;
    this.#summarize();
    this.#repaint();
  }

  setLinkedPoint(point: ChartLinkedPoint | null): void {
    this.#model.linkedPoint = point;
    if (this.#model.place === null && !this.#stops.signal.aborted) this.#surface.requestTop();
  }

  run(command: ChartCommand): void {
    switch (command) {
      case 'next-event':
      case 'previous-event':
        this.#walk.step(command === 'next-event' ? 1 : -1);
        break;
      case 'open-evidence':
        this.#walk.open();
        break;
      case 'zoom-in':
      case 'zoom-out':
        this.#userView = true;
        this.#surface.zoom(command === 'zoom-in' ? ZOOM_STEP : 1 / ZOOM_STEP);
        break;
      case 'reset':
        this.#userView = false;
        this.#model.priceRange = null;
        this.#crosshairChanged(this.#model.clearCrosshair());
        this.#showNewest();
        break;
      case 'toggle-lock':
        this.#model.locked = !this.#model.locked && this.#model.place !== null;
        break;
      case 'small-marks':
        this.#options.onSmallMarks?.();
        break;
      case 'open-table':
        this.#options.onOpenTable?.();
        break;
      default:
        this.#crosshairChanged(this.#model.step(...CROSSHAIR_STEPS[command]));
        this.#surface.requestTop();
        return;
    }
    this.#repaint();
  }

  dispose(): void {
    clearInterval(this.#idle);
    this.#stops.abort();
    this.#sizes.disconnect();
    this.#stopTheme();
    this.#surface.remove();
    this.#root.remove();
  }

  get scene(): Scene | null {
    return this.#ready ? this.#model.scene : null;
  }

  get priceRange(): PriceRange | null {
    return this.#model.priceRange;
  }

  setPriceRange(range: PriceRange | null): void {
    this.#model.priceRange = range;
    this.#repaint();
  }

  setStudies(studies: ChartStudies | null): void {
    this.#studies = studies;
    this.#model.studyLevels = (scene) => studies?.levels(scene) ?? [];
    this.#model.studyPanes = studies?.panes ?? 0;
    this.#resize();
  }

  scroll(bars: number): void {
    if (this.#stops.signal.aborted) return;
    this.#userView = true;
    this.#surface.scroll(bars);
  }

  /** The scene of this frame: computed by the first layer that is painted. */
  #composed(): Scene {
    const { scene } = this.#model;
    if (!this.#dirty && scene !== null) return scene;
    this.#dirty = false;
    this.#composedMs = performance.now();
    const composed = this.#model.compose(this.#surface.timeGeometry(), this.#composedMs, this.#still.matches);
    this.#reports.report(composed, this.#model.input);
    if (this.#model.moving(this.#composedMs)) requestAnimationFrame(() => this.#repaint());
    return composed;
  }

  /** What the painters need now; null until the fonts are there. */
  #view(): PaintView | null {
    if (!this.#ready) return null;
    const [theme, studies] = [this.#theme, this.#studies];
    return { scene: this.#composed(), theme, studies, focusedId: this.#walk.focusedId };
  }

  #crosshairChanged(changed: boolean): void {
    if (changed) this.#options.onCrosshair?.(this.#model.crosshair);
  }

  #viewMoved(): void {
    if (this.#userView) this.#model.viewChanged();
    this.#dirty = true;
  }

  #repaint(): void {
    // Frames, fonts and what was drawn into a chart may come after it was disposed of
    if (this.#stops.signal.aborted) return;
    this.#dirty = true;
    const hasSignals = this.#model.signals(performance.now()).length > 0;
    if (hasSignals !== this.#model.hasSignals) {
      this.#model.hasSignals = hasSignals;
      this.#resize();
    }
    this.#surface.requestPaint();
  }

  /** Takes the style of the input; a zoom of the reader's gives way to it. */
  #restyle(): void {
    this.#theme = withCandleColors(this.#tokens, this.#model.input.style);
    this.#userView = false;
    this.#showNewest();
  }

  #showNewest(): void {
    if (this.#userView || this.#model.bars.length === 0) return;
    const { layout, bars, input } = this.#model;
    this.#surface.showNewest(...barPlacement(layout, bars.length, input.style));
  }

  #resize(): void {
    if (this.#stops.signal.aborted) return;
    this.#model.resize(this.#root.clientWidth, this.#root.clientHeight);
    const { layout } = this.#model;
    this.#surface.resize(this.#root.clientWidth, this.#root.clientHeight, layout);
    this.#overlays.place(layout, this.#model.zoneNames(performance.now()));
    this.#showNewest();
    this.#repaint();
  }

  #summarize(): void {
    const perfMs = performance.now();
    if (perfMs - this.#summarizedMs < SUMMARY_EVERY_MS && this.#model.bars.length > 1) return;
    this.#summarizedMs = perfMs;
    this.#root.ariaLabel = chartSummary(this.#model.input, this.#model.nowMs(perfMs));
    this.#overlays.place(this.#model.layout, this.#model.zoneNames(perfMs));
  }

  #listen(): void {
    const { signal } = this.#stops;
    const run = (command: ChartCommand): void => this.run(command);
    listenToKeys(this.#root, () => this.#model.input, run, signal);
    listenToPointer(this.#root, {
      scene: () => this.#model.scene,
      hover: this.#hover,
      onMoved: () => {
        this.#userView = true;
      },
      onSelect: (id) => this.#walk.select(id),
      pointed: this.#overlays.signals,
      signal,
    });
    listenToDismissal(this.#root, this.#hover, signal);
  }

  /** The event with the card is also the one that E opens. */
  #hovered(hover: ChartHover | null): void {
    if (hover !== null) this.#model.focus.set(hover.eventId);
    this.#repaint();
    this.#options.onEventHover?.(hover);
  }
}

/** A chart in `container`, which must have a size; the chart follows it. */
export function createChart(container: HTMLElement, options: HostedOptions = {}): DrawnChart {
  return new Chart(container, options);
}
