/** Bytes to one client: whole or in pieces, plain or as one zstd stream that is flushed after each burst. */
import type { Socket } from 'node:net';
import { createZstdCompress, type ZstdCompress, constants as zlib } from 'node:zlib';

/** A client that does not read is disconnected before its queue exhausts memory. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;
const POLL_MS = 5;

export class Output {
  readonly #socket: Socket;
  readonly #splitBytes: () => number | null;
  #zstd: ZstdCompress | null = null;
  #willFlush = false;
  /** What is to go out in pieces; of the first, so many bytes were sent. */
  readonly #queue: Buffer[] = [];
  #queuedBytes = 0;
  #sent = 0;

  constructor(socket: Socket, splitBytes: () => number | null) {
    this.#socket = socket;
    this.#splitBytes = splitBytes;
  }

  get waitingBytes(): number {
    return this.#socket.writableLength + this.#queuedBytes + (this.#zstd?.writableLength ?? 0);
  }

  /** Everything that is written from now on is one zstd stream. */
  compress(): void {
    this.#zstd = createZstdCompress();
    this.#zstd.on('data', (bytes: Buffer) => this.#send(bytes));
    this.#zstd.on('error', () => this.#socket.destroy());
  }

  write(bytes: Uint8Array | string): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    if (this.waitingBytes > MAX_WAITING_BYTES) {
      this.#socket.destroy();
      return;
    }
    if (this.#zstd === null) {
      this.#send(Buffer.from(bytes as string));
      return;
    }
    this.#zstd.write(bytes);
    if (this.#willFlush) return;
    this.#willFlush = true;
    setImmediate(() => this.#flush());
  }

  /** Resolves when less than so many bytes wait, or the client is gone. */
  async drained(bytes: number): Promise<void> {
    while (this.waitingBytes > bytes && !this.#socket.destroyed)
      await new Promise((later) => setTimeout(later, POLL_MS));
  }

  /** Sends what waits and closes. */
  async end(): Promise<void> {
    if (this.#zstd !== null) await new Promise<void>((flushed) => this.#zstd?.end(flushed));
    await this.drained(0);
    this.#socket.end();
  }

  /** Sends some bytes after what waits, and breaks the connection. */
  async cut(bytes: Uint8Array): Promise<void> {
    this.write(bytes);
    const zstd = this.#zstd;
    if (zstd !== null) await new Promise<void>((flushed) => zstd.flush(zlib.ZSTD_e_flush, flushed));
    await this.drained(0);
    this.#socket.destroy();
  }

  #flush(): void {
    this.#willFlush = false;
    if (this.#zstd?.writable === true) this.#zstd.flush(zlib.ZSTD_e_flush);
  }

  #send(bytes: Buffer): void {
    if (this.#splitBytes() === null && this.#queue.length === 0) {
      this.#socket.write(bytes);
      return;
    }
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    if (this.#queue.length === 1) this.#pump();
  }

  /** A piece goes out once the system has taken the one before. */
  #pump(): void {
    const bytes = this.#queue[0];
    if (bytes === undefined || this.#socket.destroyed) return;
    const piece = bytes.subarray(this.#sent, this.#sent + (this.#splitBytes() ?? bytes.length));
    this.#sent += piece.length;
    this.#queuedBytes -= piece.length;
    if (this.#sent === bytes.length) {
      this.#queue.shift();
      this.#sent = 0;
    }
    this.#socket.write(piece, () => setImmediate(() => this.#pump()));
  }
}
