/**
 * The trades of one contract since an instant, out of a live session of their own: first what was, then what comes, until
 * it is closed. It ends in one of the outcomes below and never waits without bound.
 */
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  type EventBatch,
  FLAG_LAST,
  NS_PER_MS,
  ROW_LENGTH,
} from '@undertow/market';
import { DatabentoError, faultOfCode } from '#databento/databento-error.ts';
import { START_SESSION, subscriptionLines } from '#databento/gateway-lines.ts';
import { GatewaySession, type SessionOptions } from '#databento/gateway-session.ts';
import type { DbnInstrument } from '#dbn/decode/dbn-instruments.ts';
import { decodeErrorMessage, decodeSystemMessage } from '#dbn/decode/decode-records.ts';
import { RowDecoder } from '#dbn/decode/row-decoder.ts';
import type { DbnBlock } from '#dbn/files/dbn-file.ts';
import { RTYPE_ERROR, RTYPE_SYSTEM } from '#dbn/files/dbn-layout.ts';
import { SYSTEM_CODES } from '#dbn/files/message-codes.ts';

export interface ReplayRequest {
  readonly session: SessionOptions;
  /** Catalogue number that rows carry. */
  readonly instrumentId: number;
  /** Dated contract, for example `ESZ6`. */
  readonly code: string;
  /** Milliseconds since 1970 UTC; 0 is as far back as the gateway has. */
  readonly fromMs: number;
}

export interface ReplayListener {
  /** Trades alone, each an event of its own. Valid during the call only. */
  onTrades(batch: EventBatch): void;
  /** The replay has reached the present: trades go on to come as they happen. */
  onCompleted(): void;
  /** The session is over, before or after the replay was complete. */
  onFailed(error: DatabentoError): void;
}

/** The replay as a whole, and the time in which at least one record has to come. */
const TOTAL_MS = 20_000;
const PROGRESS_MS = 10_000;

export class PastReplay {
  readonly #request: ReplayRequest;
  readonly #listener: ReplayListener;
  readonly #session: GatewaySession;
  readonly #total: NodeJS.Timeout;
  readonly #progress: NodeJS.Timeout;
  #decoder: RowDecoder | null = null;
  #isAtPresent = false;
  #isComplete = false;

  constructor(request: ReplayRequest, listener: ReplayListener) {
    this.#request = request;
    this.#listener = listener;
    const { session } = request;
    this.#total = setTimeout(
      () => this.#giveUp('it did not complete within 20 s'),
      TOTAL_MS * session.waitScale,
    );
    this.#progress = setTimeout(
      () => this.#giveUp('no trade came for 10 s'),
      PROGRESS_MS * session.waitScale,
    );
    this.#session = new GatewaySession(session, {
      onAccepted: (accepted) => accepted.send(this.#lines()),
      onMetadata: (metadata) => {
        this.#decoder = new RowDecoder(
          metadata,
          () => undefined,
          (rtype, view, at) => this.#onOther(rtype, view, at),
        );
      },
      onBlock: (block) => this.#onBlock(block),
      onDown: (error) => this.#end(error),
    });
  }

  close(): void {
    this.#stopTimers();
    this.#session.close();
  }

  #stopTimers(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#progress);
  }

  #lines(): readonly string[] {
    const { code, fromMs } = this.#request;
    const symbols = { stypeIn: 'raw_symbol', symbols: [code] } as const;
    const startNs = BigInt(fromMs) * NS_PER_MS;
    // One subscription: the end of its replay is that of all
    return [...subscriptionLines({ schema: 'trades', ...symbols, replay: true, startNs }, 1), START_SESSION];
  }

  #onBlock(block: DbnBlock): void {
    const decoder = this.#decoder;
    if (decoder === null) return;
    this.#passTrades(decoder.decode(block), decoder.instruments.all);
    // After the trades that came in the same piece: they are of the past
    if (this.#isAtPresent && !this.#isComplete) this.#complete();
  }

  #passTrades({ rows, count: total }: EventBatch, instruments: readonly DbnInstrument[]): void {
    if (total === 0) return;
    if (!this.#isComplete) this.#progress.refresh();
    let count = 0;
    for (let at = 0; at < total * ROW_LENGTH; at += ROW_LENGTH) {
      const instrument = instruments[rows[at + COL_INSTRUMENT]! - 1];
      // Another tick than the catalogue's: the live flow refuses the product, and says so
      if (rows[at + COL_ACTION] !== ACTION_TRADE || instrument?.isCatalogued !== true) continue;
      const to = count * ROW_LENGTH;
      if (to !== at) rows.copyWithin(to, at, at + ROW_LENGTH);
      rows[to + COL_INSTRUMENT] = this.#request.instrumentId;
      rows[to + COL_FLAGS]! |= FLAG_LAST;
      count += 1;
    }
    if (count > 0) this.#listener.onTrades({ rows, count });
  }

  #onOther(rtype: number, view: DataView, at: number): void {
    if (rtype === RTYPE_SYSTEM) {
      if (decodeSystemMessage(view, at).code === SYSTEM_CODES.replayCompleted) this.#isAtPresent = true;
    }
    if (rtype !== RTYPE_ERROR) return;
    const { code, text } = decodeErrorMessage(view, at);
    const shown = `the gateway reports: ${text.replaceAll(this.#request.session.key, '…')}`;
    // Thrown, so that nothing after it is taken; one contract is all there is to this session
    throw new DatabentoError(faultOfCode(code) ?? 'gateway_error', shown);
  }

  #complete(): void {
    this.#stopTimers();
    this.#isComplete = true;
    this.#listener.onCompleted();
  }

  #giveUp(reason: string): void {
    this.#session.fail(new DatabentoError('silent', `the replay was given up: ${reason}`));
  }

  #end(error: DatabentoError): void {
    this.#stopTimers();
    this.#listener.onFailed(error);
  }
}
