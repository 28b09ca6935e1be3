/**
 * A WebSocket client that reads into one buffer shared by all of its kind, and copies nothing that arrives whole: what ten thousand
 * sockets on one core need. Text frames only, as the product sends them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { FrameReader } from './frame-reader.ts';
import type { LoopbackAddress } from './loopback-address.ts';

const ACCEPT_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const BUFFER_BYTES = 256 * 1024;
const MAX_HEAD_BYTES = 16 * 1024;
const HANDSHAKE_MS = 15_000;
/** What is left of a connection that the server does not end after a close frame. */
const CLOSING_MS = 2000;
/** Nothing was said about the close. */
export const CLOSED_ABNORMALLY = 1006;

const OPCODE_TEXT = 1;
const OPCODE_CLOSE = 8;
const OPCODE_PING = 9;
const OPCODE_PONG = 10;

/** Calls are synchronous: what arrived has been handled before anything else is read into it. */
const shared = Buffer.allocUnsafe(BUFFER_BYTES);

export interface RawSocketOptions {
  readonly address: LoopbackAddress;
  readonly localAddress: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: string;
  onOpen(): void;
  /** `bytes` is only valid during the call. */
  onText(bytes: Buffer): void;
  /** Anything else than the protocol allows; the connection stays. */
  onProblem(text: string): void;
  /** Once. `code` is 1006 where the server said nothing; a refused upgrade has its status as the reason. */
  onClose(code: number, reason: string): void;
}

export class RawSocket {
  readonly #options: RawSocketOptions;
  readonly #socket: Socket;
  readonly #key = randomBytes(16).toString('base64');
  readonly #frames: FrameReader;
  readonly #timer: NodeJS.Timeout;
  #head: Buffer | null = Buffer.alloc(0);
  #closed: { readonly code: number; readonly reason: string } | null = null;

  constructor(options: RawSocketOptions) {
    this.#options = options;
    this.#frames = new FrameReader({
      onFrame: (opcode, payload) => this.#onFrame(opcode, payload),
      onProblem: (text) => options.onProblem(text),
    });
    const { host, port } = options.address;
    this.#socket = connect({
      ...{ host, port, noDelay: true },
      ...(options.localAddress === undefined ? {} : { localAddress: options.localAddress }),
      onread: { buffer: shared, callback: (count) => this.#onBytes(shared.subarray(0, count)) },
    });
    this.#socket.on('connect', () => this.#socket.write(this.#request()));
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#closed ??= { code: CLOSED_ABNORMALLY, reason: error.code ?? error.message };
    });
    this.#socket.on('end', () => this.#socket.end());
    this.#socket.on('close', () => {
      clearTimeout(this.#timer);
      const { code, reason } = this.#closed ?? { code: CLOSED_ABNORMALLY, reason: '' };
      options.onClose(code, reason);
    });
    this.#timer = setTimeout(() => this.#end('no answer to the upgrade'), HANDSHAKE_MS);
  }

  send(text: string): void {
    this.#write(OPCODE_TEXT, Buffer.from(text));
  }

  /** Ends as a page does that is left. */
  close(): void {
    const code = Buffer.alloc(2);
    code.writeUInt16BE(1000);
    this.#write(OPCODE_CLOSE, code);
    setTimeout(() => this.#socket.destroy(), CLOSING_MS).unref();
  }

  #end(reason: string): void {
    this.#closed ??= { code: CLOSED_ABNORMALLY, reason };
    this.#socket.destroy();
  }

  #request(): string {
    const { address, headers, protocol } = this.#options;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return [
      'GET /ws HTTP/1.1',
      `Host: ${address.authority}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${this.#key}`,
      `Sec-WebSocket-Protocol: ${protocol}`,
      ...lines,
      '',
      '',
    ].join('\r\n');
  }

  #onBytes(bytes: Buffer): boolean {
    if (this.#head === null) this.#frames.add(bytes);
    else this.#onHead(Buffer.concat([this.#head, bytes]));
    return true;
  }

  #onHead(head: Buffer): void {
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) {
      if (head.length > MAX_HEAD_BYTES) this.#end('an answer to the upgrade without an end');
      this.#head = head;
      return;
    }
    clearTimeout(this.#timer);
    const problem = this.#problemOf(head.subarray(0, end).toString('latin1'));
    if (problem !== null) {
      this.#end(problem);
      return;
    }
    this.#head = null;
    this.#options.onOpen();
    if (end + 4 < head.length) this.#frames.add(head.subarray(end + 4));
  }

  /** Why the answer to the upgrade is none that is usable; null where it is. */
  #problemOf(head: string): string | null {
    const [status = '', ...lines] = head.split('\r\n');
    const code = status.split(' ')[1] ?? '';
    if (code !== '101') return `HTTP ${code}`;
    const headers = new Map(
      lines.map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
    );
    const accept = createHash('sha1').update(`${this.#key}${ACCEPT_GUID}`).digest('base64');
    if (headers.get('sec-websocket-accept') !== accept) return 'the key of the upgrade was not accepted';
    const { protocol } = this.#options;
    return headers.get('sec-websocket-protocol') === protocol
      ? null
      : `the protocol ${protocol} was not accepted`;
  }

  #onFrame(opcode: number, payload: Buffer): void {
    if (opcode === OPCODE_TEXT) this.#options.onText(payload);
    else if (opcode === OPCODE_PING) this.#write(OPCODE_PONG, payload);
    else if (opcode === OPCODE_CLOSE) {
      const code = payload.length < 2 ? 1005 : payload.readUInt16BE();
      this.#closed ??= { code, reason: payload.subarray(2).toString() };
      this.#write(OPCODE_CLOSE, payload.subarray(0, 2));
      this.#socket.end();
      setTimeout(() => this.#socket.destroy(), CLOSING_MS).unref();
    } else if (opcode !== OPCODE_PONG) this.#options.onProblem(`a frame of opcode ${opcode}, expected text`);
  }

  /** Masked, as frames of a client are. */
  #write(opcode: number, payload: Buffer): void {
    if (!this.#socket.writable) return;
    const long = payload.length > 125;
    const frame = Buffer.allocUnsafe((long ? 8 : 6) + payload.length);
    frame[0] = 0x80 | opcode;
    frame[1] = 0x80 | (long ? 126 : payload.length);
    if (long) frame.writeUInt16BE(payload.length, 2);
    const mask = randomBytes(4);
    const at = long ? 4 : 2;
    mask.copy(frame, at);
    for (let place = 0; place < payload.length; place += 1)
      frame[at + 4 + place] = payload[place]! ^ mask[place % 4]!;
    this.#socket.write(frame);
  }
}
