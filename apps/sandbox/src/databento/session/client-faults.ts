/** Faults that a test causes in one session at once. */
import { ERROR_CODES, encodeSystemMessage, type RecordStyle, SYSTEM_CODES } from '@undertow/feeds';
import type { Stream } from './stream.ts';

interface Target {
  readonly style: () => RecordStyle;
  readonly streams: () => readonly Stream[];
  readonly session: {
    send(records: Uint8Array): void;
    cut(record: Uint8Array): void;
    sendError(code: number, text: string): void;
    fail(code: number, text: string): void;
  };
}

const UNKNOWN_RTYPE = 0x7f;
const UNKNOWN_BYTES = 32;

export class ClientFaults {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Breaks the connection in the middle of a record. */
  cutMidRecord(): void {
    const message = { code: SYSTEM_CODES.heartbeat, text: 'Heartbeat', timeNs: 0n };
    this.#target.session.cut(encodeSystemMessage(message, this.#target.style()));
  }

  /** The next event of each book warns that the book may be bad. */
  warnOfBook(): void {
    for (const { delivery } of this.#books()) delivery.warn();
  }

  /** Drops so many records of each book, as for a reader that is too slow, then says so. */
  skipRecords(records: number): void {
    for (const { delivery, product } of this.#books())
      delivery.drop(records, () =>
        this.#target.session.sendError(ERROR_CODES.skipped, `Records of ${product} were skipped`),
      );
  }

  /** A record of a type that nobody knows. */
  sendUnknownRecord(): void {
    const record = Buffer.alloc(UNKNOWN_BYTES);
    record.writeUInt8(UNKNOWN_BYTES / 4, 0);
    record.writeUInt8(UNKNOWN_RTYPE, 1);
    this.#target.session.send(record);
  }

  /** An error record; the fatal codes end the session. */
  sendError(code: number, text: string): void {
    if (code === ERROR_CODES.symbolResolution || code === ERROR_CODES.skipped)
      this.#target.session.sendError(code, text);
    else this.#target.session.fail(code, text);
  }

  #books(): readonly Stream[] {
    return this.#target.streams().filter(({ schema }) => schema === 'mbo');
  }
}
