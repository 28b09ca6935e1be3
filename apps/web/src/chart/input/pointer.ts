/** The pointer on the chart: drags, clicks and taps, and what it is over. */

import type { Scene } from '#chart/scene/scene.ts';
import type { EventHover, HoverPlace } from './event-hover.ts';
import { hitAiTag, hitEvent, TOUCH_REACH } from './hit-event.ts';

/** A pointer that moved farther than this dragged the chart and did not click. */
const CLICK_REACH = 4;
/** A finger is less steady. */
const TAP_REACH = 10;

export interface PointerParts {
  readonly scene: () => Scene | null;
  readonly hover: EventHover;
  /** The chart was dragged or zoomed. */
  readonly onMoved: () => void;
  readonly onSelect: (eventId: string) => void;
  /** Shows by its cursor that something is under the pointer. */
  readonly pointed: HTMLElement;
  readonly signal: AbortSignal;
}

type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

interface Press extends Point {
  readonly isTouch: boolean;
}

function movedFrom(press: Point, { clientX, clientY }: Point): number {
  return Math.hypot(clientX - press.clientX, clientY - press.clientY);
}

/** Along the bars: a finger that moves up or down scrolls the page. */
function isSideways(press: Point, { clientX, clientY }: Point): boolean {
  return Math.abs(clientX - press.clientX) > 2 * Math.abs(clientY - press.clientY);
}

/**
 * A first tap on a mark shows its card, a second one opens it; a tap on anything else that is an event opens it at
 * once.
 */
export function tapped(
  scene: Scene,
  place: HoverPlace,
  hover: EventHover,
  onSelect: PointerParts['onSelect'],
): boolean {
  const id = hitEvent(scene, place.x, place.y, TOUCH_REACH);
  const isMark = scene.eventMarks.some(({ event }) => event.id === id);
  if (id !== null && isMark && id !== hover.eventId) {
    hover.show(id, place);
    return true;
  }
  hover.hide();
  if (id !== null) onSelect(id);
  return id !== null;
}

/** A finger's own events: the chart library swallows the click that would follow. */
function listenToTouch(
  root: HTMLElement,
  { scene, hover, onMoved, onSelect, signal }: PointerParts,
  pressed: () => Press,
  placeOf: (point: Point) => HoverPlace,
): void {
  root.addEventListener(
    'touchmove',
    ({ touches }) => {
      const [touch] = touches;
      if (touch === undefined || movedFrom(pressed(), touch) <= TAP_REACH) return;
      hover.hide();
      if (touches.length > 1 || isSideways(pressed(), touch)) onMoved();
    },
    { signal, passive: true },
  );
  root.addEventListener(
    'touchend',
    (event) => {
      const [touch] = event.changedTouches;
      const now = scene();
      if (touch === undefined || now === null || event.touches.length > 0) return;
      if (movedFrom(pressed(), touch) > TAP_REACH) return;
      // What opens over the chart must not get a click of the same tap
      if (tapped(now, placeOf(touch), hover, onSelect)) event.preventDefault();
    },
    { signal, passive: false },
  );
}

export function listenToPointer(root: HTMLElement, parts: PointerParts): void {
  const { scene, hover, onMoved, onSelect, pointed, signal } = parts;
  let pressed: Press = { clientX: 0, clientY: 0, isTouch: false };
  const placeOf = ({ clientX, clientY }: Point): HoverPlace => {
    const box = root.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  };
  const at = <T>(event: MouseEvent, find: (scene: Scene, x: number, y: number) => T): T | null => {
    const now = scene();
    const { x, y } = placeOf(event);
    return now === null ? null : find(now, x, y);
  };
  root.addEventListener('wheel', onMoved, { signal, passive: true });
  root.addEventListener(
    'pointerdown',
    ({ clientX, clientY, pointerType }) => {
      pressed = { clientX, clientY, isTouch: pointerType === 'touch' };
    },
    { signal },
  );
  root.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType === 'touch') return;
      if (event.buttons !== 0 && movedFrom(pressed, event) > CLICK_REACH) onMoved();
      const found = at(event, hitEvent);
      pointed.style.setProperty('cursor', found === null ? 'default' : 'pointer');
      if (found === null) hover.hide();
      else hover.show(found, placeOf(event));
      const title = at(event, hitAiTag)?.title ?? '';
      if (root.title !== title) root.title = title;
    },
    { signal },
  );
  root.addEventListener(
    'pointerleave',
    ({ pointerType }) => {
      if (pointerType !== 'touch') hover.hide();
    },
    { signal },
  );
  root.addEventListener(
    'click',
    (event) => {
      if (pressed.isTouch || movedFrom(pressed, event) > CLICK_REACH) return;
      const id = at(event, hitEvent);
      if (id !== null) onSelect(id);
    },
    { signal },
  );
  listenToTouch(root, parts, () => pressed, placeOf);
}

/** A card that a key or a tap brought goes with Escape, and with a click on anything else of the page. */
export function listenToDismissal(root: HTMLElement, hover: EventHover, signal: AbortSignal): void {
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') hover.hide();
    },
    { signal },
  );
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Node && !root.contains(target)) hover.hide();
    },
    { signal },
  );
}
