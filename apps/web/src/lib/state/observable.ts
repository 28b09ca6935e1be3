/** A value outside React that can be watched: components read it with `useSyncExternalStore`. */
import { useSyncExternalStore } from 'react';

export class Observable<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly set = (value: T): void => {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
}

/** What may be read and watched, and not set. */
export type Readable<T> = Pick<Observable<T>, 'get' | 'subscribe'>;

/** Calls `act` with the value, and again at each change: for what must not wait for React. Ends with the returned function. */
export function watch<T>({ get, subscribe }: Readable<T>, act: (value: T) => void): () => void {
  act(get());
  return subscribe(() => act(get()));
}

/** The current value, read again at each change. */
export function useObservable<T>(observable: Readable<T>): T {
  return useSyncExternalStore(observable.subscribe, observable.get, observable.get);
}
