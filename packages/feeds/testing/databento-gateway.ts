/** A live gateway over TCP on a small seeded market, with the faults that tests request. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';
import { COL_RECV_HI, COL_RECV_LO, nsHi, nsLo, ROW_LENGTH, seededDraws } from '@undertow/market';
import { encodeLiveMetadata } from '#dbn/encode/live-metadata.ts';
import { encodeErrorMessage, encodeSymbolMapping, encodeSystemMessage } from '#dbn/encode/live-records.ts';
import { encodeMboRecords } from '#dbn/encode/mbo-records.ts';
import type { RecordStyle } from '#dbn/encode/record-style.ts';
import type { DbnVersion } from '#dbn/files/dbn-layout.ts';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import { OrderStream } from './faulty-stream.ts';

export const TEST_KEY = 'db-0123456789abcdefghijklmnopqrs';
export const TEST_DATASET = 'GLBX.MDP3';
const CHALLENGE = 'abcdefghijklmnopqrstuvwxyz012345';
const PUMP_MS = 5;
const ROWS_A_PUMP = 20;

/** What a test may change at any time; sessions read it when they need it. */
export interface GatewayBehaviour {
  version: DbnVersion;
  /** Most bytes of one packet, of the handshake and of the stream. */
  handshakeBytes: number;
  packetBytes: number;
  /** The answer to every key, or null to judge them. */
  refusal: string | null;
  /** Nothing is sent any more, not even heartbeats. */
  isSilent: boolean;
  /** Snapshots have a last row that says so. */
  endsSnapshots: boolean;
  /** A second subscription of the same orders is answered. */
  answersRepeats: boolean;
  /** Changes the metadata before it is sent. */
  metadata: (bytes: Uint8Array) => Uint8Array;
}

/** One product of the market; numbers are the vendor's. */
export class TestProduct {
  /** What its continuous symbol is; empty once another contract is the front one. */
  symbol: string;
  readonly instrumentId: number;
  readonly tickNanos = 250_000_000;
  readonly stream: OrderStream;
  readonly code: string;
  /** Since when it is the front contract, as mappings state it; not stated where it is undefined. */
  sinceNs: bigint | undefined;

  constructor(root: string, code: string, instrumentId: number) {
    this.symbol = `${root}.v.0`;
    this.code = code;
    this.instrumentId = instrumentId;
    this.stream = new OrderStream(seededDraws(instrumentId));
    for (let row = 0; row < 300; row += 1) this.stream.next();
  }

  get timeNs(): bigint {
    return 1_704_207_600_000_000_000n + BigInt(this.stream.sequence) * 1_000_000n;
  }

  /** The next rows of the market as records. */
  nextRows(count: number): Int32Array {
    const rows = new Int32Array(count * ROW_LENGTH);
    for (let row = 0; row < count; row += 1) {
      this.stream.next();
      rows.set(this.stream.row, row * ROW_LENGTH);
      // The stream numbers its rows in the column that DBN does not have
      rows[row * ROW_LENGTH + 9] = this.stream.sequence;
    }
    return rows;
  }

  bookRows(isWhole: boolean): Int32Array {
    const { timeNs } = this;
    const stamp = { timeHi: nsHi(timeNs), timeLo: nsLo(timeNs), sequence: this.stream.sequence, rptSeq: 0 };
    const { rows, count } = snapshotRows(this.stream.book, { instrumentId: 0, ...stamp });
    for (let row = 0; row < count; row += 1) {
      rows[row * ROW_LENGTH + COL_RECV_HI] = nsHi(timeNs);
      rows[row * ROW_LENGTH + COL_RECV_LO] = nsLo(timeNs);
    }
    return rows.subarray(0, (isWhole ? count : count - 1) * ROW_LENGTH);
  }
}

