/** A connection of the `pg` driver to the embedded database, in place of a socket. */
import { Duplex } from 'node:stream';
import type { Engine } from './engine.ts';
import { isTerminate, queryMessage } from './wire.ts';

/** The engine has one session: what the connection before left open in it ends with it. */
const RESET = [queryMessage('ROLLBACK'), queryMessage('DISCARD ALL')];

export class EngineStream extends Duplex {
  readonly #engine: Pick<Engine, 'ready' | 'exec'>;

  constructor(engine: Pick<Engine, 'ready' | 'exec'>) {
    super();
    this.#engine = engine;
  }

  /** Emits `connect` once the session is reset. */
  connect(): this {
    this.#reset().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  async #reset(): Promise<void> {
    await this.#engine.ready();
    for (const message of RESET) await this.#engine.exec(message);
  }

  /** Of a socket, as are the next two; nothing to set here. */
  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Responses are pushed as they come
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(chunk, done);
  }

  /** The driver corks what belongs together: one request, one response. */
  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  #send(request: Buffer, done: (error?: Error | null) => void): void {
    if (isTerminate(request)) {
      done();
      return;
    }
    this.#engine.exec(request).then(
      (response) => {
        this.push(response);
        done();
      },
      (error: Error) => done(error),
    );
  }
}
