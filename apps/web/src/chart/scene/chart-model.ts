/** State of one chart without DOM: newest input, crosshair, focused event, price range. Times come in from outside. */
import { formatPrice } from '@undertow/market';
import {
  type ChartBar,
  type ChartCrosshair,
  type ChartInput,
  EMPTY_CHART_INPUT,
} from '#chart/data/chart-input.ts';
import type { ChartLinkedPoint } from '#chart/data/linked-point.ts';
import { type ActiveSignal, activeSignals } from '#chart/data/signals.ts';
import { belowPlot, showsExchangeTimes, type ZoneClock, zoneClock } from '#chart/data/time-labels.ts';
import { type ChartLayout, chartLayout, freeBars } from '#chart/geometry/chart-layout.ts';
import { barHolding, type CrosshairPlace, Frame } from '#chart/geometry/frame.ts';
import { type PriceRange, RangeFollower } from '#chart/geometry/price-range.ts';
import { EXCHANGE_ZONE, zoneCity } from '#lib/format/times.ts';
import type { BarWindow } from './bar-window.ts';
import { EventFocus } from './event-focus.ts';
import { buildScene, type Scene } from './scene.ts';

/** Up to so many bars all of them are composed; of more, those on screen. */
export const MAX_BARS = 100;
/** Bars composed beyond the edges of the plot. */
const MARGIN_BARS = 2;
const EMPTY_RANGE = { low: 0, high: 1 } as const;

export interface TimeGeometry {
  readonly barSpacing: number;
  readonly firstX: number;
}

/** How an update touched the bars: not at all, only the newest, one more after it, or more. */
export type BarChange = 'none' | 'last' | 'next' | 'all';

function barChange(before: readonly ChartBar[], after: readonly ChartBar[]): BarChange {
  if (before === after) return 'none';
  const count = before.length;
  const isNext = after.length === count + 1;
  if (count === 0 || (after.length !== count && !isNext)) return 'all';
  for (let index = 0; index < count - 1; index++) {
    if (before[index] !== after[index]) return 'all';
  }
  if (isNext) return before[count - 1]!.startMs === after[count - 1]!.startMs ? 'next' : 'all';
  if (before[count - 1] === after[count - 1]) return 'none';
  return before[count - 1]!.startMs === after[count - 1]!.startMs ? 'last' : 'all';
}

export class ChartModel {
  input: ChartInput = EMPTY_CHART_INPUT;
  bars: readonly ChartBar[] = [];
  clock: ZoneClock = zoneClock(EMPTY_CHART_INPUT.timeZone);
  layout: ChartLayout = chartLayout(0, 0, EMPTY_CHART_INPUT.layers, EMPTY_CHART_INPUT.activeEvents);
  scene: Scene | null = null;
  place: CrosshairPlace | null = null;
  linkedPoint: ChartLinkedPoint | null = null;
  /** At least one signal is active: without one there is no column of them. */
  hasSignals = false;
  /** What studies add: panes under the delta, and levels. */
  studyPanes = 0;
  studyLevels: NonNullable<BarWindow['levels']> = () => [];
  /** Prices that the reader chose; null follows the bars on screen. */
  priceRange: PriceRange | null = null;
  locked = false;
  readonly focus = new EventFocus();
  readonly #follower = new RangeFollower();
  #byKeyboard = false;
  /** Where the pointer was last. */
  #pointed: { readonly x: number; readonly y: number } | null = null;
  #viewVersion = 0;
  #width = 0;
  #height = 0;
  /** Characters of the longest price on the axis. */
  #labelLength = 0;

  /** Takes the changed parts. */
  update(change: Partial<ChartInput>): BarChange {
    const before = this.input;
    this.input = { ...before, ...change };
    if (this.input.timeZone !== before.timeZone) this.clock = zoneClock(this.input.timeZone);
    if (this.input.layers !== before.layers || belowPlot(this.input) !== belowPlot(before))
      this.resize(this.#width, this.#height);
    if (
      this.input.instrument?.id !== before.instrument?.id ||
      this.input.timeframeMinutes !== before.timeframeMinutes
    ) {
      this.viewChanged();
      this.priceRange = null;
      this.place = null;
    }
    const kind = this.#takeBars(before.bars);
    this.#fitAxis();
    return kind;
  }

  #takeBars(before: readonly ChartBar[]): BarChange {
    if (this.input.bars === before) return 'none';
    const { bars } = this.input;
    const kind = barChange(this.bars, bars);
    if (kind === 'all') this.#keepPlace(bars);
    this.bars = bars;
    return kind;
  }

