/** A child of a driver that answers messages one at a time. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child {
  nextMessage<T>(): Promise<T>;
  request<T>(): Promise<T>;
  end(): void;
}

export function openChild(script: URL, words: readonly string[]): Child {
  const child = fork(fileURLToPath(script), [...words]);
  const nextMessage = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T;
  return {
    nextMessage,
    request<T>(): Promise<T> {
      const response = nextMessage<T>();
      child.send('now');
      return response;
    },
    end: () => child.disconnect(),
  };
}
