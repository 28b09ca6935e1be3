/** Streams of programs: the same views, delays and licences as the sockets of the product, over the channel of the API. */
import {
  ERRORS,
  type ErrorCode,
  MAX_STREAMS,
  type StreamSubscription,
  streamCommand,
} from '@undertow/contracts';
import { INSTRUMENTS } from '@undertow/market';
import { outageOf } from '#failures/outage.ts';
import { subscribedPlan } from '#live/socket/subscribed-plan.ts';
import type { InstrumentView } from '#live/views/instrument-view.ts';
import type { FeedViewResolver, FeedViewSource } from '#live/views/view-resolver.ts';
import type { Bus, InstrumentUpdate } from '#ports/bus.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import type { DataUsage } from '#ports/people.ts';
import type { OpenStream, StreamHolder, StreamSink, Streams } from '#ports/streams/streams.ts';
import { SentText } from './sent-text.ts';
import { type Followed, StreamClient } from './stream-client.ts';
import { bookMessage, numberedMessages } from './stream-messages.ts';
import { StreamRings } from './stream-rings.ts';

const BEAT_MS = 1_000;
const PING_EVERY_BEATS = 20;

interface StreamHubInput {
  readonly bus: Bus;
  readonly entitlements: Entitlements;
  readonly viewResolver: FeedViewResolver;
  readonly usage: DataUsage;
  readonly log: Log;
  monotonicMs(): number;
}

const idOf = (symbol: string): number => INSTRUMENTS.find((one) => one.symbol === symbol)?.id ?? 0;

export class StreamHub implements Streams {
  readonly #input: StreamHubInput;
  readonly #clients = new Set<StreamClient>();
  readonly #rings = new StreamRings();
  readonly #unsubscribe: () => void;
  readonly #beat: NodeJS.Timeout;
  #beats = 0;

