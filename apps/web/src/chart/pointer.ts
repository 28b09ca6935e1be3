/** The pointer on the chart: drags, clicks, and what it stands on. */
import { hitAiTag, hitEvent } from '#chart/hit-event.ts';
import type { Scene } from '#chart/scene.ts';
import { type HoverParts, watchHover } from '#chart/watch-hover.ts';

/** A pointer that moved farther than this dragged the chart and did not click. */
const CLICK_REACH = 4;

export interface PointerParts extends Pick<HoverParts, 'onHover' | 'pointed' | 'signal'> {
  readonly scene: () => Scene | null;
  /** The chart was dragged or zoomed. */
  readonly onMoved: () => void;
  readonly onSelect: (eventId: string) => void;
}

/** Every event merged into one mark with this one. */
function mergedWith(scene: Scene | null, eventId: string): readonly string[] {
  const merged = scene?.eventMarks.find(({ event }) => event.id === eventId);
  return merged?.mark.events.map(({ id }) => id) ?? [eventId];
}

export function listenToPointer(root: HTMLElement, parts: PointerParts): void {
  const { scene, onMoved, onSelect, onHover, pointed, signal } = parts;
  let pressed = { x: 0, y: 0 };
  const dragged = (event: MouseEvent): boolean =>
    Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > CLICK_REACH;
  const at = <T>(event: MouseEvent, find: (scene: Scene, x: number, y: number) => T): T | null => {
    const now = scene();
    const box = root.getBoundingClientRect();
    return now === null ? null : find(now, event.clientX - box.left, event.clientY - box.top);
  };
  const hit = (event: MouseEvent): string | null => at(event, hitEvent);
  root.addEventListener('wheel', onMoved, { signal, passive: true });
  root.addEventListener(
    'pointerdown',
    ({ clientX, clientY }) => {
      pressed = { x: clientX, y: clientY };
    },
    { signal },
  );
  root.addEventListener(
    'pointermove',
    (event) => {
      if (event.buttons !== 0 && dragged(event)) onMoved();
    },
    { signal },
  );
  watchHover(root, {
    hit,
    mergedWith: (id) => mergedWith(scene(), id),
    onHover,
    titleAt: (event) => at(event, hitAiTag)?.title ?? '',
    pointed,
    signal,
  });
  root.addEventListener(
    'click',
    (event) => {
      const id = dragged(event) ? null : hit(event);
      if (id !== null) onSelect(id);
    },
    { signal },
  );
}
