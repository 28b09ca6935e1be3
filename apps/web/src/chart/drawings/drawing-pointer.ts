/** Pointer on a chart with drawings: places points by click or drag, selects, moves. What it takes, the chart does not see. */
import type { Drawing } from '@undertow/contracts';
import type { DrawingLayer } from './drawing-layer.ts';
import type { Anchor } from './drawing-points.ts';
import type { Pixel } from './place-drawings.ts';

const MOUSE_REACH = 6;
const FINGER_REACH = 16;
/** A pointer that moved farther than this dragged. */
const DRAG_FROM = 6;

interface Held {
  readonly drawing: Drawing;
  readonly point: number | null;
  readonly from: Anchor;
}

interface Press {
  readonly at: Pixel;
  /** Null: a tool places points. */
  readonly held: Held | null;
  /** It placed the first point: its release ends a drag, and otherwise a second click is waited for. */
  readonly isFirst: boolean;
  isDragged: boolean;
}

function take(event: Event): void {
  event.stopImmediatePropagation();
  if (event.cancelable) event.preventDefault();
}

class DrawingPointer {
  readonly #layer: DrawingLayer;
  readonly #root: HTMLElement;
  #press: Press | null = null;

  constructor(layer: DrawingLayer) {
    this.#layer = layer;
    this.#root = layer.stage.root;
  }

  listen(signal: AbortSignal): void {
    const options = { signal, capture: true };
    this.#root.addEventListener('pointerdown', (event) => this.#pressed(event), options);
    this.#root.addEventListener('pointermove', (event) => this.#moved(event), options);
    this.#root.addEventListener('pointerup', (event) => this.#released(event), options);
    this.#root.addEventListener('pointercancel', () => this.#cancelled(), options);
    const takeHeld = (event: Event): void => {
      if (this.#press !== null) take(event);
    };
    // The chart library listens to these, and a page to the touch that scrolls it
    this.#root.addEventListener('mousedown', takeHeld, options);
    this.#root.addEventListener('touchstart', takeHeld, { ...options, passive: false });
    const takeOfTool = (event: Event): void => {
      if (this.#layer.state.tool !== null) take(event);
    };
    this.#root.addEventListener('click', takeOfTool, options);
  }

  #pixelOf({ clientX, clientY }: MouseEvent): Pixel {
    const box = this.#root.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  #pressed(event: PointerEvent): void {
    const at = this.#pixelOf(event);
    const anchor = event.button === 0 && this.#layer.isOnPlot(at) ? this.#layer.anchorAt(at) : null;
    if (anchor === null) return;
    const hasTool = this.#layer.state.tool !== null;
    const held = hasTool ? null : this.#grip(at, anchor, event.pointerType === 'touch');
    if (!hasTool && held === null) return;
    const isFirst = hasTool && !this.#layer.isPlacing;
    this.#press = { at, held, isFirst, isDragged: false };
    take(event);
    this.#root.focus({ preventScroll: true });
    this.#root.setPointerCapture(event.pointerId);
    if (isFirst) this.#layer.placePoint(anchor);
  }

  /** Selects what is there. A finger that pans over a line moves the chart, until the line is selected. */
  #grip(at: Pixel, from: Anchor, isFinger: boolean): Held | null {
    const { selectedId, drawings } = this.#layer.state;
    const hit = this.#layer.hit(at, isFinger ? FINGER_REACH : MOUSE_REACH);
    const id = hit?.id ?? null;
    if (id !== selectedId) this.#layer.events.onSelect(id);
    const drawing = drawings.find((one) => one.id === id);
    if (hit === null || drawing === undefined || (isFinger && id !== selectedId)) return null;
    return { drawing, point: hit.point, from };
  }

  #moved(event: PointerEvent): void {
    const at = this.#pixelOf(event);
    const anchor = this.#layer.anchorAt(at);
    if (anchor === null) return;
    const press = this.#press;
    if (press === null) {
      this.#hovered(event, at, anchor);
      return;
    }
    event.stopImmediatePropagation();
    press.isDragged ||= Math.hypot(at.x - press.at.x, at.y - press.at.y) > DRAG_FROM;
    if (!press.isDragged) return;
    if (press.held !== null) this.#layer.drag(press.held.drawing, press.held.point, press.held.from, anchor);
    else if (this.#layer.isPlacing) this.#layer.preview(anchor);
  }

  #hovered({ pointerType, buttons }: PointerEvent, at: Pixel, anchor: Anchor): void {
    if (this.#layer.isPlacing) this.#layer.preview(anchor);
    if (pointerType === 'touch' || buttons !== 0) return;
    const isFree = this.#layer.state.tool === null && this.#layer.isOnPlot(at);
    this.#root.style.setProperty('cursor', isFree && this.#layer.hit(at, MOUSE_REACH) !== null ? 'move' : '');
  }

  #released(event: PointerEvent): void {
    const press = this.#press;
    if (press === null) return;
    this.#press = null;
    take(event);
    const anchor = this.#layer.anchorAt(this.#pixelOf(event));
    if (press.held !== null) this.#layer.settle();
    else if (anchor !== null && this.#layer.isPlacing && (press.isDragged || !press.isFirst))
      this.#layer.placePoint(anchor);
  }

  #cancelled(): void {
    if (this.#press !== null) this.#layer.cancel();
    this.#press = null;
  }
}

export function listenToDrawing(layer: DrawingLayer, signal: AbortSignal): void {
  new DrawingPointer(layer).listen(signal);
}
