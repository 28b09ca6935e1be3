/** Drawings on one chart: places and paints them, and takes pointer and keys while a tool or a drawing is in hand. */
import { DRAWING_POINTS, DRAWING_WORDS, type Drawing, type DrawingKind } from '@undertow/contracts';
import { calendarOf, type Instrument, MINUTE_MS, productCalendar } from '@undertow/market';
import { zoneClock } from '#chart/data/time-labels.ts';
import type { ChartGuest, ChartStage } from '#chart/paint/chart-stage.ts';
import {
  type Anchor,
  anchorsOf,
  magnetTicks,
  movedBy,
  placedAnchors,
  withAnchors,
  withPoint,
} from './drawing-points.ts';
import { DrawingScale } from './drawing-scale.ts';
import { drawingWords } from './drawing-words.ts';
import { type DrawingHit, hitDrawing } from './hit-drawing.ts';
import { paintAlertTags, paintDrawings } from './paint-drawings.ts';
import {
  alertPrices,
  type DrawingView,
  offsetOf,
  type Pixel,
  type PlacedDrawing,
  placeDrawing,
} from './place-drawings.ts';

/** Pixels within which the magnet takes a price of a bar. */
const MAGNET_REACH = 14;

/** What is drawn, and how. Compared by reference. */
export interface DrawnState {
  readonly drawings: readonly Drawing[];
  /** Parts with an alert, by drawing. */
  readonly alerts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly magnet: boolean;
  readonly tool: DrawingKind | null;
  readonly selectedId: string | null;
}

export interface LayerEvents {
  /** A drawing was made or changed. */
  readonly onPut: (drawing: Drawing, isNew: boolean) => void;
  readonly onSelect: (id: string | null) => void;
  /** The tool was put down. */
  readonly onToolEnd: () => void;
  readonly onSay: (text: string) => void;
}

const NOTHING: DrawnState = { drawings: [], alerts: new Map(), magnet: false, tool: null, selectedId: null };

/** A new id: 12 letters and digits. */
function newId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12);
}

export class DrawingLayer {
  readonly stage: ChartStage;
  readonly #guest: ChartGuest;
  readonly events: LayerEvents;
  state: DrawnState = NOTHING;
  /** The drawing that is being placed or moved, as it is now. */
  #draft: Drawing | null = null;
  /** First point of a drawing that waits for its second one. */
  #first: Anchor | null = null;
  /** Which point keys move; null: the whole drawing. */
  held: number | null = null;
  #placed: readonly PlacedDrawing[] = [];

  constructor(guest: ChartGuest, stage: ChartStage, events: LayerEvents) {
    this.stage = stage;
    this.#guest = guest;
    this.events = events;
    guest.plot = (context, scene, theme) => {
      this.#place();
      paintDrawings(context, theme, scene.frame, {
        placed: this.#placed,
        selectedId: this.#draft?.id ?? this.state.selectedId,
        held: this.held,
      });
    };
    guest.axis = (context, scene, theme) => {
      const view = this.view;
      if (view !== null)
        paintAlertTags(context, theme, scene.frame, view.instrument, this.#alertPrices(view));
    };
  }

  dispose(): void {
    this.#guest.plot = null;
    this.#guest.axis = null;
    this.stage.repaint();
  }

  update(state: DrawnState): void {
    if (state.tool !== this.state.tool) this.#first = null;
    if (state.tool !== this.state.tool || state.selectedId !== this.state.selectedId) {
      this.#draft = null;
      this.held = null;
    }
    this.state = state;
    this.stage.repaint();
  }

  /** What places need now; null while there are no bars. */
  get view(): DrawingView | null {
    const input = this.stage.model.input;
    const scene = this.stage.model.scene;
    const { instrument } = input;
    if (instrument === null || scene === null || scene.bars.length === 0) return null;
    const calendar = productCalendar(calendarOf(input.feed.source), instrument);
    const scale = new DrawingScale(scene.bars, calendar, input.timeframeMinutes * MINUTE_MS);
    return { instrument, calendar, input, scene, scale };
  }

  /** A draft is in place of the drawing that it changes. */
  get #shown(): readonly Drawing[] {
    const draft = this.#draft;
    if (draft === null) return this.state.drawings;
    const { drawings } = this.state;
    return drawings.some(({ id }) => id === draft.id)
      ? drawings.map((one) => (one.id === draft.id ? draft : one))
      : [...drawings, draft];
  }

