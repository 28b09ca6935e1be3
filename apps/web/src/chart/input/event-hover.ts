/** Which event has the card: the one that the pointer, a tap or a key came to. */
import type { ChartHover } from '#chart/data/chart-input.ts';

export interface HoverPlace {
  readonly x: number;
  readonly y: number;
}

/** The events that share this one's mark. */
export type MergedWith = (eventId: string) => readonly string[];

export class EventHover {
  readonly #mergedWith: MergedWith;
  readonly #onHover: (hover: ChartHover | null) => void;
  #eventId: string | null = null;

  constructor(mergedWith: MergedWith, onHover: (hover: ChartHover | null) => void) {
    this.#mergedWith = mergedWith;
    this.#onHover = onHover;
  }

  get eventId(): string | null {
    return this.#eventId;
  }

  /** The card stays where it was first shown for the event. */
  show(eventId: string, { x, y }: HoverPlace): void {
    if (eventId === this.#eventId) return;
    this.#eventId = eventId;
    this.#onHover({ eventId, eventIds: this.#mergedWith(eventId), x, y });
  }

  hide(): void {
    if (this.#eventId === null) return;
    this.#eventId = null;
    this.#onHover(null);
  }
}