  /** Bars that were loaded before the others move the crosshair on with its bar. */
  #keepPlace(bars: readonly ChartBar[]): void {
    const first = this.bars[0];
    if (this.place === null || first === undefined) return;
    const added = bars.findIndex(({ startMs }) => startMs === first.startMs);
    if (added > 0) this.place = { ...this.place, index: this.place.index + added };
  }

  /** Gives the price axis the width of its longest price. */
  #fitAxis(): void {
    const { instrument } = this.input;
    const ticks = [this.bars[0]?.highTicks, this.bars.at(-1)?.highTicks, this.bars.at(-1)?.lowTicks];
    const labelLength =
      instrument === null
        ? 0
        : Math.max(...ticks.map((each) => formatPrice(instrument, each ?? instrument.basePriceTicks).length));
    if (labelLength === this.#labelLength) return;
    this.#labelLength = labelLength;
    this.resize(this.#width, this.#height);
  }

  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    const hasColumn = this.input.signalsColumn && this.hasSignals;
    this.layout = chartLayout(width, height, this.input.layers, this.input.activeEvents, {
      hasColumn,
      labelLength: this.#labelLength,
      hasExchangeTimes: showsExchangeTimes(this.input),
      hasNewsLane: this.input.news.hasLane,
      studyPanes: this.studyPanes,
    });
  }

  /** After a zoom, a scroll or another instrument the price range jumps instead of easing. */
  viewChanged(): void {
    this.#viewVersion += 1;
  }

  /** The server's clock. `perfMs` is `performance.now()`. */
  nowMs(perfMs: number): number {
    const { asOfMs, receivedAtMs, rate } = this.input.clock;
    return asOfMs + Math.max(0, perfMs - receivedAtMs) * rate;
  }

  /**
   * Names of the rows of the time axis: the short one of the reader's zone, and the exchange's city where its times are shown
   * too. None while no instant is known that they would be right for.
   */
  zoneNames(perfMs: number): readonly string[] {
    if (this.input.clock.asOfMs === 0) return [];
    const zone = this.clock.zone(this.nowMs(perfMs));
    return showsExchangeTimes(this.input) ? [zone, zoneCity(EXCHANGE_ZONE)] : [zone];
  }

  signals(perfMs: number): readonly ActiveSignal[] {
    const { events, activeEvents } = this.input;
    return activeSignals(events, this.nowMs(perfMs), activeEvents.most);
  }

  /** Every event merged into one mark with this one, largest first. */
  mergedWith(eventId: string): readonly string[] {
    const merged = this.scene?.eventMarks.find(({ event }) => event.id === eventId);
    return merged?.mark.events.map(({ id }) => id) ?? [eventId];
  }

  /** Where the mark, row or zone of an event is; null where it is not drawn. */
  placeOf(eventId: string): { readonly x: number; readonly y: number } | null {
    if (this.scene === null) return null;
    const { eventMarks, rows, zones } = this.scene;
    const isIt = ({ event }: { readonly event: { readonly id: string } }): boolean => event.id === eventId;
    const row = rows.find(isIt);
    return (
      eventMarks.find(isIt) ??
      (row === undefined ? null : { x: this.layout.plotWidth, y: row.rowY }) ??
      zones.find(isIt) ??
      null
    );
  }

  /** What J and K walk along: active signals from the highest price down, then the marks from the newest bar back. */
  walkable(perfMs: number): readonly string[] {
    const active = this.signals(perfMs).toSorted((a, b) => b.event.priceTicks - a.event.priceTicks);
    const marks = (this.scene?.eventMarks ?? []).toSorted((a, b) => b.x - a.x);
    return [...active, ...marks].map(({ event }) => event.id);
  }

  /** Works out what to paint now. */
  compose(time: TimeGeometry | null, perfMs: number, still: boolean): Scene {
    const geometry = time ?? { barSpacing: 10, firstX: 0 };
    const range = this.#follower.follow({
      bars: this.#visibleBars(geometry),
      closeTicks: this.bars.at(-1)?.closeTicks ?? null,
      viewKey: `${this.#viewVersion}`,
      nowMs: perfMs,
      still,
    });
    const { barSpacing, firstX } = geometry;
    const window = this.#window(geometry);
    const shown = (range === null ? null : this.priceRange) ?? range ?? EMPTY_RANGE;
    const frame = new Frame(this.layout, shown, barSpacing, firstX + window.from * barSpacing);
    this.scene = buildScene(frame, this.input, window, this.nowMs(perfMs), this.clock);
    return this.scene;
  }

  /** True while the price range eases. */
  moving(perfMs: number): boolean {
    return this.#follower.moving(perfMs);
  }

  /** Pointer in plot coordinates, null when it left. Returns true when the crosshair changed. */
  point(point: { readonly x: number; readonly y: number } | null): boolean {
    const { x, y } = this.#pointed ?? {};
    this.#pointed = point;
    // The library repeats the pointer's place with each repaint: what keys chose stays until the pointer moves
    const isRepeated = point === null || (point.x === x && point.y === y);
    if (this.locked || (isRepeated && this.#byKeyboard)) return false;
    const frame = this.scene?.frame;
    if (point === null || frame === undefined || this.bars.length === 0) return this.#setPlace(null);
    this.#byKeyboard = false;
    return this.#setPlace({
      index: this.#clampIndex(frame.indexAt(point.x) + (this.scene?.from ?? 0)),
      priceTicks: frame.ticksAt(point.y),
    });
  }

  /** Moves the crosshair by bars and ticks; it starts at the last price. */
  step(bars: number, ticks: number): boolean {
    const last = this.bars.at(-1);
    if (last === undefined) return false;
    this.#byKeyboard = true;
    const from = this.place ?? { index: this.bars.length - 1, priceTicks: last.closeTicks };
    return this.#setPlace({
      index: this.#clampIndex(from.index + bars),
      priceTicks: from.priceTicks + ticks,
    });
  }

  clearCrosshair(): boolean {
    this.#byKeyboard = false;
    this.locked = false;
    return this.#setPlace(null);
  }

  get crosshair(): ChartCrosshair | null {
    if (this.place === null) return null;
    return { priceTicks: this.place.priceTicks, bar: this.bars[this.place.index] ?? null };
  }

  /** Where a crosshair is drawn, among the composed bars: its own place, else the point of a linked chart. */
  get shownPlace(): CrosshairPlace | null {
    const place = this.place ?? this.#linkedPlace();
    const from = this.scene?.from ?? 0;
    return place === null || from === 0 ? place : { ...place, index: place.index - from };
  }

  #linkedPlace(): CrosshairPlace | null {
    const { linkedPoint } = this;
    const first = this.bars[0];
    if (linkedPoint === null || first === undefined || linkedPoint.atMs < first.startMs) return null;
    // No price is on the axis at NaN: the instant alone is marked
    return {
      index: barHolding(this.bars, linkedPoint.atMs),
      priceTicks: linkedPoint.priceTicks ?? Number.NaN,
    };
  }

  #setPlace(place: CrosshairPlace | null): boolean {
    const before = this.place;
    if (before?.index === place?.index && before?.priceTicks === place?.priceTicks) return false;
    this.place = place;
    return true;
  }

  #clampIndex(index: number): number {
    return Math.max(0, Math.min(this.bars.length - 1 + freeBars(this.layout), index));
  }

  #visibleBars(geometry: TimeGeometry, margin = 0): readonly ChartBar[] {
    return this.bars.slice(...this.#visible(geometry, margin));
  }

  /** First bar on screen and the one after the last, with so many more at either side. */
  #visible({ barSpacing, firstX }: TimeGeometry, margin: number): readonly [from: number, to: number] {
    const first = Math.max(0, Math.floor(-firstX / barSpacing) - margin);
    const end = Math.ceil((this.layout.plotWidth - firstX) / barSpacing) + 1 + margin;
    return [first, Math.max(first, Math.min(this.bars.length, end))];
  }

  /** What lies beyond the edges is off the plot, whatever bar it is placed at. */
  #window(geometry: TimeGeometry): BarWindow {
    const newest = this.bars.at(-1);
    const levels = this.studyLevels;
    if (this.bars.length <= MAX_BARS) return { bars: this.bars, from: 0, newest, levels };
    const [from] = this.#visible(geometry, MARGIN_BARS);
    return { bars: this.#visibleBars(geometry, MARGIN_BARS), from, newest, levels };
  }
}
