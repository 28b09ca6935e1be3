/** A server that was assembled and does not listen yet. */
import type { App } from './app.ts';

export interface AssembledServer {
  readonly app: Pick<App, 'http'>;
  /** `drainMs` of the settings where there are clients. */
  stop(drainMs: number): Promise<readonly string[]>;
  /** Publishes where it serves, to the others where it is one of several. */
  join(url: string): void;
}
