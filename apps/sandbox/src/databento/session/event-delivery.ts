/** Delivery of market-by-order events of one contract to one client: as they are, or disturbed. */
import { FLAG_LAST, FLAG_MAYBE_BAD_BOOK } from '@undertow/market';
import type { Faults } from './faults.ts';

const MBO_BYTES = 56;
const FLAGS_AT = 36;

export class EventDelivery {
  readonly #faults: Faults;
  readonly #send: (records: Uint8Array) => void;
  #held: Uint8Array | null = null;
  /** Events whose first record is to warn of a gap. */
  #warnings = 0;
  /** Records that are still to be dropped without a word. */
  #dropping = 0;
  #onCaughtUp: () => void = () => undefined;

  constructor(faults: Faults, send: (records: Uint8Array) => void) {
    this.#faults = faults;
    this.#send = send;
  }

  /** The next event warns of a book that may be bad. */
  warn(): void {
    this.#warnings += 1;
  }

  /** The next records are dropped, whole events of them; then it calls back. */
  drop(records: number, onCaughtUp: () => void): void {
    this.#dropping = records;
    this.#onCaughtUp = onCaughtUp;
  }

  push(records: Uint8Array): void {
    const { reorder, duplicate, skip } = this.#faults.now.disorder;
    const isOrderly = reorder === 0 && duplicate === 0 && skip === 0;
    if (isOrderly && this.#held === null && this.#warnings === 0 && this.#dropping === 0) {
      this.#send(records);
      return;
    }
    for (const event of eventsOf(records)) this.#pushEvent(event);
  }

  #pushEvent(event: Uint8Array): void {
    const { disorder } = this.#faults.now;
    if (this.#dropping > 0) {
      this.#dropping -= event.length / MBO_BYTES;
      if (this.#dropping <= 0) this.#catchUp();
      return;
    }
    if (this.#happens(disorder.skip)) {
      this.#warnings = 1;
      return;
    }
    const sent = this.#warned(event);
    if (this.#held === null && this.#happens(disorder.reorder)) {
      this.#held = sent;
      return;
    }
    this.#send(sent);
    if (this.#happens(disorder.duplicate)) this.#send(sent);
    if (this.#held !== null) this.#send(this.#held);
    this.#held = null;
  }

  #catchUp(): void {
    this.#dropping = 0;
    this.#onCaughtUp();
  }

  #warned(event: Uint8Array): Uint8Array {
    if (this.#warnings === 0) return event;
    this.#warnings -= 1;
    const copy = Uint8Array.from(event);
    copy[FLAGS_AT]! |= FLAG_MAYBE_BAD_BOOK;
    return copy;
  }

  #happens(share: number): boolean {
    return share > 0 && this.#faults.random() < share;
  }
}

/** Records up to and with each one that is the last of its event. */
function eventsOf(records: Uint8Array): Uint8Array[] {
  const events: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at < records.length; at += MBO_BYTES) {
    if ((records[at + FLAGS_AT]! & FLAG_LAST) === 0) continue;
    events.push(records.subarray(from, at + MBO_BYTES));
    from = at + MBO_BYTES;
  }
  if (from < records.length) events.push(records.subarray(from));
  return events;
}
