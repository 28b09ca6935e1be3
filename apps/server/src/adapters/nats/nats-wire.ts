/** Market data between processes over a stream of NATS. */
import { type KV, Kvm } from '@nats-io/kv';
import type { Msg } from '@nats-io/transport-node';
import { FEED_SOURCES, FEED_TIERS } from '@undertow/market';
import { z } from 'zod';
import type { Wire, WireInstrument, WireListener, WireUpdate } from '#ports/cluster/wire.ts';
import { ANSWER_WITHIN_MS, type NatsLink } from './connect-nats.ts';
import { compareFences } from './fence-order.ts';
import { StreamReader } from './stream-reader.ts';
import {
  MARKET_BUCKET,
  streamOfBucket,
  subjectOfKey,
  UPDATES_STREAM,
  updatesSubject,
} from './stream-settings.ts';
import { decodeUpdate, UnreadableUpdate } from './update-message.ts';
import { UpdatePublisher } from './update-publisher.ts';

const instrumentValue = z.strictObject({
  instrumentId: z.number().int().positive(),
  source: z.enum(FEED_SOURCES),
  tier: z.enum(FEED_TIERS),
  run: z.string(),
  contract: z.string(),
  expiry: z.string().nullable(),
}) satisfies z.ZodType<WireInstrument>;

const KEY = 'instrument.';

export class NatsWire implements Wire {
  readonly #link: NatsLink;
  readonly #publisher: UpdatePublisher;
  readonly #market: KV;
  readonly #readers = new Set<StreamReader>();
  /** What was reported of unreadable updates: each once. */
  readonly #reported = new Set<string>();

  private constructor(link: NatsLink, market: KV) {
    this.#link = link;
    this.#market = market;
    this.#publisher = new UpdatePublisher(link);
  }

  static async open(link: NatsLink): Promise<NatsWire> {
    return new NatsWire(link, await new Kvm(link.stream).open(MARKET_BUCKET, { allow_direct: false }));
  }

  publish(update: WireUpdate): Promise<void> {
    return this.#publisher.publish(update);
  }

  async recent(instrumentId: number, spanMs: number): Promise<readonly WireUpdate[]> {
    const subject = updatesSubject(instrumentId);
    const last = await this.#link.manager.streams.getMessage(UPDATES_STREAM, { last_by_subj: subject });
    if (last === null) return [];
    const found: WireUpdate[] = [];
    const caughtUp = Promise.withResolvers<void>();
    const reader = new StreamReader(this.#link, {
      stream: UPDATES_STREAM,
      subjects: subject,
      start: { sinceMs: last.time.getTime() - spanMs },
      isContiguous: false,
      onMessage: (message) => {
        const update = this.#decode(message);
        if (update !== null) found.push(update);
      },
      onCaughtUp: caughtUp.resolve,
    });
    const late = AbortSignal.timeout(ANSWER_WITHIN_MS);
    late.addEventListener('abort', () => caughtUp.reject(late.reason), { once: true });
    try {
      await caughtUp.promise;
      return found;
    } finally {
      await reader.stop();
    }
  }

  async follow(sinceMs: number, listener: WireListener): Promise<() => Promise<void>> {
    /** Latest owner of each instrument. */
    const fences = new Map<number, WireUpdate['fence']>();
    const reader = new StreamReader(this.#link, {
      stream: UPDATES_STREAM,
      start: { sinceMs },
      isContiguous: true,
      onMessage: (message, { storedMs }) => {
        const update = this.#decode(message);
        if (update === null) return;
        const latest = fences.get(update.instrumentId);
        if (latest !== undefined && compareFences(update.fence, latest) < 0) return;
        fences.set(update.instrumentId, update.fence);
        listener.onUpdate(update, storedMs);
      },
      onCaughtUp: () => listener.onCaughtUp(),
    });
    return this.#follow(reader);
  }

  async describe(instrument: WireInstrument): Promise<void> {
    const value = JSON.stringify(instrumentValue.parse(instrument));
    await this.#market.put(`${KEY}${instrument.instrumentId}`, value);
  }

  async followInstruments(listener: (instrument: WireInstrument) => void): Promise<() => void> {
    const caughtUp = Promise.withResolvers<void>();
    const reader = new StreamReader(this.#link, {
      stream: streamOfBucket(MARKET_BUCKET),
      subjects: subjectOfKey(MARKET_BUCKET, `${KEY}>`),
      start: 'newest-of-each-subject',
      isContiguous: false,
      onMessage: (message) => {
        // A value that an operator removed: nothing replaces it
        if (message.data.length > 0) listener(instrumentValue.parse(message.json()));
      },
      onCaughtUp: caughtUp.resolve,
    });
    void reader.stopped.then(caughtUp.resolve);
    const stop = await this.#follow(reader);
    await caughtUp.promise;
    return () => {
      stop().catch((error: unknown) => this.#link.log.warn({ err: error }, 'a reader was not ended'));
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#readers].map((reader) => reader.stop()));
  }

  async #follow(reader: StreamReader): Promise<() => Promise<void>> {
    this.#readers.add(reader);
    await reader.opened;
    return async () => {
      this.#readers.delete(reader);
      await reader.stop();
    };
  }

  /** Null for what this release cannot read: skipped, and reported once. */
  #decode(message: Msg): WireUpdate | null {
    try {
      return decodeUpdate(message.subject, message.headers, message.data);
    } catch (error) {
      if (!(error instanceof UnreadableUpdate)) throw error;
      if (!this.#reported.has(error.message))
        this.#link.log.error({ err: error }, 'updates that cannot be read are skipped');
      this.#reported.add(error.message);
      return null;
    }
  }
}
