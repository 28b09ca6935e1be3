/** The bus of a single process: listeners are called in order, at once; one that throws harms no other. */
import type { Bus, BusMessages, BusTopic } from '#ports/bus.ts';

type Listener = (message: never) => void;

/** `onListenerError` hears what a listener threw. */
export function createInProcessBus(onListenerError: (topic: BusTopic, error: unknown) => void): Bus {
  const listeners = new Map<BusTopic, Set<Listener>>();

  return {
    publish<T extends BusTopic>(topic: T, message: BusMessages[T]) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          (listener as (message: BusMessages[T]) => void)(message);
        } catch (error) {
          onListenerError(topic, error);
        }
      }
    },
    subscribe(topic, listener) {
      const ofTopic = listeners.get(topic) ?? new Set<Listener>();
      listeners.set(topic, ofTopic);
      ofTopic.add(listener);
      return () => {
        ofTopic.delete(listener);
      };
    },
    async close() {
      listeners.clear();
    },
  };
}
