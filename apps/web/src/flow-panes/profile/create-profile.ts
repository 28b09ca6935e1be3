/** Makes a profile in a container: keeps the newest input and the view, paints once a frame, handles pointer and keys. */
import { type ZoneClock, zoneClock } from '#chart/data/time-labels.ts';
import type { FootprintBrush } from '#flow-panes/footprint/footprint-brush.ts';
import { type CanvasSize, FootprintCanvas } from '#flow-panes/footprint/footprint-canvas.ts';
import type { TimeRange } from '#flow-panes/sessions/profile-choices.ts';
import { SessionProfiles } from '#flow-panes/sessions/session-profiles.ts';
import { type ProfileCursor, paintCursor, paintRangeCursor, type RangeCursor } from './paint-cursor.ts';
import { paintProfile } from './paint-profile.ts';
import { paintRange } from './paint-range.ts';
import { pointOfRange, rangeHit, sessionHit } from './profile-hits.ts';
import type { ProfileCommand, ProfileHandlers, ProfileInput, ProfilePoint } from './profile-input.ts';
import { commandOfProfileKey, PROFILE_STEPS, steppedCursor } from './profile-keys.ts';
import { listenToProfilePointer } from './profile-pointer.ts';
import { neededBars, shownOf } from './profile-reports.ts';
import { type ProfileScene, profileScene } from './profile-scene.ts';
import { FIRST_PROFILE_VIEW, movedPrices, type ProfileView, scrolled, zoomedPrices } from './profile-view.ts';
import { profileSummary, rangeWords, sessionRowWords } from './profile-words.ts';
import { msAtX, type RangeScene, rangeScene, steppedMs } from './range-scene.ts';

const ZOOM_STEP = 1.2;
const SUMMARY_EVERY_MS = 5000;

export class ProfileBoard {
  readonly #handlers: ProfileHandlers;
  readonly #canvas: FootprintCanvas;
  readonly #stops = new AbortController();
  readonly #profiles = new SessionProfiles();
  #input: ProfileInput;
  #clock: ZoneClock;
  #view: ProfileView = FIRST_PROFILE_VIEW;
  #sessions: ProfileScene | null = null;
  #range: RangeScene | null = null;
  #cursor: ProfileCursor | null = null;
  #rangeCursor: RangeCursor | null = null;
  #linked: ProfilePoint | null = null;
  /** Where a range that Shift extends began. */
  #anchorMs: number | null = null;
  #dragged: TimeRange | null = null;
  #isKey = false;
  #needed = '';
  #shown = '';
  #said = '';
  /** Pixels of a drag that have not scrolled yet. */
  #draggedPx = 0;
  #summarizedMs = Number.NEGATIVE_INFINITY;

