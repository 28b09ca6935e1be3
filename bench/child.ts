/** A child of a driver that answers messages one at a time. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child {
  nextMessage<T>(): Promise<T>;
  request<T>(): Promise<T>;
  /** Resolves with its next message, once it did so many. */
  order<T>(count: number): Promise<T>;
  end(): void;
}

export function openChild(script: URL, words: readonly string[]): Child {
  const child = fork(fileURLToPath(script), [...words]);
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script.pathname} ended with ${code}`)));
  });
  failed.catch(() => undefined);
  const nextMessage = <T>(): Promise<T> =>
    Promise.race([once(child, 'message').then(([message]) => message as T), failed]);
  const send = <T>(message: string | number): Promise<T> => {
    const response = nextMessage<T>();
    child.send(message);
    return response;
  };
  return {
    nextMessage,
    request: () => send('now'),
    order: (count) => send(count),
    end: () => child.disconnect(),
  };
}
