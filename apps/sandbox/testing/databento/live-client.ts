/** A client of the live protocol for tests: a bare socket that writes lines and stores what it receives. */
import { connect, type Socket } from 'node:net';
import { createZstdDecompress } from 'node:zlib';
import { type DbnMetadata, parseMetadata, parsePrelude } from '@undertow/feeds';
import { hashOf } from '#databento/protocol/authentication.ts';
import { KEY } from './open-databento.ts';

/** As long as a busy machine may need for a history. */
const WAIT_MS = 30_000;
const LOOK_MS = 5;
const PRELUDE_BYTES = 8;

export const RTYPES = {
  trades: 0x00,
  status: 0x12,
  definition: 0x13,
  error: 0x15,
  mapping: 0x16,
  system: 0x17,
  statistics: 0x18,
  minute: 0x21,
  mbo: 0xa0,
} as const;

interface LoginOptions {
  readonly key?: string;
  /** What follows dataset and hash. */
  readonly also?: string;
  readonly zstd?: boolean;
}

export class LiveClient {
  readonly socket: Socket;
  /** Lines before the session starts. */
  readonly lines: string[] = [];
  metadata: DbnMetadata | null = null;
  /** Every whole record since the metadata. */
  readonly records: Buffer[] = [];
  /** Bytes after the last whole record. */
  rest: Buffer = Buffer.alloc(0);
  isClosed = false;
  #isText = true;

  private constructor(address: string) {
    const [host, port] = address.split(':');
    this.socket = connect(Number(port), host);
    this.socket.setNoDelay(true);
    this.socket.on('data', (bytes) => this.#onBytes(bytes));
    this.socket.on('close', () => {
      this.isClosed = true;
    });
    this.socket.on('error', () => undefined);
  }

  static async open({ address }: { readonly address: string }): Promise<LiveClient> {
    const client = new LiveClient(address);
    await client.until(() => client.lines.some((line) => line.startsWith('cram=')), 'a challenge');
    return client;
  }

  /** Opens a connection without waiting for anything. */
  static bare({ address }: { readonly address: string }): LiveClient {
    return new LiveClient(address);
  }

  /** Logs in; the answer is the last line. */
  static async logIn(gateway: { readonly address: string }, options: LoginOptions = {}): Promise<LiveClient> {
    const client = await LiveClient.open(gateway);
    client.write(`${client.authLine(options)}\n`);
    await client.until(() => client.lines.some((line) => line.startsWith('success=')), 'an answer');
    return client;
  }

  /** Logs in, subscribes, starts; resolves with the metadata. */
  static async start(
    gateway: { readonly address: string },
    subscriptions: readonly string[],
    options: LoginOptions = {},
  ): Promise<LiveClient> {
    const client = await LiveClient.logIn(gateway, options);
    client.begin(subscriptions, options);
    await client.until(() => client.metadata !== null, 'metadata');
    return client;
  }

  get challenge(): string {
    return this.lines.find((line) => line.startsWith('cram='))?.slice(5) ?? '';
  }

  authLine({ key = KEY, also = 'encoding=dbn|ts_out=0|client=test', zstd }: LoginOptions = {}): string {
    const compression = zstd === true ? '|compression=zstd' : '';
    return `auth=${hashOf(this.challenge, key)}-${key.slice(-5)}|dataset=GLBX.MDP3|${also}${compression}`;
  }

  write(text: string): void {
    this.socket.write(text);
  }

  /** From here on the server writes records. */
  begin(subscriptions: readonly string[], { zstd }: LoginOptions = {}): void {
    this.#isText = false;
    if (zstd === true) this.#decompress();
    this.write([...subscriptions, 'start_session', ''].join('\n'));
  }

  ofType(rtype: number): readonly Buffer[] {
    return this.records.filter((record) => record[1] === rtype);
  }

  /** Code and text of each error record. */
  errors(): readonly (readonly [code: number, text: string])[] {
    return this.ofType(RTYPES.error).map((record) => [record[318]!, textAt(record, 16)]);
  }

  /** Code and text of each system record. */
  messages(): readonly (readonly [code: number, text: string])[] {
    return this.ofType(RTYPES.system).map((record) => [record[319]!, textAt(record, 16)]);
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    const endMs = performance.now() + WAIT_MS;
    while (!holds()) {
      if (performance.now() > endMs)
        throw new Error(
          `waited ${WAIT_MS} ms for ${what}; lines ${this.lines.join(' / ')}; ${this.records.length} records; errors ${this.errors().join(' / ')}; closed ${this.isClosed}`,
        );
      await new Promise((later) => setTimeout(later, LOOK_MS));
    }
  }

  close(): void {
    this.socket.destroy();
  }

  #decompress(): void {
    const zstd = createZstdDecompress();
    zstd.on('data', (bytes: Buffer) => this.#onRecords(bytes));
    zstd.on('error', () => undefined);
    this.socket.removeAllListeners('data');
    this.socket.on('data', (bytes) => zstd.write(bytes));
  }

  #onBytes(bytes: Buffer): void {
    if (!this.#isText) {
      this.#onRecords(bytes);
      return;
    }
    const [last = '', ...lines] = (this.rest.toString('latin1') + bytes.toString('latin1'))
      .split('\n')
      .reverse();
    this.rest = Buffer.from(last, 'latin1');
    this.lines.push(...lines.reverse());
  }

  #onRecords(bytes: Buffer): void {
    let left: Buffer = Buffer.concat([this.rest, bytes]);
    if (this.metadata === null) left = this.#takeMetadata(left);
    let at = 0;
    while (this.metadata !== null && at < left.length && at + left[at]! * 4 <= left.length) {
      this.records.push(left.subarray(at, at + left[at]! * 4));
      at += left[at]! * 4;
    }
    this.rest = left.subarray(at);
  }

  /** What is left after the metadata, or everything while it is not whole. */
  #takeMetadata(bytes: Buffer): Buffer {
    if (bytes.length < PRELUDE_BYTES) return bytes;
    const { headerBytes } = parsePrelude(bytes);
    if (bytes.length < headerBytes) return bytes;
    this.metadata = parseMetadata(bytes.subarray(0, headerBytes));
    return bytes.subarray(headerBytes);
  }
}

/** A record that must be there. */
export function need(record: Buffer | undefined): Buffer {
  if (record === undefined) throw new Error('a record is missing');
  return record;
}

/** The text up to the first zero. */
export function textAt(record: Buffer, at: number): string {
  return record.toString('latin1', at, record.indexOf(0, at));
}