export class TestGateway {
  readonly products: TestProduct[] = [new TestProduct('ES', 'ESZ6', 7), new TestProduct('NQ', 'NQZ6', 8)];
  readonly sessions: TestSession[] = [];
  readonly behaviour: GatewayBehaviour = {
    version: 3,
    handshakeBytes: Number.POSITIVE_INFINITY,
    packetBytes: Number.POSITIVE_INFINITY,
    refusal: null,
    isSilent: false,
    endsSnapshots: true,
    answersRepeats: true,
    metadata: (bytes) => bytes,
  };
  readonly #server: Server;
  #port = 0;

  static async open(): Promise<TestGateway> {
    const gateway = new TestGateway();
    gateway.#server.listen(0, '127.0.0.1');
    await once(gateway.#server, 'listening');
    gateway.#port = (gateway.#server.address() as AddressInfo).port;
    return gateway;
  }

  private constructor() {
    this.#server = createServer((socket) => this.sessions.push(new TestSession(this, socket)));
  }

  get place(): { host: string; port: number } {
    return { host: '127.0.0.1', port: this.#port };
  }

  /** Another contract of ES is the front one; that of before goes on trading. */
  roll(code: string, sinceMs?: number): TestProduct {
    const [before] = this.products;
    const next = new TestProduct('ES', code, 17);
    if (before !== undefined) before.symbol = '';
    next.sinceNs = sinceMs === undefined ? undefined : BigInt(sinceMs) * 1_000_000n;
    this.products.push(next);
    return next;
  }

  /** The session that was connected last. */
  get session(): TestSession {
    return this.sessions[this.sessions.length - 1]!;
  }

  async close(): Promise<void> {
    for (const session of this.sessions) session.end();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export class TestSession {
  /** Every line that the client wrote. */
  readonly lines: string[] = [];
  readonly #gateway: TestGateway;
  readonly #socket: Socket;
  readonly #live = new Set<TestProduct>();
  #compressor: ZstdCompress | null = null;
  #hasTsOut = false;
  #isAccepted = false;
  #isRunning = false;
  #text = '';
  #pump: NodeJS.Timeout | null = null;

  constructor(gateway: TestGateway, socket: Socket) {
    this.#gateway = gateway;
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => this.end());
    socket.on('data', (bytes) => {
      this.#text += bytes.toString('latin1');
      const lines = this.#text.split('\n');
      this.#text = lines.pop() ?? '';
      for (const line of lines) this.#onLine(line);
    });
    this.#write(Buffer.from(`lsg_version=0.4.2\ncram=${CHALLENGE}\n`));
  }

  get style(): RecordStyle {
    const tsOutNs = this.#hasTsOut ? BigInt(Date.now()) * 1_000_000n : null;
    return { version: this.#gateway.behaviour.version, tsOutNs };
  }

  /** Sends bytes of the stream. */
  send(bytes: Uint8Array): void {
    if (this.#compressor === null) {
      this.#write(bytes);
      return;
    }
    this.#compressor.write(bytes);
    this.#compressor.flush(constants.ZSTD_e_flush);
  }

  sendRows(product: TestProduct, rows: Int32Array): void {
    const { instrumentId, tickNanos } = product;
    const batch = { rows, count: rows.length / ROW_LENGTH };
    const tsOutNs = this.style.tsOutNs ?? null;
    this.send(encodeMboRecords(batch, { instrumentId, tickNanos, publisherId: 1, tsOutNs }));
  }

  sendError(code: number, text: string): void {
    this.send(encodeErrorMessage({ code, text, timeNs: this.#nowNs() }, this.style));
  }

  sendBook(product: TestProduct): void {
    this.sendRows(product, product.bookRows(this.#gateway.behaviour.endsSnapshots));
  }

  /** Closes the connection once everything was sent. */
  finish(): void {
    this.#stop();
    this.#socket.end();
  }

  /** Breaks the connection. */
  end(): void {
    this.#stop();
    this.#socket.destroy();
  }

  #stop(): void {
    if (this.#pump !== null) clearInterval(this.#pump);
    this.#pump = null;
  }

  #onLine(line: string): void {
    this.lines.push(line);
    const pairs = new Map(line.split('|').map((pair) => pair.split('=') as [string, string]));
    if (pairs.has('auth')) this.#onAuth(pairs);
    else if (line === 'start_session') this.#start();
    else if (this.#isRunning) this.#subscribe(pairs);
  }

  #onAuth(pairs: ReadonlyMap<string, string>): void {
    const hash = createHash('sha256').update(`${CHALLENGE}|${TEST_KEY}`).digest('hex');
    const isRight = pairs.get('auth') === `${hash}-${TEST_KEY.slice(-5)}`;
    const refusal = this.#gateway.behaviour.refusal ?? (isRight ? null : 'User authentication failed');
    if (refusal !== null) {
      this.#socket.end(`success=0|error=${refusal}\n`);
      return;
    }
    this.#hasTsOut = pairs.get('ts_out') === '1';
    this.#write(Buffer.from('success=1|session_id=42\n'));
    this.#isAccepted = true;
    if (pairs.get('compression') !== 'zstd') return;
    this.#compressor = createZstdCompress();
    this.#compressor.on('data', (bytes: Uint8Array) => this.#write(bytes));
  }

  #start(): void {
    const { version, metadata } = this.#gateway.behaviour;
    const fields = { version, dataset: TEST_DATASET, startNs: this.#nowNs(), tsOut: this.#hasTsOut };
    this.send(metadata(encodeLiveMetadata(fields)));
    this.#isRunning = true;
    for (const line of [...this.lines]) {
      if (!line.startsWith('schema=')) continue;
      this.#subscribe(new Map(line.split('|').map((pair) => pair.split('=') as [string, string])));
    }
    this.#pump = setInterval(() => this.#onPump(), PUMP_MS);
  }

  #subscribe(pairs: ReadonlyMap<string, string>): void {
    const { version, answersRepeats } = this.#gateway.behaviour;
    const timeNs = this.#nowNs();
    this.send(encodeSystemMessage({ code: 1, text: `id ${pairs.get('id')}`, timeNs }, this.style));
    for (const symbol of (pairs.get('symbols') ?? '').split(',')) {
      const product = this.#gateway.products.find((one) => one.symbol === symbol || one.code === symbol);
      // Contracts after the front one have no figures here
      if (symbol.endsWith('.v.1')) continue;
      if (product === undefined) {
        this.sendError(4, `Failed to resolve symbol: ${symbol}`);
        continue;
      }
      const { instrumentId, code, sinceNs } = product;
      const named = { instrumentId, inSymbol: symbol, outSymbol: code, stypeIn: 3, timeNs: product.timeNs };
      const mapped = sinceNs === undefined ? named : { ...named, startNs: sinceNs };
      this.send(encodeSymbolMapping(mapped, { ...this.style, version }));
      if (pairs.get('schema') !== 'mbo' || (this.#live.has(product) && !answersRepeats)) continue;
      this.sendBook(product);
      this.#live.add(product);
    }
  }

  #onPump(): void {
    if (this.#gateway.behaviour.isSilent) return;
    if (this.#live.size === 0) {
      this.send(encodeSystemMessage({ code: 0, text: 'Heartbeat', timeNs: this.#nowNs() }, this.style));
    }
    for (const product of this.#live) this.sendRows(product, product.nextRows(ROWS_A_PUMP));
  }

  #write(bytes: Uint8Array): void {
    const { handshakeBytes, packetBytes: streamBytes } = this.#gateway.behaviour;
    const packetBytes = this.#isAccepted ? streamBytes : handshakeBytes;
    for (let from = 0; from < bytes.length; from += packetBytes)
      this.#socket.write(bytes.subarray(from, from + Math.min(packetBytes, bytes.length)));
  }

  #nowNs(): bigint {
    return BigInt(Date.now()) * 1_000_000n;
  }
}
