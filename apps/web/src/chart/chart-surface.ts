/**
 * Binds lightweight-charts: its time scale, canvases and pointer handling carry our own painting. Nothing else imports
 * it.
 */
import {
  type BarPrice,
  ColorType,
  type CustomData,
  type CustomSeriesOptions,
  type CustomSeriesWhitespaceData,
  createChart,
  customSeriesDefaultOptions,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type IPrimitivePaneRenderer,
  type IPrimitivePaneView,
  type ISeriesPrimitive,
  type Logical,
  type MouseEventParams,
  type PrimitivePaneViewZOrder,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { ChartBar } from '#chart/data/chart-input.ts';
import type { ChartLayout } from '#chart/geometry/chart-layout.ts';
import type { ChartTheme } from '#chart/paint/chart-theme.ts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];
export type Paint = (context: CanvasRenderingContext2D) => void;

/** What is painted where. `…Top` layers are repainted when only the pointer moves. */
export interface SurfacePainters {
  readonly back: Paint;
  readonly candles: Paint;
  readonly front: Paint;
  readonly plotTop: Paint;
  readonly right: Paint;
  readonly rightTop: Paint;
  readonly times: Paint;
  readonly timesTop: Paint;
}

interface CandleItem extends CustomData<Time> {
  readonly time: UTCTimestamp;
  readonly bar: ChartBar;
}

type SurfaceAxes = Pick<ChartLayout, 'signalsWidth' | 'axisWidth' | 'timeAxisHeight' | 'laneHeight'>;

export interface Surface {
  setBars(bars: readonly ChartBar[], onlyLastChanged: boolean): void;
  resize(width: number, height: number, axes: SurfaceAxes): void;
  applyTheme(theme: ChartTheme): void;
  /** Sets slot width and free bars at right and shows the newest bar. */
  showNewest(barSpacing: number, rightOffset: number): void;
  zoom(factor: number): void;
  /** Positive goes to the present. */
  scroll(bars: number): void;
  /** Slot width and the middle of bar 0; null while there are no bars. */
  timeGeometry(): { readonly barSpacing: number; readonly firstX: number } | null;
  /** Paints in the next animation frame. */
  requestPaint(): void;
  /** Paints the `…Top` layers alone in the next animation frame. */
  requestTop(): void;
  remove(): void;
}

function drawWith(paint: Paint): { draw(target: Target): void } {
  return { draw: (target: Target) => target.useMediaCoordinateSpace(({ context }) => paint(context)) };
}

function view(zOrder: PrimitivePaneViewZOrder, paint: Paint): IPrimitivePaneView {
  const renderer = drawWith(paint);
  return { zOrder: () => zOrder, renderer: () => renderer };
}

class CandleView implements ICustomSeriesPaneView<Time, CandleItem, CustomSeriesOptions> {
  readonly #renderer: ICustomSeriesPaneRenderer;

  constructor(paint: Paint) {
    this.#renderer = drawWith(paint);
  }

  renderer(): ICustomSeriesPaneRenderer {
    return this.#renderer;
  }

  /** Our frame holds the geometry; the series gives the time scale its points. */
  update(): void {}

  priceValueBuilder({ bar }: CandleItem): number[] {
    return [bar.highTicks, bar.lowTicks, bar.closeTicks];
  }

  isWhitespace(
    data: CandleItem | CustomSeriesWhitespaceData<Time>,
  ): data is CustomSeriesWhitespaceData<Time> {
    return !('bar' in data);
  }

  defaultOptions(): CustomSeriesOptions {
    return { ...customSeriesDefaultOptions, lastValueVisible: false, priceLineVisible: false };
  }
}

function makePrimitive(painters: SurfacePainters): ISeriesPrimitive<Time> {
  const paneViews = [
    view('bottom', painters.back),
    view('normal', painters.front),
    view('top', painters.plotTop),
  ];
  const rightViews = [view('normal', painters.right), view('top', painters.rightTop)];
  const timeViews = [view('normal', painters.times), view('top', painters.timesTop)];
  return {
    paneViews: () => paneViews,
    priceAxisPaneViews: () => rightViews,
    timeAxisPaneViews: () => timeViews,
  };
}

function itemOf(bar: ChartBar): CandleItem {
  return { time: (bar.startMs / 1000) as UTCTimestamp, bar };
}

/** As far as a reader zooms out; a spacing that is set may be less. */
const MIN_BAR_SPACING = 2;

const hiddenLine = { visible: false, labelVisible: false } as const;

function makeApi(host: HTMLElement, theme: ChartTheme) {
  return createChart(host, {
    layout: {
      background: { type: ColorType.Solid, color: theme.color.surface },
      textColor: theme.color['axis-text'],
      fontSize: 8,
      // The built-in logo brings an inline style element, which the content security policy refuses; `chart-overlays.ts` names
      // the maker.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { visible: false } },
    crosshair: { mode: 0, vertLine: hiddenLine, horzLine: hiddenLine },
    rightPriceScale: { borderVisible: false, ticksVisible: false, minimumWidth: 64 },
    timeScale: {
      borderVisible: false,
      ticksVisible: false,
      minimumHeight: 22,
      minBarSpacing: MIN_BAR_SPACING,
      maxBarSpacing: 40,
      tickMarkFormatter: () => '',
    },
    // Prices and times are written by our own axes.
    localization: { locale: 'en-GB', tickmarksPriceFormatter: (prices: BarPrice[]) => prices.map(() => '') },
    handleScale: { axisPressedMouseMove: { time: true, price: false } },
    handleScroll: { vertTouchDrag: false },
  });
}

/**
 * A surface in `host`. `onPointer` gets plot coordinates, or null when the pointer left; `onViewChange` runs on scroll
 * and zoom.
 */
export function createSurface(
  host: HTMLElement,
  theme: ChartTheme,
  painters: SurfacePainters,
  onPointer: (point: { readonly x: number; readonly y: number } | null) => void,
  onViewChange: () => void,
): Surface {
  const api = makeApi(host, theme);
  const series = api.addCustomSeries(new CandleView(painters.candles));
  series.attachPrimitive(makePrimitive(painters));
  const pointerMoved = (event: MouseEventParams<Time>): void => onPointer(event.point ?? null);
  api.subscribeCrosshairMove(pointerMoved);
  const scale = api.timeScale();
  scale.subscribeVisibleLogicalRangeChange(onViewChange);
  return {
    setBars(bars, onlyLastChanged) {
      const last = bars.at(-1);
      if (onlyLastChanged && last !== undefined) series.update(itemOf(last));
      else series.setData(bars.map(itemOf));
    },
    resize(width, height, { signalsWidth, axisWidth, timeAxisHeight, laneHeight }) {
      api.applyOptions({
        rightPriceScale: { minimumWidth: signalsWidth + axisWidth },
        timeScale: { minimumHeight: timeAxisHeight + laneHeight },
      });
      api.resize(width, height);
    },
    applyTheme(changed) {
      api.applyOptions({
        layout: {
          background: { type: ColorType.Solid, color: changed.color.surface },
          textColor: changed.color['axis-text'],
        },
      });
    },
    showNewest(barSpacing, rightOffset) {
      scale.applyOptions({
        minBarSpacing: Math.min(MIN_BAR_SPACING, barSpacing),
        barSpacing,
        rightOffset,
      });
      scale.scrollToPosition(rightOffset, false);
    },
    zoom(factor) {
      scale.applyOptions({
        barSpacing: Math.min(40, Math.max(MIN_BAR_SPACING, scale.options().barSpacing * factor)),
      });
    },
    scroll: (bars) => scale.scrollToPosition(scale.scrollPosition() + bars, false),
    timeGeometry() {
      const first = scale.logicalToCoordinate(0 as Logical);
      const second = scale.logicalToCoordinate(1 as Logical);
      if (first === null || second === null || second === first) return null;
      return { barSpacing: second - first, firstX: first };
    },
    // The update that a primitive requests lays the whole chart out too, which draws it a second time in the next frame
    requestPaint: () => series.applyOptions({}),
    // The library's own crosshair is hidden; clearing it reports nothing
    requestTop: () => api.clearCrosshairPosition(),
    remove() {
      api.unsubscribeCrosshairMove(pointerMoved);
      api.remove();
    },
  };
}