  constructor(input: StreamHubInput) {
    this.#input = input;
    this.#unsubscribe = input.bus.subscribe('userChanged', ({ userId }) => {
      // After every other listener of the message has invalidated its cache of the user
      setImmediate(() => {
        for (const client of this.#of(userId)) this.#check(client);
      });
    });
    this.#beat = setInterval(() => this.#onBeat(), BEAT_MS).unref();
  }

  /** True while a stream of the user follows the view, or may still resume it. */
  isFollowed(userId: string, view: InstrumentView): boolean {
    return this.#of(userId).some((client) => client.followed.get(view.instrumentId)?.view === view);
  }

  #of(userId: string): readonly StreamClient[] {
    return [...this.#clients].filter(({ holder }) => holder.userId === userId);
  }

  openOf(userId: string): number {
    return this.#of(userId).length;
  }

  open(holder: StreamHolder, sink: StreamSink): OpenStream | null {
    if (this.#of(holder.userId).length >= MAX_STREAMS) return null;
    const client = new StreamClient(holder, sink);
    this.#clients.add(client);
    return {
      receive: (text) => this.#receive(client, text),
      closed: () => {
        client.isOpen = false;
        this.#remove(client);
      },
    };
  }

  #remove(client: StreamClient): void {
    this.#clients.delete(client);
    client.followed.clear();
  }

  #end(client: StreamClient, reason: Parameters<StreamClient['end']>[0]): void {
    client.end(reason);
    this.#remove(client);
  }

  #receive(client: StreamClient, text: string): void {
    if (!client.isOpen) return;
    const command = client.countCommand(this.#input.monotonicMs()) ? parsed(text) : null;
    switch (command?.op) {
      case 'ping':
        client.say('pong', {});
        break;
      case 'unsubscribe':
        client.followed.delete(idOf(command.instrument));
        client.say('unsubscribed', { instrument: command.instrument });
        break;
      case 'subscribe':
        this.#subscribe(client, command).catch((error: unknown) => this.#fail(client, error));
        break;
      case undefined:
        this.#end(client, 'invalid');
    }
  }

  /** What may be seen is unknown now: nothing is sent rather than too much. */
  #fail(client: StreamClient, error: unknown): void {
    this.#input.log.error({ userId: client.holder.userId, err: error }, 'stream not served');
    this.#end(client, 'restart');
  }

  async #subscribe(client: StreamClient, command: StreamSubscription): Promise<void> {
    const { entitlements, viewResolver, monotonicMs } = this.#input;
    const instrumentId = idOf(command.instrument);
    const version = (client.versions.get(instrumentId) ?? 0) + 1;
    client.versions.set(instrumentId, version);
    const entitlement = await entitlements.of(client.holder.userId, 'api');
    if (!client.isOpen || client.versions.get(instrumentId) !== version) return;
    const source = viewResolver.resolve(client.holder, entitlement);
    const followed = this.#follow(client, command, entitlement, source);
    if (followed === null) return;
    const { view, kinds } = followed;
    const withTape = kinds.includes('tape');
    const ring = this.#rings.of(view);
    const resumed = command.after === undefined ? null : ring.since(command.after, monotonicMs(), withTape);
    if (withTape) ring.keepTape();
    const messages = (resumed?.messages ?? []).filter((message) => client.wants(view, message));
    const state = { instrument: command.instrument, kinds, at: ring.lastId, delaySeconds: view.delaySeconds };
    const isComplete = resumed?.isComplete ?? true;
    if (!isComplete)
      client.say('gap', { instrument: command.instrument, after: command.after, at: ring.lastId });
    const facts = { ...state, source: view.status().source, missed: messages.length, complete: isComplete };
    // Only where nothing follows is this the place to resume from
    client.say('subscribed', facts, messages.length === 0 ? ring.lastId : null);
    client.lastIds.set(instrumentId, ring.lastId);
    client.deliverMissed(view, messages);
    client.lastIds.set(instrumentId, ring.lastId);
    client.deliverBook(view, bookMessage);
    if (client.isFull) return this.#end(client, 'slow');
    this.#note(client, view);
  }

  /** Null where the client may follow nothing of it, which the response states. */
  #follow(
    client: StreamClient,
    command: StreamSubscription,
    entitlement: Entitlement,
    source: FeedViewSource,
  ): Followed | null {
    const { instrument } = command;
    const id = idOf(instrument);
    client.followed.delete(id);
    const refuse = (code: ErrorCode, message: string = ERRORS[code].message): null => {
      client.say('error', { instrument, code, message });
      return null;
    };
    if (!entitlement.activeInstrumentIds.includes(id)) return refuse('INSTRUMENT_NOT_ENTITLED');
    const access = source.access(id);
    const prices = access.withheld('prices');
    const withheld = { event: access.withheld('events'), bar_1m: prices, book: prices, tape: prices };
    for (const kind of command.kinds) if (withheld[kind] !== null) refuse('LICENCE_WITHHELD', withheld[kind]);
    const kinds = command.kinds.filter((kind) => withheld[kind] === null);
    if (kinds.length === 0) return null;
    const view = source.views.view(id, access.delaySeconds);
    if (view === undefined) return refuse('NO_MARKET_DATA');
    const plan = subscribedPlan(entitlement, source);
    const followed = { command, view, kinds, types: entitlement.rules.eventTypes, plan };
    client.followed.set(id, followed);
    return followed;
  }

  #note({ holder: { userId, sessionId } }: StreamClient, view: InstrumentView): void {
    const { instrumentId, delaySeconds } = view;
    const { source } = view.status();
    this.#input.usage.note({ userId, sessionId, source, delaySeconds, instrumentIds: [instrumentId] });
  }

  onViewChange(view: InstrumentView, update: InstrumentUpdate): void {
    const ring = this.#rings.find(view);
    // What is caught up is of the past; with a delay it is shown in its own time, as for the first time
    if (ring === undefined || (update.backfill && view.delaySeconds === 0)) return;
    const nowMs = this.#input.monotonicMs();
    const messages = numberedMessages(view, update, ring.keepsTape).map(({ kind, type, fields }) => {
      const message = ring.push(kind, type, fields, nowMs);
      return { message, sent: new SentText(message.text) };
    });
    if (messages.length === 0 && update.book === null) return;
    let book: SentText | null = null;
    const textOf = (): SentText => {
      book ??= bookMessage(view);
      return book;
    };
    for (const client of [...this.#clients]) {
      if (client.followed.get(view.instrumentId)?.view !== view) continue;
      for (const { message, sent } of messages) client.deliver(view, message, sent);
      if (update.book !== null) client.deliverBook(view, textOf);
      if (client.isFull) this.#end(client, 'slow');
    }
  }

  #onBeat(): void {
    const nowMs = this.#input.monotonicMs();
    this.#beats += 1;
    for (const client of [...this.#clients]) {
      if (client.isSlow(nowMs)) this.#end(client, 'slow');
      else this.#check(client);
      client.deliverStale(bookMessage);
      if (this.#beats % PING_EVERY_BEATS === 0) client.ping();
      if (this.#beats % 60 === 0) for (const { view } of client.followed.values()) this.#note(client, view);
    }
    const followed = [...this.#clients].flatMap((client) => [...client.followed.values()]);
    this.#rings.forget(new Set(followed.map(({ view }) => view)), nowMs);
  }

  /** Ends it where its key does not hold any more, and follows what its owner may see now. */
  #check(client: StreamClient): void {
    const { entitlements, viewResolver } = this.#input;
    client.holder
      .check()
      .then(async () => {
        const entitlement = await entitlements.of(client.holder.userId, 'api');
        const source = viewResolver.resolve(client.holder, entitlement);
        for (const [id, { command, plan }] of client.followed) {
          if (plan.holds(entitlement, source)) continue;
          const after = client.lastIds.get(id);
          await this.#subscribe(client, { ...command, ...(after === undefined ? {} : { after }) });
        }
      })
      // A key that cannot be read now is not one that ended: its program connects again
      .catch((error: unknown) => this.#end(client, outageOf(error) === null ? 'ended' : 'restart'));
  }

  /** Ends every stream so that its client connects again. */
  close(): void {
    clearInterval(this.#beat);
    this.#unsubscribe();
    for (const client of [...this.#clients]) this.#end(client, 'restart');
  }
}

function parsed(text: string) {
  try {
    return streamCommand.parse(JSON.parse(text));
  } catch {
    // Neither JSON nor a command: the stream is ended
    return null;
  }
}
