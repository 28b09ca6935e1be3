/** Tells which event the pointer came to, and that it left. */
import type { ChartHover } from '#chart/chart-input.ts';

export interface HoverParts {
  readonly hit: (event: MouseEvent) => string | null;
  readonly onHover: ((hover: ChartHover | null) => void) | undefined;
  /** Shows by its cursor that something stands under the pointer. */
  readonly pointed: HTMLElement;
  readonly signal: AbortSignal;
}

export function watchHover(root: HTMLElement, { hit, onHover, pointed, signal }: HoverParts): void {
  let hovered: string | null = null;
  const tell = (eventId: string | null, event: MouseEvent): void => {
    if (eventId === hovered) return;
    hovered = eventId;
    const box = root.getBoundingClientRect();
    onHover?.(eventId === null ? null : { eventId, x: event.clientX - box.left, y: event.clientY - box.top });
  };
  root.addEventListener(
    'pointermove',
    (event) => {
      const found = hit(event);
      pointed.style.setProperty('cursor', found === null ? 'default' : 'pointer');
      tell(found, event);
    },
    { signal },
  );
  root.addEventListener('pointerleave', (event) => tell(null, event), { signal });
}
