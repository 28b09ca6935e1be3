/** What windows of one user in one browser exchange: changed layouts, crosshairs of linked panes, panes in windows of their own. */
import { linkGroup, storedLayout } from '@undertow/contracts';
import { z } from 'zod';

const point = z.object({ atMs: z.number(), priceTicks: z.number().nullable(), paneId: z.string() });
/** A pane in a window of its own. */
const place = { layoutId: z.string(), paneId: z.string() };

/** A window may run another release: what it sends is read like any answer. */
const windowMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('layout'), row: storedLayout }),
  z.object({ type: z.literal('point'), group: linkGroup, point: point.nullable() }),
  z.object({ type: z.literal('event'), group: linkGroup, eventId: z.string().nullable() }),
  z.object({ type: z.literal('who') }),
  z.object({ type: z.literal('open'), ...place }),
  z.object({ type: z.literal('closed'), ...place }),
  z.object({ type: z.literal('return'), ...place }),
]);
export type WindowMessage = z.infer<typeof windowMessage>;

export class WindowChannel {
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<(message: WindowMessage) => void>();

  constructor(userId: string) {
    this.#channel = new BroadcastChannel(`undertow-windows-${userId}`);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const read = windowMessage.safeParse(data);
      if (read.success) for (const listener of this.#listeners) listener(read.data);
    };
  }

  /** Reaches every other window, not this one. */
  post(message: WindowMessage): void {
    this.#channel.postMessage(message);
  }

  listen(listener: (message: WindowMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  close(): void {
    this.#listeners.clear();
    this.#channel.close();
  }
}
