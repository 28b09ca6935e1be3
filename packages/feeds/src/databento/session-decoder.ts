/** The records of one session: rows to the flows of their instruments, everything else by its kind. */
import * as event from '@undertow/market';
import type { DbnInstrument } from '#dbn/decode/dbn-instruments.ts';
import {
  type DbnDefinition,
  type DbnMessage,
  type DbnStatistic,
  type DbnSymbolMapping,
  decodeDefinition,
  decodeErrorMessage,
  decodeStatistic,
  decodeSymbolMapping,
  decodeSystemMessage,
} from '#dbn/decode/decode-records.ts';
import { RowDecoder } from '#dbn/decode/row-decoder.ts';
import type { DbnBlock } from '#dbn/files/dbn-file.ts';
import {
  RTYPE_DEFINITION,
  RTYPE_ERROR,
  RTYPE_STATISTICS,
  RTYPE_SYMBOL_MAPPING,
  RTYPE_SYSTEM,
  recordBytes,
} from '#dbn/files/dbn-layout.ts';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import { SYSTEM_CODES } from '#dbn/files/message-codes.ts';
import type { LiveFlow } from './live-flow.ts';

const { COL_INSTRUMENT, ROW_LENGTH } = event;

export interface DecoderListener {
  /** The flow that an instrument's rows belong to, or null where nobody listens. */
  flowOf(instrument: DbnInstrument): LiveFlow | null;
  onMapping(mapping: DbnSymbolMapping): void;
  onDefinition(definition: DbnDefinition): void;
  onStatistic(statistic: DbnStatistic, instrument: DbnInstrument): void;
  onError(error: DbnMessage): void;
  /** The gateway has more for us than we read. */
  onSlowReader(): void;
}

/** The newest times that came, nanoseconds since 1970 UTC in halves; of the exchange, the vendor's capture, the gateway's sending. */
export interface StageTimes {
  exchangeMs: number | null;
  vendorMs: number | null;
  gatewayMs: number | null;
}

const TS_OUT_BYTES = 8;

export class SessionDecoder {
  readonly times: StageTimes = { exchangeMs: null, vendorMs: null, gatewayMs: null };
  /** Records of types that nobody described: skipped. */
  unknownRecords = 0;
  readonly #listener: DecoderListener;
  readonly #rows: RowDecoder;
  readonly #hasTsOut: boolean;
  /** Flows by the number that the decoder gives an instrument. */
  #flows: (LiveFlow | null | undefined)[] = [];
  #touched: LiveFlow[] = [];

  constructor(metadata: DbnMetadata, listener: DecoderListener) {
    this.#listener = listener;
    this.#hasTsOut = metadata.tsOut;
    // Records with impossible prices are left out and counted
    this.#rows = new RowDecoder(
      metadata,
      () => undefined,
      (rtype, view, at) => this.#onOther(rtype, view, at),
    );
  }

  get records(): number {
    return this.#rows.counts.records;
  }

  /** Records left out because of an impossible price or size. */
  get refused(): number {
    return this.#rows.counts.refused;
  }

  /** Who listens has changed, or what a product is. */
  forgetFlows(): void {
    this.#flows = [];
  }

  take(block: DbnBlock): void {
    const { rows, count } = this.#rows.decode(block);
    if (this.#hasTsOut) this.times.gatewayMs = timeMsAt(block.view, block.end - TS_OUT_BYTES);
    if (count === 0) return;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      const localId = rows[at + COL_INSTRUMENT]!;
      let flow = this.#flows[localId];
      if (flow === undefined) flow = this.#findFlow(localId);
      if (flow !== null) flow.take(rows, at);
    }
    this.#noteTimes(rows, (count - 1) * ROW_LENGTH);
    for (const flow of this.#touched) flow.flush();
  }

  #findFlow(localId: number): LiveFlow | null {
    const instrument = this.#rows.instruments.all[localId - 1];
    const flow = instrument === undefined ? null : this.#listener.flowOf(instrument);
    this.#flows[localId] = flow;
    this.#touched = [...new Set(this.#flows.filter((one) => one !== null && one !== undefined))];
    return flow;
  }

  #noteTimes(rows: Int32Array, at: number): void {
    if ((rows[at + event.COL_FLAGS]! & event.FLAG_SNAPSHOT) === 0)
      this.times.exchangeMs = event.rowTimeMs(rows, at);
    this.times.vendorMs = event.splitNsToMs(rows[at + event.COL_RECV_HI]!, rows[at + event.COL_RECV_LO]!);
  }

  #onOther(rtype: number, view: DataView, at: number): void {
    switch (rtype) {
      case RTYPE_SYMBOL_MAPPING:
        this.#listener.onMapping(decodeSymbolMapping(view, at));
        return;
      case RTYPE_DEFINITION:
        this.#listener.onDefinition(decodeDefinition(view, at));
        return;
      case RTYPE_STATISTICS:
        this.#onStatistic(decodeStatistic(view, at));
        return;
      case RTYPE_ERROR:
        this.#listener.onError(decodeErrorMessage(view, at));
        return;
      case RTYPE_SYSTEM:
        if (decodeSystemMessage(view, at).code === SYSTEM_CODES.slowReader) this.#listener.onSlowReader();
        return;
      default:
        if (recordBytes(rtype, 3) === undefined) this.unknownRecords += 1;
    }
  }

  #onStatistic(statistic: DbnStatistic): void {
    const timeMs = Number(statistic.timeNs) / event.MS_NS;
    const { instrument } = this.#rows.instruments.at(statistic.instrumentId, timeMs);
    this.#listener.onStatistic(statistic, instrument);
  }
}

function timeMsAt(view: DataView, at: number): number {
  return event.splitNsToMs(view.getInt32(at + 4, true), view.getInt32(at, true));
}
