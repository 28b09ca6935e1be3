/**
 * Reads a stream in order, without a hole or a repetition: a consumer that breaks, stays silent or leaves something out
 * is replaced by one that begins behind the last message that was read.
 */
import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  ReplayPolicy,
} from '@nats-io/jetstream';
import { createInbox, type Msg, nanos, nuid, type Subscription } from '@nats-io/transport-node';
import type { NatsLink } from './connect-nats.ts';
import { ReaderPlace } from './reader-place.ts';
import { type Delivery, readDelivery } from './stream-delivery.ts';

const HEARTBEAT_MS = 1000;
/** Silence after which a consumer counts as lost. */
const SILENT_MS = 3500;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1000;
/** The server forgets a consumer without a reader after that. */
const FORGET_AFTER_MS = 10_000;
const CONTROL_STATUS = 100;

export type ReaderStart = { readonly sinceMs: number } | 'newest-of-each-subject';

export interface ReaderSettings {
  readonly stream: string;
  /** Only messages of these subjects; every one of the stream where it is left out, which `newest-of-each-subject` does not allow. */
  readonly subjects?: string;
  readonly start: ReaderStart;
  /** Every message of the stream is read: their sequences have no hole. */
  readonly isContiguous: boolean;
  onMessage(message: Msg, delivery: Delivery): void;
  /** Called once, when everything that was stored at the start has been read. */
  onCaughtUp(): void;
}

function startOf(start: ReaderStart, sequence: number): Partial<ConsumerConfig> {
  if (sequence > 0) return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: sequence + 1 };
  if (start === 'newest-of-each-subject') return { deliver_policy: DeliverPolicy.LastPerSubject };
  const opt_start_time = new Date(start.sinceMs).toISOString();
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time };
}

export class StreamReader {
  readonly #link: NatsLink;
  readonly #settings: ReaderSettings;
  readonly #place: ReaderPlace;
  readonly #stopReconnects: () => void;
  readonly #opened = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
  #subscription: Subscription | null = null;
  #consumer: string | null = null;
  /** When the stream was made. */
  #created: string | null = null;
  /** Last sequence of the stream at the start. */
  #target: number | null = null;
  #isCaughtUp = false;
  #heardMs = 0;
  #silence: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  /** Distinguishes what an earlier consumer still sends. */
  #generation = 0;
  #isStopped = false;

  constructor(link: NatsLink, settings: ReaderSettings) {
    this.#link = link;
    this.#settings = settings;
    this.#place = new ReaderPlace(settings.isContiguous);
    this.#stopReconnects = link.onReconnect(() => this.#reopen());
    this.#reopen();
  }

  /** Resolves when its first consumer exists, or when it is stopped. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  get stopped(): Promise<void> {
    return this.#stopped.promise;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopReconnects();
    this.#opened.resolve();
    this.#stopped.resolve();
    await this.#leave();
  }

  /** Ends the present consumer. */
  async #leave(): Promise<void> {
    this.#generation += 1;
    clearTimeout(this.#retry);
    clearInterval(this.#silence);
    this.#subscription?.unsubscribe();
    this.#subscription = null;
    const name = this.#consumer;
    this.#consumer = null;
    if (name === null || this.#link.connection.isClosed()) return;
    // Best effort: the server forgets it by itself
    await this.#link.manager.consumers.delete(this.#settings.stream, name).catch(() => undefined);
  }

  #reopen(): void {
    if (this.#isStopped) return;
    void this.#leave();
    const generation = this.#generation;
    this.#open(generation).catch((error: unknown) => {
      if (generation !== this.#generation) return;
      if (this.#retryMs >= LONGEST_RETRY_MS) {
        this.#link.log.warn(
          { err: error, stream: this.#settings.stream },
          'a stream cannot be read at present',
        );
      }
      this.#retry = setTimeout(() => this.#reopen(), this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
    });
  }

  async #open(generation: number): Promise<void> {
    const { stream, subjects, start } = this.#settings;
    const { manager, connection, log } = this.#link;
    const { created, state } = await manager.streams.info(stream);
    if (generation !== this.#generation) return;
    if (this.#place.fitTo(state.last_seq, this.#created === null || this.#created === created)) {
      log.warn({ stream, lastSequence: state.last_seq }, 'a stream lost what had been read of it');
    }
    this.#created = created;
    this.#target ??= state.last_seq;
    this.#place.restart();
    const inbox = createInbox();
    this.#subscription = connection.subscribe(inbox, {
      callback: (error, message) => {
        if (generation !== this.#generation) return;
        if (error === null) this.#receive(message);
        else log.error({ err: error, stream }, 'a stream cannot be read');
      },
    });
    const name = `reader_${nuid.next()}`;
    this.#consumer = name;
    const info = await manager.consumers.add(stream, {
      name,
      deliver_subject: inbox,
      ack_policy: AckPolicy.None,
      replay_policy: ReplayPolicy.Instant,
      flow_control: true,
      idle_heartbeat: nanos(HEARTBEAT_MS),
      inactive_threshold: nanos(FORGET_AFTER_MS),
      mem_storage: true,
      num_replicas: 1,
      max_deliver: 1,
      ...(subjects === undefined ? {} : { filter_subject: subjects }),
      ...startOf(start, this.#place.sequence),
    });
    if (generation === this.#generation) this.#onOpened(info);
  }

  #onOpened(info: ConsumerInfo): void {
    this.#retryMs = FIRST_RETRY_MS;
    this.#heardMs = performance.now();
    this.#silence = setInterval(() => this.#checkSilence(), HEARTBEAT_MS);
    this.#opened.resolve();
    if (info.num_pending === 0 && info.delivered.consumer_seq === 0) this.#catchUp();
  }

  #checkSilence(): void {
    const isSilent = performance.now() - this.#heardMs > SILENT_MS;
    // Without a connection the reconnect opens the next one
    if (!isSilent || this.#link.connection.isClosed()) return;
    this.#heardMs = performance.now();
    this.#reopen();
  }

  #receive(message: Msg): void {
    this.#heardMs = performance.now();
    const delivery = readDelivery(message.reply);
    if (delivery === null) {
      this.#control(message);
      return;
    }
    const missed = this.#place.missed;
    const verdict = this.#place.judge(delivery);
    if (verdict === 'hole') this.#reopen();
    if (verdict !== 'next') return;
    const lost = this.#place.missed - missed;
    if (lost > 0) this.#link.log.error({ lost }, 'a stream dropped messages before they were read');
    this.#call(() => this.#settings.onMessage(message, delivery));
    if (delivery.pending === 0 || delivery.sequence >= (this.#target ?? 0)) this.#catchUp();
  }

  /** What a listener throws must not end the connection that it is called from. */
  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#link.log.error({ err: error, stream: this.#settings.stream }, 'a message was not processed');
    }
  }

  /** A heartbeat, a request to confirm that the reader keeps up, or the end of the consumer. */
  #control(message: Msg): void {
    if (message.headers?.code !== CONTROL_STATUS) {
      this.#reopen();
      return;
    }
    const stalled = message.headers.get('Nats-Consumer-Stalled');
    if (message.reply !== undefined && message.reply !== '') message.respond();
    else if (stalled !== '') this.#link.connection.publish(stalled);
    const last = message.headers.get('Nats-Last-Consumer');
    if (last === '') return;
    // Sent when there is nothing to deliver: something is missing where the counts differ
    if (Number(last) !== this.#place.ordinal) this.#reopen();
    else this.#catchUp();
  }

  #catchUp(): void {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    this.#call(() => this.#settings.onCaughtUp());
  }
}
