/** Publishes the updates of this process in order, each once, and only while nobody owns their instrument since. */
import { setTimeout as wait } from 'node:timers/promises';
import { JetStreamApiError, type PubAck } from '@nats-io/jetstream';
import type { WireUpdate } from '#ports/cluster/wire.ts';
import { type Fence, FencedOff } from '#ports/ownership/fence.ts';
import { ANSWER_WITHIN_MS, type NatsLink } from './connect-nats.ts';
import { compareFences } from './fence-order.ts';
import { UPDATES_STREAM, updatesSubject } from './stream-settings.ts';
import { type EncodedUpdate, encodeUpdate, stampOf } from './update-message.ts';

const WRONG_LAST_SEQUENCE = new Set([10_071, 10_164]);
/** Between a failure and the next attempt of the caller. */
const FAILURE_PAUSE_MS = 200;
/** More others than that cannot have published in between: each of them has to be an owner. */
const MAX_ATTEMPTS = 5;

/** What is known of an instrument's subject. */
interface Line {
  fence: Pick<Fence, 'epoch' | 'revision'> | null;
  /** Of the subject's last message in the stream; 0 without one. */
  lastSequence: number;
  /** Ends with the update before. */
  previous: Promise<void>;
}

export class UpdatePublisher {
  readonly #link: NatsLink;
  readonly #lines = new Map<number, Line>();

  constructor(link: NatsLink) {
    this.#link = link;
  }

  /** As `Wire.publish`. Updates of an instrument are stored one after the other. */
  publish(update: WireUpdate): Promise<void> {
    const line = this.#lines.get(update.instrumentId) ?? {
      fence: null,
      lastSequence: 0,
      previous: Promise.resolve(),
    };
    this.#lines.set(update.instrumentId, line);
    const stored = line.previous.then(() => this.#store(line, update));
    line.previous = stored.catch(() => undefined);
    return stored;
  }

  async #store(line: Line, update: WireUpdate): Promise<void> {
    const order = line.fence === null ? 1 : compareFences(update.fence, line.fence);
    if (order < 0) throw this.#fencedOff(update);
    // The first one under its fence: what earlier owners stored is not known yet
    if (order > 0 && (await this.#isStored(line, update))) return;
    const encoded = encodeUpdate(update);
    let messageId = update.id;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const ack = await this.#send(line, update, encoded, messageId);
      if (ack !== null && (!ack.duplicate || ack.seq > 0)) {
        line.lastSequence = Math.max(line.lastSequence, ack.seq);
        return;
      }
      if (await this.#isStored(line, update)) return;
      // A duplicate without a sequence: the id is known, but not whether its message was stored in the end
      if (ack !== null) messageId = `${update.id}~${attempt}`;
    }
    throw new Error(`expected update ${update.id} to be stored within ${MAX_ATTEMPTS} attempts`);
  }

  /** Null where the stream refused it because the subject's last message is another one than expected. */
  async #send(line: Line, update: WireUpdate, encoded: EncodedUpdate, id: string): Promise<PubAck | null> {
    try {
      return await this.#link.stream.publish(updatesSubject(update.instrumentId), encoded.payload, {
        headers: encoded.headers,
        msgID: id,
        timeout: ANSWER_WITHIN_MS,
        expect: { lastSubjectSequence: line.lastSequence, streamName: UPDATES_STREAM },
      });
    } catch (error) {
      if (error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code)) return null;
      // Without a leader the answer comes at once: whoever publishes again must not do so thousands of times a second
      await wait(FAILURE_PAUSE_MS);
      throw new Error(`update ${update.id} may not have been stored`, { cause: error });
    }
  }

  /** Reads the subject's last message: true where it is the update, `FencedOff` where it is of a later owner. */
  async #isStored(line: Line, update: WireUpdate): Promise<boolean> {
    const last = await this.#link.manager.streams.getMessage(UPDATES_STREAM, {
      last_by_subj: updatesSubject(update.instrumentId),
    });
    line.lastSequence = last?.seq ?? 0;
    const stamp = last === null ? null : stampOf(last.header);
    const order = stamp === null ? -1 : compareFences(stamp.fence, update.fence);
    line.fence = stamp !== null && order > 0 ? stamp.fence : update.fence;
    if (order > 0) throw this.#fencedOff(update);
    return order === 0 && stamp?.id === update.id;
  }

  #fencedOff({ id, instrumentId, fence }: WireUpdate): FencedOff {
    return new FencedOff(
      `expected to own instrument ${instrumentId}: a later owner than ${fence.epoch}.${fence.revision} published before update ${id}`,
    );
  }
}
