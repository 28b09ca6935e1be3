/** Records of a started session to its client: sending times, heartbeats, and what happens when it reads too slowly. */
import {
  ERROR_CODES,
  encodeErrorMessage,
  encodeLiveMetadata,
  encodeSystemMessage,
  SYSTEM_CODES,
} from '@undertow/feeds';
import { SECOND_MS } from '@undertow/market';
import type { Version } from '#databento/market/flow.ts';
import { DATASET } from '#databento/market/wire-contract.ts';
import type { AuthRequest } from '#databento/protocol/authentication.ts';
import { SCHEMAS, type Schema } from '#databento/protocol/schemas.ts';
import type { Output } from './output.ts';
import { withSendingTime } from './sending-time.ts';
import type { World } from './world.ts';

const METADATA_VERSION_AT = 3;

export class RecordSender {
  readonly version: Version;
  readonly #world: World;
  readonly #out: Output;
  readonly #request: AuthRequest;
  #lastSentMs = performance.now();
  #lastWarnedMs = Number.NEGATIVE_INFINITY;
  #dropped = 0;

  constructor(world: World, out: Output, request: AuthRequest) {
    const { version } = world.faults.now;
    this.#world = world;
    this.#out = out;
    this.#request = request;
    this.version = version === 4 ? 3 : version;
    const startNs = world.floor.nowNs();
    const metadata = encodeLiveMetadata({
      version: this.version,
      dataset: DATASET,
      startNs,
      tsOut: request.tsOut,
    });
    metadata[METADATA_VERSION_AT] = version;
    if (!world.faults.now.silent) out.write(metadata);
  }

  send(records: Uint8Array): void {
    if (this.#world.faults.now.silent || records.length === 0) return;
    this.#lastSentMs = performance.now();
    this.#out.write(this.#stamped(records));
  }

  /** Breaks the connection in the middle of a record. */
  cut(record: Uint8Array): void {
    const stamped = this.#stamped(record);
    this.#out.cut(stamped.subarray(0, Math.floor(stamped.length / 3))).catch(() => undefined);
  }

  sendSystem(code: number, text: string, timeNs = this.#world.floor.nowNs()): void {
    this.send(encodeSystemMessage({ code, text, timeNs }, { version: this.version }));
  }

  sendError(code: number, text: string, isLast: boolean): void {
    const timeNs = this.#world.floor.nowNs();
    this.send(encodeErrorMessage({ code, text, timeNs, isLast }, { version: this.version }));
  }

  /** Live records, which a client that reads too slowly may lose. */
  deliver(schema: Schema, records: Uint8Array): void {
    const isBehind = this.#isBehind();
    if (isBehind && this.#skips(schema)) {
      this.#dropped += 1;
      return;
    }
    if (!isBehind) this.#reportDropped();
    this.send(records);
  }

  /** Called several times a second: heartbeats and warnings of slow reading. */
  check(): void {
    const nowMs = performance.now();
    if (!this.#isBehind()) this.#reportDropped();
    else if (nowMs - this.#lastWarnedMs >= SECOND_MS) {
      this.#lastWarnedMs = nowMs;
      this.sendSystem(SYSTEM_CODES.slowReader, 'Slow reader detected');
    }
    const intervalMs = this.#request.heartbeatSeconds * SECOND_MS;
    if (nowMs - this.#lastSentMs >= intervalMs) this.sendSystem(SYSTEM_CODES.heartbeat, 'Heartbeat');
  }

  /** Resolves when the client has read most of what it was sent. */
  drained(): Promise<void> {
    return this.#out.drained(this.#world.limits.slowBytes);
  }

  #stamped(records: Uint8Array): Uint8Array {
    return this.#request.tsOut ? withSendingTime(records, this.#world.floor.nowNs()) : records;
  }

  /** Trades and orders are never dropped, whatever the client requests. */
  #skips(schema: Schema): boolean {
    return SCHEMAS[schema].skips && this.#request.slowReader !== 'warn';
  }

  #isBehind(): boolean {
    return this.#out.waitingBytes > this.#world.limits.slowBytes;
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return;
    this.#dropped = 0;
    this.sendError(ERROR_CODES.skipped, 'Records were skipped: the client reads too slowly', true);
  }
}
