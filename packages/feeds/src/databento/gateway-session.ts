/** One connection to the gateway: challenge and answer, then records until it ends, with one reason when it does. */
import { connect, type Socket } from 'node:net';
import type { DbnBlock } from '#dbn/files/dbn-file.ts';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import { RecordFramer } from '#dbn/files/record-framer.ts';
import { asDatabentoError, DatabentoError, faultOfRefusal } from './databento-error.ts';
import { authLine, pairsOf } from './gateway-lines.ts';
import { StreamReader } from './stream-reader.ts';

export interface SessionOptions {
  readonly host: string;
  readonly port: number;
  readonly key: string;
  readonly dataset: string;
  readonly compression: 'none' | 'zstd';
  /** Multiplies every wait; 1 outside tests. */
  readonly waitScale: number;
}

export interface SessionListener {
  /** The key was accepted: subscriptions are to be sent, then the start. */
  onAccepted(session: GatewaySession): void;
  onMetadata(metadata: DbnMetadata): void;
  /** Valid during the call only. */
  onBlock(block: DbnBlock): void;
  /** Once, unless `close` was called before. */
  onDown(error: DatabentoError): void;
}

const CONNECT_MS = 10_000;
const AUTH_MS = 30_000;
/** The interval of the gateway's heartbeats, and how long it may be silent before it is given up. */
const HEARTBEAT_SECONDS = 5;
const SILENCE_MS = 10_000;
/** No line of the handshake is longer. */
const MAX_LINE_BYTES = 4096;
const NEW_LINE = 10;
const CLIENT = 'Undertow 1.0';

export class GatewaySession {
  readonly #options: SessionOptions;
  readonly #listener: SessionListener;
  readonly #socket: Socket;
  readonly #framer: RecordFramer;
  readonly #reader: StreamReader;
  #line = Buffer.alloc(0);
  #isAccepted = false;
  #isOver = false;
  #isPaused = false;
  #timer: NodeJS.Timeout;

  constructor(options: SessionOptions, listener: SessionListener) {
    this.#options = options;
    this.#listener = listener;
    this.#framer = new RecordFramer(listener);
    this.#reader = new StreamReader({
      compression: options.compression,
      onBytes: (bytes) => this.#framer.push(bytes),
      onFault: (error) => this.fail(asDatabentoError(error)),
      pause: () => this.#hold(true),
      resume: () => this.#hold(false),
    });
    const { host, port } = options;
    // Every address of the name is tried in turn
    this.#socket = connect({ host, port, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2000 });
    this.#timer = this.#limit(CONNECT_MS, `no connection to ${host}:${port}`);
    this.#socket.setNoDelay(true);
    this.#socket.on('connect', () => {
      this.#timer = this.#limit(AUTH_MS, 'the gateway did not finish the handshake');
    });
    this.#socket.on('data', (bytes) => this.#onData(bytes));
    this.#socket.on('error', (error) => this.#onClosed(reasonOf(error)));
    this.#socket.on('close', () => this.#onClosed('the gateway closed the connection'));
  }

  /** Bytes received and not yet decoded. */
  get backlogBytes(): number {
    return this.#reader.backlogBytes;
  }

  send(lines: readonly string[]): void {
    if (!this.#isOver && lines.length > 0) this.#socket.write(`${lines.join('\n')}\n`);
  }

  /** Ends the connection without a word to the listener. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#reader.stop();
    this.#socket.destroy();
  }

  /** Gives the session up for this reason. */
  fail(error: DatabentoError): void {
    if (this.#isOver) return;
    this.close();
    this.#listener.onDown(error);
  }

  /** What came before the end is read first: it may say why. */
  #onClosed(reason: string): void {
    if (this.#isOver) return;
    if (this.backlogBytes > 0) {
      setImmediate(() => this.#onClosed(reason));
      return;
    }
    const { pendingBytes } = this.#framer;
    const where = pendingBytes === 0 ? '' : `, ${pendingBytes} bytes into a record`;
    this.fail(new DatabentoError('gateway_down', `${reason}${where}`));
  }

  #onData(bytes: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#isAccepted) {
      this.#timer.refresh();
      this.#reader.push(bytes);
      return;
    }
    this.#line = Buffer.concat([this.#line, bytes]);
    try {
      this.#readLines();
    } catch (error) {
      // Nothing that a gateway sends may leave an event handler as an exception: it would end the process
      this.fail(asDatabentoError(error));
    }
  }

  /** Lines until the key is accepted; everything after that line belongs to the stream. */
  #readLines(): void {
    for (;;) {
      const end = this.#line.indexOf(NEW_LINE);
      if (end < 0) break;
      const line = this.#line.toString('latin1', 0, end);
      this.#line = this.#line.subarray(end + 1);
      this.#onLine(line);
      if (this.#isOver) return;
      if (this.#isAccepted) {
        if (this.#line.length > 0) this.#reader.push(this.#line);
        return;
      }
    }
    if (this.#line.length > MAX_LINE_BYTES)
      throw new DatabentoError(
        'protocol',
        `expected a line of the handshake, got ${this.#line.length} bytes without an end: is it a live gateway?`,
      );
  }

  #onLine(line: string): void {
    const pairs = pairsOf(line);
    const challenge = pairs.get('cram');
    if (challenge !== undefined) {
      const { key, dataset, compression } = this.#options;
      const fields = { challenge, key, dataset, compression, client: CLIENT };
      this.send([authLine({ ...fields, heartbeatSeconds: HEARTBEAT_SECONDS })]);
      return;
    }
    if (pairs.has('lsg_version')) return;
    if (pairs.get('success') !== '1') throw this.#refusal(pairs.get('error') ?? line);
    this.#isAccepted = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onSilence(), SILENCE_MS * this.#options.waitScale);
    this.#listener.onAccepted(this);
  }

  #refusal(text: string): DatabentoError {
    const shown = text.replaceAll(this.#options.key, '…').slice(0, 300);
    return new DatabentoError(faultOfRefusal(shown), `the gateway refused the session: ${shown}`);
  }

  /** While we read too slowly, or the whole process was suspended, the silence is our own. */
  #onSilence(): void {
    const { bytesRead } = this.#socket;
    // Timers run before sockets are read: what waits there has arrived by the next turn
    setImmediate(() => {
      if (this.#isOver) return;
      const isOurs = this.#isPaused || this.backlogBytes > 0 || this.#socket.bytesRead > bytesRead;
      if (isOurs) this.#timer.refresh();
      else this.fail(new DatabentoError('silent', 'nothing came from the gateway for 10 s'));
    });
  }

  #hold(isPaused: boolean): void {
    if (this.#isOver) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#socket.pause();
    else this.#socket.resume();
  }

  #limit(ms: number, what: string): NodeJS.Timeout {
    clearTimeout(this.#timer);
    return setTimeout(
      () => this.fail(new DatabentoError('gateway_down', `${what} within ${ms / 1000} s`)),
      ms * this.#options.waitScale,
    );
  }
}

function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return `no connection to the gateway: ${code}`;
}
