/** Depth and executions of the past of a line's instruments: recorded in spans, read by time. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import {
  decodeFlowSpan,
  encodeFlowSpan,
  FlowRecorder,
  type FlowSpan,
  flowBefore,
  type Instrument,
  type PriceLevels,
} from '@undertow/market';
import type { Log } from '#ports/log.ts';
import type { FlowStore, StoredFlowSpan } from '#ports/recordings.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Bytes of spans in memory of an instrument where they are stored too, and where they are not. */
const MAX_STORED_BYTES = 1_000_000;
const MAX_UNSTORED_BYTES = 20_000_000;
/** A larger one is no span of ours. */
const MAX_SPAN_BYTES = 64_000_000;

interface FlowHistoryInput {
  readonly source: string;
  /** Null where spans end with the process: an account's own feed. */
  readonly store: FlowStore | null;
  readonly log: Log;
}

/** Of one instrument. */
class InstrumentFlow {
  recorder: FlowRecorder | null = null;
  contract = '';
  #spans: StoredFlowSpan[] = [];
  #bytes = 0;

  get spans(): readonly StoredFlowSpan[] {
    return this.#spans;
  }

  add(span: StoredFlowSpan, maxBytes: number): void {
    this.#spans.push(span);
    this.#bytes += span.bytes.length;
    while (this.#bytes > maxBytes && this.#spans.length > 1)
      this.#bytes -= this.#spans.shift()?.bytes.length ?? 0;
  }
}

export class FlowHistory {
  readonly #input: FlowHistoryInput;
  readonly #instruments = new Map<number, InstrumentFlow>();
  readonly #waiting = new Set<Promise<void>>();

  constructor(input: FlowHistoryInput) {
    this.#input = input;
  }

  /** Records a session of the instrument; its recorder is closed with it. */
  record(instrument: Instrument, contract: string, book: PriceLevels): FlowRecorder {
    const flow = this.#flowOf(instrument.id);
    flow.contract = contract;
    flow.recorder = new FlowRecorder(book, (span) => this.#keep(instrument, { contract, span }));
    return flow.recorder;
  }

  /**
   * Spans that overlap `fromMs <= time < toMs`, oldest first, cut before `toMs`: the last one may still be growing.
   */
  async list(instrument: Instrument, fromMs: number, toMs: number): Promise<readonly StoredFlowSpan[]> {
    const { source, store } = this.#input;
    await Promise.all(this.#waiting);
    const flow = this.#flowOf(instrument.id);
    const firstMs = flow.spans[0]?.fromMs ?? Number.POSITIVE_INFINITY;
    const older =
      store === null || fromMs >= firstMs
        ? []
        : await store.list({ source, product: instrument.symbol }, fromMs, Math.min(toMs, firstMs));
    const found = [...older.filter((span) => span.fromMs < firstMs), ...flow.spans].filter(
      (span) => span.fromMs < toMs && span.toMs > fromMs,
    );
    const open = flow.recorder?.open() ?? null;
    const isOpenWanted = open !== null && open.fromMs < toMs && open.toMs > fromMs;
    return Promise.all([
      ...found.map((span) => (span.toMs <= toMs ? span : cutSpan(span, toMs))),
      ...(isOpenWanted ? [storedSpan(flow.contract, flowBefore(open, toMs))] : []),
    ]);
  }

  /** Discards what is in memory, once the sessions have ended. */
  async forget(): Promise<void> {
    await this.close();
    this.#instruments.clear();
  }

  /** Resolves when every span that ended was passed on to the store. */
  async close(): Promise<void> {
    await Promise.all(this.#waiting);
  }

  #flowOf(instrumentId: number): InstrumentFlow {
    let flow = this.#instruments.get(instrumentId);
    if (flow === undefined) {
      flow = new InstrumentFlow();
      this.#instruments.set(instrumentId, flow);
    }
    return flow;
  }

  #keep(instrument: Instrument, { contract, span }: { contract: string; span: FlowSpan }): void {
    const before = [...this.#waiting];
    const kept = this.#compress(instrument, contract, span, before)
      .catch((error: unknown) =>
        this.#input.log.error({ err: error, instrumentId: instrument.id }, 'span of order flow not kept'),
      )
      .finally(() => this.#waiting.delete(kept));
    this.#waiting.add(kept);
  }

  /** Beside the event loop, and in order: a span after those that began to be compressed before it. */
  async #compress(
    instrument: Instrument,
    contract: string,
    span: FlowSpan,
    before: readonly Promise<void>[],
  ): Promise<void> {
    const { source, store } = this.#input;
    const stored = await storedSpan(contract, span);
    await Promise.all(before);
    store?.append({ source, product: instrument.symbol }, stored);
    this.#flowOf(instrument.id).add(stored, store === null ? MAX_UNSTORED_BYTES : MAX_STORED_BYTES);
  }
}

async function storedSpan(contract: string, span: FlowSpan): Promise<StoredFlowSpan> {
  return { contract, fromMs: span.fromMs, toMs: span.toMs, bytes: await deflate(encodeFlowSpan(span)) };
}

async function cutSpan({ contract, bytes }: StoredFlowSpan, toMs: number): Promise<StoredFlowSpan> {
  const span = decodeFlowSpan(await inflate(bytes, { maxOutputLength: MAX_SPAN_BYTES }));
  return storedSpan(contract, flowBefore(span, toMs));
}