  constructor(container: HTMLElement, input: ProfileInput, handlers: ProfileHandlers) {
    this.#handlers = handlers;
    this.#input = input;
    this.#clock = zoneClock(input.timeZone);
    this.#canvas = new FootprintCanvas(container, {
      paint: ({ back }, size) => this.#paint(back, size),
      paintTop: (brush) => this.#paintTop(brush),
    });
    this.#canvas.root.ariaLabel = profileSummary(input, null);
    this.#listen();
    this.update(input);
  }

  get input(): ProfileInput {
    return this.#input;
  }

  /** What the last frame showed; null without a trade, and where the other kind is shown. */
  get sessions(): ProfileScene | null {
    return this.#sessions;
  }

  get range(): RangeScene | null {
    return this.#range;
  }

  update(input: ProfileInput): void {
    if (input.timeZone !== this.#input.timeZone) this.#clock = zoneClock(input.timeZone);
    if (
      input.choices.session !== this.#input.choices.session ||
      input.choices.view !== this.#input.choices.view
    )
      this.#view = FIRST_PROFILE_VIEW;
    if (input.choices.range !== this.#input.choices.range) this.#dragged = null;
    this.#input = input;
    this.#canvas.request();
  }

  /** The crosshair of a linked pane, drawn while there is none of its own. */
  setLinkedPoint(point: ProfilePoint | null): void {
    this.#linked = point;
    this.#canvas.requestTop();
  }

  run(command: ProfileCommand): void {
    if (command === 'latest') {
      this.#cursor = null;
      this.#setView(FIRST_PROFILE_VIEW);
      return;
    }
    const factor = command === 'zoom-in' ? ZOOM_STEP : 1 / ZOOM_STEP;
    this.#setView(zoomedPrices(this.#view, factor, this.#centre()));
  }

  dispose(): void {
    this.#stops.abort();
    this.#canvas.dispose();
  }

  get #isRange(): boolean {
    const { view } = this.#input.choices;
    return view === 'range' || view === 'visible';
  }

  #centre(): number {
    return (this.#sessions ?? this.#range)?.rows.centreTicks ?? 0;
  }

  #paint(brush: FootprintBrush, { width, height }: CanvasSize): void {
    const request = { input: this.#input, view: this.#view, width, height };
    this.#sessions = this.#isRange ? null : profileScene({ ...request, profiles: this.#profiles });
    this.#range = this.#isRange ? rangeScene(request, this.#dragged ?? this.#input.choices.range) : null;
    if (this.#sessions !== null) paintProfile(brush, this.#sessions, this.#input);
    else if (this.#range !== null) paintRange(brush, this.#range, this.#input, this.#clock);
    else brush.rect('surface', 0, 0, width, height);
    this.#report();
  }

  #paintTop(brush: FootprintBrush): void {
    const linked = this.#linked?.priceTicks ?? null;
    if (this.#sessions !== null) paintCursor(brush, this.#sessions, this.#input, this.#cursor, linked);
    else if (this.#range !== null)
      paintRangeCursor(brush, this.#range, this.#input, this.#rangeCursor, linked);
    this.#readout();
  }

  #report(): void {
    this.#reportNeed();
    this.#reportShown();
    if (performance.now() - this.#summarizedMs < SUMMARY_EVERY_MS) return;
    if (this.#sessions === null && this.#range === null) return;
    this.#summarizedMs = performance.now();
    const newest = this.#sessions?.columns.at(-1)?.session ?? null;
    const words = this.#range === null ? null : rangeWords(this.#input, this.#range, this.#clock);
    this.#canvas.root.ariaLabel =
      words === null
        ? profileSummary(this.#input, newest)
        : `Volume profile of ${this.#input.market.instrument.symbol}, ${words}`;
  }

  #reportNeed(): void {
    const needed = neededBars(this.#input, this.#view);
    if (needed === null) return;
    const words = Object.values(needed).join();
    if (words === this.#needed) return;
    this.#needed = words;
    this.#handlers.onNeed(needed.fromMs, needed.volumeFromMs);
  }

  #reportShown(): void {
    const shown = shownOf(this.#input, this.#sessions ?? this.#range, this.#view);
    const words = JSON.stringify(shown);
    if (words === this.#shown) return;
    this.#shown = words;
    this.#handlers.onShown(shown);
  }

  #readout(): void {
    const words = this.#words();
    if (words === this.#said) return;
    this.#said = words;
    this.#handlers.onReadout(words === '' ? null : words, this.#isKey);
  }

  #words(): string {
    if (this.#sessions !== null && this.#cursor !== null) {
      const { day, rowStart } = this.#cursor;
      const column = this.#sessions.columns.find(({ session }) => session.day === day);
      return column === undefined ? '' : sessionRowWords(this.#input, column.session, rowStart);
    }
    if (this.#range === null || !this.#isKey || this.#rangeCursor === null) return '';
    const at = this.#rangeCursor.atMs;
    const where = `${this.#clock.day(at)} ${this.#clock.minute(at)}`;
    return this.#anchorMs === null
      ? where
      : `${where} · ${rangeWords(this.#input, this.#range, this.#clock)}`;
  }

  #setView(view: ProfileView): void {
    this.#view = view;
    this.#canvas.request();
  }

  #pan(dx: number, dy: number): void {
    const scene = this.#sessions ?? this.#range;
    if (scene === null) return;
    const ticks = dy / scene.rows.pixelsPerTick;
    if (this.#view.zoom > 1) this.#setView(movedPrices(this.#view, ticks, scene.rows.centreTicks));
    this.#draggedPx += dx;
    const width = this.#sessions?.columns[0]?.width ?? this.#range?.stretches[0]?.width ?? 200;
    const sessions = Math.trunc(this.#draggedPx / Math.max(40, width / 2));
    if (sessions === 0) return;
    this.#draggedPx = 0;
    this.#setView(scrolled(this.#view, sessions));
  }

  #hover(x: number, y: number): void {
    this.#isKey = false;
    const hit = this.#sessions === null ? null : sessionHit(this.#sessions, this.#input, x, y);
    this.#cursor = hit?.cursor ?? null;
    this.#rangeCursor = this.#range === null ? null : rangeHit(this.#range, x, y);
    this.#handlers.onPoint(hit === null ? pointOfRange(this.#rangeCursor) : hit.point);
    this.#canvas.requestTop();
  }

  #leave(): void {
    this.#cursor = null;
    this.#rangeCursor = null;
    this.#handlers.onPoint(null);
    this.#canvas.requestTop();
  }

  #choose(oneMs: number, otherMs: number, isOver: boolean): void {
    const scene = this.#range;
    if (scene === null) return;
    const [fromMs, lastMs] = [Math.min(oneMs, otherMs), Math.max(oneMs, otherMs)];
    this.#dragged = { fromMs, toMs: lastMs + scene.barMs };
    if (isOver) this.#handlers.onRange(this.#dragged);
    this.#canvas.request();
  }

  #listen(): void {
    const { signal } = this.#stops;
    const { root } = this.#canvas;
    const choose = (fromX: number, toX: number, isOver: boolean): void => {
      const scene = this.#range;
      if (scene !== null) this.#choose(msAtX(scene, fromX), msAtX(scene, toX), isOver);
    };
    const board = this;
    listenToProfilePointer(
      root,
      {
        axisX: () => (this.#sessions ?? this.#range)?.layout.right ?? Number.POSITIVE_INFINITY,
        hover: (x, y) => this.#hover(x, y),
        leave: () => this.#leave(),
        pan: (dx, dy) => this.#pan(dx, dy),
        zoom: (factor) => this.#setView(zoomedPrices(this.#view, factor, this.#centre())),
        scroll: (sessions) => this.#setView(scrolled(this.#view, sessions)),
        get choose() {
          return board.#input.choices.view === 'range' ? choose : null;
        },
      },
      signal,
    );
    root.addEventListener('keydown', (event) => this.#key(event), { signal });
    root.addEventListener('dblclick', () => this.run('latest'), { signal });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' && this.#input.choices.view === 'range') {
      this.#clearRange();
      return;
    }
    const command = commandOfProfileKey(event.key);
    const step = PROFILE_STEPS[event.key];
    if (command === null && step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#isKey = true;
    if (command !== null) this.run(command);
    else if (step !== undefined && this.#sessions !== null) this.#stepSessions(this.#sessions, step);
    else if (step !== undefined && this.#range !== null) this.#stepRange(this.#range, step, event.shiftKey);
  }

  #clearRange(): void {
    this.#anchorMs = null;
    this.#dragged = null;
    this.#handlers.onRange(null);
    this.#canvas.request();
  }

  #stepSessions(scene: ProfileScene, step: readonly [number, number]): void {
    const stepped = steppedCursor(scene, this.#cursor, step);
    if (stepped === null) return;
    this.#cursor = stepped.cursor;
    this.#setView(scrolled(this.#view, stepped.scroll));
  }

  #stepRange(scene: RangeScene, [bars]: readonly [number, number], isShift: boolean): void {
    const newest = scene.bars[scene.bars.length - 1]!.startMs;
    const from = this.#rangeCursor?.atMs ?? newest;
    const atMs = this.#rangeCursor === null ? newest : steppedMs(scene, from, bars);
    this.#rangeCursor = { atMs, rowStart: null };
    if (isShift && this.#input.choices.view === 'range') {
      this.#anchorMs ??= from;
      this.#choose(this.#anchorMs, atMs, true);
    } else this.#anchorMs = null;
    this.#canvas.requestTop();
  }
}
