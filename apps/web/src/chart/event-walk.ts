/** Moves through the events of a chart by keys, and opens the one that is reached. */
import type { EventHover } from '#chart/input/event-hover.ts';
import type { ChartModel } from '#chart/scene/chart-model.ts';

export interface EventWalkParts {
  readonly model: ChartModel;
  readonly hover: EventHover;
  readonly onSelect: (eventId: string) => void;
}

export class EventWalk {
  readonly #parts: EventWalkParts;

  constructor(parts: EventWalkParts) {
    this.#parts = parts;
  }

  get focusedId(): string | null {
    const { model } = this.#parts;
    return model.focus.current(model.walkable(performance.now()));
  }

  step(by: 1 | -1): void {
    const { model, hover } = this.#parts;
    const id = model.focus.walk(model.walkable(performance.now()), by);
    const place = id === null ? null : model.placeOf(id);
    if (id === null || place === null) hover.hide();
    else hover.show(id, place);
  }

  /** The first one where none was reached yet. */
  open(): void {
    if (this.focusedId === null) this.step(1);
    const id = this.focusedId;
    if (id !== null) this.select(id);
  }

  select(eventId: string): void {
    this.#parts.hover.hide();
    this.#parts.onSelect(eventId);
  }
}
