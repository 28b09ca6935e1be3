/** The bus of a single process: listeners are called in order, at once; one that throws harms no other. */
import type { Bus, BusMessages, BusTopic } from '#ports/bus.ts';

type Listener = (message: never) => void;
type OnListenerError = (topic: BusTopic, error: unknown) => void;

class InProcessBus implements Bus {
  readonly #listeners = new Map<BusTopic, Set<Listener>>();
  readonly #onListenerError: OnListenerError;

  constructor(onListenerError: OnListenerError) {
    this.#onListenerError = onListenerError;
  }

  publish<T extends BusTopic>(topic: T, message: BusMessages[T]): void {
    for (const listener of this.#listeners.get(topic) ?? []) {
      try {
        (listener as (message: BusMessages[T]) => void)(message);
      } catch (error) {
        this.#onListenerError(topic, error);
      }
    }
  }

  subscribe<T extends BusTopic>(topic: T, listener: (message: BusMessages[T]) => void): () => void {
    const ofTopic = this.#listeners.get(topic) ?? new Set<Listener>();
    this.#listeners.set(topic, ofTopic.add(listener));
    return () => ofTopic.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }
}

/** `onListenerError` receives what a listener threw. */
export function createInProcessBus(onListenerError: OnListenerError): Bus {
  return new InProcessBus(onListenerError);
}