  #place(): void {
    const view = this.view;
    this.#placed = view === null ? [] : this.#shown.flatMap((drawing) => placeDrawing(view, drawing) ?? []);
  }

  #alertPrices(view: DrawingView): readonly number[] {
    return this.#shown.flatMap((drawing) => {
      const parts = this.state.alerts.get(drawing.id);
      return parts === undefined ? [] : alertPrices(view, drawing, parts);
    });
  }

  hit(at: Pixel, reach: number): DrawingHit | null {
    return hitDrawing(this.#placed, at, reach, this.state.selectedId);
  }

  isOnPlot({ x, y }: Pixel): boolean {
    const layout = this.stage.model.scene?.frame.layout;
    return layout !== undefined && x >= 0 && x <= layout.plotWidth && y >= 0 && y <= layout.mainHeight;
  }

  /** The bar and tick at a place of the plot, by the magnet where it is on. */
  anchorAt({ x, y }: Pixel): Anchor | null {
    const view = this.view;
    if (view === null) return null;
    const { frame, bars } = view.scene;
    const index = frame.indexAt(x);
    const within = this.state.magnet ? MAGNET_REACH / frame.tickHeight : -1;
    return {
      atMs: view.scale.instantAt(index),
      priceTicks: magnetTicks(bars[index], frame.ticksAt(y), within),
    };
  }

  /** Where keys place a point: at the crosshair, else at the last price. */
  anchorAtCrosshair(): Anchor | null {
    const view = this.view;
    if (view === null) return null;
    const { bars } = view.scene;
    const place = this.stage.model.place ?? {
      index: bars.length - 1,
      priceTicks: bars.at(-1)?.closeTicks ?? 0,
    };
    return { atMs: view.scale.instantAt(place.index), priceTicks: place.priceTicks };
  }

  get isPlacing(): boolean {
    return this.#first !== null;
  }

  /** Places the next point of the tool. */
  placePoint(anchor: Anchor): void {
    const { tool } = this.state;
    if (tool === null) return;
    if (this.#first === null && DRAWING_POINTS[tool] > 1) {
      this.#first = anchor;
      this.preview(anchor);
      this.#say(`First point of the ${DRAWING_WORDS[tool].toLowerCase()} placed`, [anchor]);
      return;
    }
    this.preview(anchor);
    const made = this.#draft;
    if (made === null) return;
    this.#first = null;
    this.#draft = null;
    this.events.onPut(made, true);
    this.#describe(made, 'placed');
  }

  /** Shows the drawing as it would be with its last point here. */
  preview(anchor: Anchor): void {
    const { tool } = this.state;
    const view = this.view;
    if (tool === null || view === null) return;
    const anchors = placedAnchors(tool, this.#first ?? anchor, anchor);
    const contract = view.scene.bars.at(-1)?.contract ?? null;
    const id = this.#draft?.id ?? newId();
    this.#draft =
      anchors === null
        ? null
        : withAnchors(view.instrument, { id, kind: tool, points: [], text: '', contract }, anchors);
    this.stage.repaint();
  }

  /** Puts the tool, or what is being drawn, down. */
  cancel(): void {
    const wasPlacing = this.#first !== null;
    this.#first = null;
    this.#draft = null;
    if (!wasPlacing && this.state.tool !== null) this.events.onToolEnd();
    else if (!wasPlacing) this.events.onSelect(null);
    this.stage.repaint();
  }

  /** The selected drawing, as it is now. */
  get selected(): Drawing | null {
    const { drawings, selectedId } = this.state;
    return drawings.find(({ id }) => id === selectedId) ?? null;
  }

  /** Moves a drawing, or one of its points, from one place to another; it is stored with `settle`. */
  drag(drawing: Drawing, point: number | null, from: Anchor, to: Anchor): void {
    const view = this.view;
    const anchors = view === null ? null : anchorsOf(view.instrument, drawing);
    if (view === null || anchors === null) return;
    const { scale } = view;
    const bars = Math.round(scale.indexOf(to.atMs) - scale.indexOf(from.atMs));
    const shift = (atMs: number): number => (bars === 0 ? atMs : scale.instantAt(scale.indexOf(atMs) + bars));
    const offset = offsetOf(view, drawing.contract) ?? 0;
    const moved =
      point === null
        ? movedBy(anchors, to.priceTicks - from.priceTicks, shift)
        : withPoint(drawing.kind, anchors, point, { ...to, priceTicks: to.priceTicks - offset });
    this.#draft = withAnchors(view.instrument, drawing, moved);
    this.stage.repaint();
  }

  /** Stores what was moved. */
  settle(): void {
    const moved = this.#draft;
    this.#draft = null;
    if (moved !== null && JSON.stringify(moved) !== JSON.stringify(this.selected))
      this.events.onPut(moved, false);
    this.stage.repaint();
  }

  /** Moves the selected drawing, or its held point, by bars and ticks. */
  nudge(bars: number, ticks: number): void {
    const drawing = this.selected;
    const view = this.view;
    const anchors = view === null || drawing === null ? null : anchorsOf(view.instrument, drawing);
    if (drawing === null || view === null || anchors === null) return;
    const { scale } = view;
    const from = anchors[this.held ?? 0] as Anchor;
    const atMs = bars === 0 ? from.atMs : scale.instantAt(scale.indexOf(from.atMs) + bars);
    const offset = this.held === null ? 0 : (offsetOf(view, drawing.contract) ?? 0);
    this.drag(drawing, this.held, from, { atMs, priceTicks: from.priceTicks + ticks + offset });
    const moved = this.#draft;
    this.settle();
    if (moved !== null) this.#describe(moved, 'moved');
  }

  /** Takes the next point in hand, and after the last one the whole drawing. */
  holdNext(): void {
    const drawing = this.selected;
    if (drawing === null) return;
    const next = (this.held ?? -1) + 1;
    this.held = next < drawing.points.length && drawing.points.length > 1 ? next : null;
    this.events.onSay(
      this.held === null ? 'Arrow keys move the whole drawing' : `Arrow keys move point ${this.held + 1}`,
    );
    this.stage.repaint();
  }

  #describe(drawing: Drawing, what: string): void {
    const view = this.view;
    const anchors = view === null ? null : anchorsOf(view.instrument, drawing);
    if (anchors !== null)
      this.#say(`${drawing.text === '' ? DRAWING_WORDS[drawing.kind] : drawing.text} ${what}`, anchors);
  }

  #say(text: string, anchors: readonly Anchor[]): void {
    const { instrument, timeZone } = this.stage.model.input;
    if (instrument !== null) this.events.onSay(placesText(text, instrument, anchors, timeZone));
  }
}

function placesText(text: string, instrument: Instrument, anchors: readonly Anchor[], zone: string): string {
  const words = drawingWords(instrument, { kind: 'text', text: '' }, anchors, zoneClock(zone));
  return `${text}${words.slice(DRAWING_WORDS.text.length)}`;
}
