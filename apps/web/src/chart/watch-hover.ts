/** Tells which event the pointer came to, and that it left. */
import type { ChartHover } from '#chart/chart-input.ts';

export interface HoverParts {
  readonly hit: (event: MouseEvent) => string | null;
  /** The events that stand under one mark with this one. */
  readonly mergedWith: (eventId: string) => readonly string[];
  readonly onHover: ((hover: ChartHover | null) => void) | undefined;
  /** Words of what is under the pointer and has no card of its own; empty without. */
  readonly titleAt: (event: MouseEvent) => string;
  /** Shows by its cursor that something stands under the pointer. */
  readonly pointed: HTMLElement;
  readonly signal: AbortSignal;
}

export function watchHover(
  root: HTMLElement,
  { hit, mergedWith, onHover, titleAt, pointed, signal }: HoverParts,
): void {
  let hovered: string | null = null;
  const tell = (eventId: string | null, event: MouseEvent): void => {
    if (eventId === hovered) return;
    hovered = eventId;
    const box = root.getBoundingClientRect();
    const place = { x: event.clientX - box.left, y: event.clientY - box.top };
    onHover?.(eventId === null ? null : { eventId, eventIds: mergedWith(eventId), ...place });
  };
  root.addEventListener(
    'pointermove',
    (event) => {
      const found = hit(event);
      pointed.style.setProperty('cursor', found === null ? 'default' : 'pointer');
      tell(found, event);
      const title = titleAt(event);
      if (root.title !== title) root.title = title;
    },
    { signal },
  );
  root.addEventListener('pointerleave', (event) => tell(null, event), { signal });
}
