/** Reads the rows of one instrument from its recording as the thread of the replay has room for them. */
import type { StreamedBatch } from '@undertow/feeds';
import { ROW_LENGTH } from '@undertow/market';
import type { RecordedBatch } from './recorded-rows.ts';
import type { ReplayOrder } from './replay-messages.ts';

/** Rows that are sent at once, where there are as many. */
const MIN_ROWS = 8192;

export interface RowPumpInput {
  readonly instrumentId: number;
  readonly rows: AsyncGenerator<StreamedBatch>;
  send(order: ReplayOrder): void;
  /** Why the rows end here, in a sentence for the viewer. */
  failureOf(error: unknown): string;
}

export class RowPump {
  readonly #input: RowPumpInput;
  #isReading = false;
  #isOver = false;

  constructor(input: RowPumpInput) {
    this.#input = input;
  }

  /** There is room for more rows. Never rejects. */
  async more(): Promise<void> {
    if (this.#isReading || this.#isOver) return;
    this.#isReading = true;
    try {
      await this.#read();
    } catch (error) {
      this.#end(this.#input.failureOf(error));
    } finally {
      this.#isReading = false;
    }
  }

  async #read(): Promise<void> {
    const { rows, instrumentId, send } = this.#input;
    for (let count = 0; count < MIN_ROWS; ) {
      const next = await rows.next();
      if (this.#isOver) return;
      if (next.done === true) return this.#end(null);
      send({ kind: 'rows', instrumentId, batch: copyOf(next.value) });
      count += next.value.count;
    }
  }

  #end(failure: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#input.send({ kind: 'end', instrumentId: this.#input.instrumentId, failure });
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#input.rows.return(undefined);
  }
}

/** The reader reuses its rows. */
function copyOf({ rows, count, header: { contract, tier } }: StreamedBatch): RecordedBatch {
  return { rows: rows.slice(0, count * ROW_LENGTH), count, contract, tier };
}
