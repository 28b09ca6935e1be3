/** Reads the updates of every instrument from the wire: from a keyframe on, without a hole, each once. */
import { type EpochMs, epochMs, isLateArrival } from '@undertow/market';
import { decodeFrame } from '#live/record/frame-codec.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { Traces } from '#ports/cluster/traces.ts';
import type { Wire, WireUpdate } from '#ports/cluster/wire.ts';
import type { Log } from '#ports/log.ts';

export interface WireReaderInput {
  readonly wire: Pick<Wire, 'follow'>;
  readonly log: Log;
  readonly traces?: Traces | undefined;
  /** An update from before this process began to follow; it arrived then, and `heldFromMs` is when. */
  onPast(update: InstrumentUpdate): void;
  onUpdate(update: InstrumentUpdate): void;
  /** The owner of the instrument lives: called with each message, also those that are not passed on. */
  onAlive(instrumentId: number, storedMs: number): void;
}

/** The last update that was passed on, of one instrument. */
interface Position {
  readonly stream: string;
  readonly sequence: number;
}

export class WireReader {
  readonly #input: WireReaderInput;
  readonly #positions = new Map<number, Position>();
  #isCaughtUp = false;
  #read = 0;
  #holes = 0;
  #stop: (() => Promise<void>) | null = null;

  constructor(input: WireReaderInput) {
    this.#input = input;
  }

  /** True once everything is passed on that was on the wire at the start. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  /** Updates that were passed on. */
  get read(): number {
    return this.#read;
  }

  /** Times that an update was missing, and a keyframe had to be waited for. */
  get holes(): number {
    return this.#holes;
  }

  async start(sinceMs: number): Promise<void> {
    this.#stop = await this.#input.wire.follow(sinceMs, {
      onUpdate: (message, storedMs) => this.#onMessage(message, storedMs),
      onCaughtUp: () => {
        this.#isCaughtUp = true;
      },
    });
  }

  #onMessage(message: WireUpdate, storedMs: number): void {
    this.#input.onAlive(message.instrumentId, storedMs);
    if (!this.#isNext(message)) return;
    const { instrumentId, sequences, frame, traceparent } = message;
    const update = decodeFrame(frame);
    this.#positions.set(instrumentId, { stream: streamOf(message.id), sequence: sequences[1] });
    this.#read += 1;
    if (this.#isCaughtUp) {
      if (traceparent !== undefined) this.#input.traces?.deliver(update, traceparent, storedMs);
      this.#input.onUpdate(update);
    } else this.#input.onPast({ ...update, heldFromMs: heldFrom(update, storedMs) });
  }

  /** A keyframe is for those who begin: it repeats what the updates before it said. */
  #isNext({ instrumentId, sequences: [first, last], isKeyframe, id }: WireUpdate): boolean {
    const position = this.#positions.get(instrumentId);
    const isSameStream = position?.stream === streamOf(id);
    if (isKeyframe) return !isSameStream;
    // The first update of a session contains the whole book
    if (!isSameStream) return first === 1;
    if (last <= position.sequence) return false;
    if (first === position.sequence + 1) return true;
    this.#holes += 1;
    this.#positions.delete(instrumentId);
    this.#input.log.warn({ id, expected: position.sequence + 1, first }, 'an update is missing on the wire');
    return false;
  }

  async close(): Promise<void> {
    await this.#stop?.();
  }
}

/** From when a delay counts: its arrival, and for history that was old when it arrived, its own time, as where it was read. */
function heldFrom({ asOfMs, backfill }: InstrumentUpdate, storedMs: number): EpochMs {
  const isOld = backfill && !isLateArrival(asOfMs, storedMs);
  return isOld ? asOfMs : epochMs(Math.max(asOfMs, Math.ceil(storedMs)));
}

/** The updates of one session of an instrument: `WirePublisher` names each by its stream and sequence. */
function streamOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/'));
}
