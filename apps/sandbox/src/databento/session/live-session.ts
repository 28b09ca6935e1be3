/** One connection to the live gateway, from its greeting to its end. */
import type { Socket } from 'node:net';
import { ERROR_CODES, SYSTEM_CODES } from '@undertow/feeds';
import type { ContractFlows } from '#databento/market/contract-flows.ts';
import type { Version } from '#databento/market/flow.ts';
import { makeChallenge } from '#databento/protocol/authentication.ts';
import { LineError } from '#databento/protocol/line-error.ts';
import { LineReader } from '#databento/protocol/line-reader.ts';
import { isStart, type Subscription, SubscriptionLines } from '#databento/protocol/subscription.ts';
import { ClientFaults } from './client-faults.ts';
import { IntervalEnds } from './interval-ends.ts';
import { LinePace } from './line-pace.ts';
import { type Login, logIn } from './login.ts';
import { Output } from './output.ts';
import { RecordSender } from './record-sender.ts';
import { Stream } from './stream.ts';
import { carryOut } from './subscription-feed.ts';
import { checkSubscription } from './subscription-rules.ts';
import type { World } from './world.ts';

const GATEWAY_VERSION = '0.7.2';

type Accepted = Extract<Login, { readonly doomed: unknown }>;
type Phase = 'greeting' | 'challenged' | 'subscribing' | 'started' | 'closed';

export class LiveSession {
  readonly id: number;
  /** Faults that a test causes in this session. */
  readonly faults: ClientFaults;
  readonly #world: World;
  readonly #out: Output;
  readonly #openedMs = performance.now();
  readonly #reader = new LineReader();
  readonly #lines = new SubscriptionLines();
  readonly #pace: LinePace;
  readonly #challenge = makeChallenge();
  readonly #streams = new Map<string, Stream>();
  readonly #pending: Subscription[] = [];
  readonly #intervals = new IntervalEnds();
  #phase: Phase = 'greeting';
  #login: Accepted | null = null;
  /** Null until the session starts. */
  #sender: RecordSender | null = null;
  /** What ends the session as soon as records may be sent. */
  #doom: { readonly code: number; readonly text: string } | null = null;

  constructor(socket: Socket, world: World) {
    this.id = world.nextSessionId();
    this.#world = world;
    this.#out = new Output(socket, () => world.faults.now.splitBytes);
    const { linesPerSecond } = world.limits;
    this.#pace = new LinePace(
      linesPerSecond,
      (line) => !isStart(line),
      (line) => this.#onLine(line),
    );
    this.faults = new ClientFaults({
      style: () => ({ version: this.version }),
      streams: () => [...this.#streams.values()],
      session: this,
    });
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#onData(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#end());
    setTimeout(() => this.#greet(), world.faults.now.startDelayMs).unref();
  }

  get isLoggedIn(): boolean {
    return this.#login !== null && this.#phase !== 'closed';
  }

  get isOpen(): boolean {
    return this.#phase === 'started';
  }

  get version(): Version {
    return this.#sender?.version ?? 3;
  }

  get client(): string {
    return this.#login?.request.client ?? '';
  }

  send(records: Uint8Array): void {
    if (this.isOpen) this.#sender?.send(records);
  }

  /** Breaks the connection in the middle of a record. */
  cut(record: Uint8Array): void {
    if (this.isOpen) this.#sender?.cut(record);
  }

  sendSystem(code: number, text: string): void {
    if (this.isOpen) this.#sender?.sendSystem(code, text);
  }

  sendError(code: number, text: string, isLast = true): void {
    if (this.isOpen) this.#sender?.sendError(code, text, isLast);
  }

  /** Sends the reason to the client and closes. */
  fail(code: number, text: string): void {
    if (this.#phase !== 'started') {
      this.#doom ??= { code, text };
      return;
    }
    this.sendError(code, text);
    this.close();
  }

  close(): void {
    this.#end();
    this.#out.end().catch(() => undefined);
  }

  async drained(): Promise<void> {
    await this.#sender?.drained();
  }

  stream({ schema }: Subscription, flows: ContractFlows): Stream {
    const key = `${schema} ${flows.contract.id}`;
    const known = this.#streams.get(key);
    if (known !== undefined) return known;
    const made = new Stream({
      schema,
      flows,
      version: this.version,
      faults: this.#world.faults,
      deliver: (records) => this.#sender?.deliver(schema, records),
    });
    this.#streams.set(key, made);
    return made;
  }

  /** Called several times a second. */
  check(): void {
    const nowMs = performance.now();
    if (this.#phase === 'greeting' || this.#phase === 'challenged') {
      if (nowMs - this.#openedMs > this.#world.limits.loginMs) this.#refuse('Authentication timed out.');
      return;
    }
    if (this.#phase !== 'started') return;
    for (const endNs of this.#intervals.due(this.#world.floor.nowMs()))
      this.#sender?.sendSystem(SYSTEM_CODES.endOfInterval, 'End of interval', endNs);
    this.#sender?.check();
  }

  #greet(): void {
    if (this.#phase !== 'greeting' || this.#world.faults.now.silent) return;
    this.#phase = 'challenged';
    this.#out.write(`lsg_version=${GATEWAY_VERSION}\n`);
    this.#out.write(`cram=${this.#challenge}\n`);
  }

  #onData(bytes: Buffer): void {
    if (this.#phase === 'closed') return;
    try {
      for (const line of this.#reader.push(bytes))
        if (line !== '' && !this.#pace.push(line)) throw new LineError('Too many lines at once');
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      this.#onBadBytes(error.message);
    }
  }

  /** No line: what follows cannot be understood either, so the session ends. */
  #onBadBytes(text: string): void {
    if (this.#login === null) this.#refuse(text);
    else {
      this.fail(ERROR_CODES.invalidSubscription, text);
      this.close();
    }
  }

  #onLine(line: string): void {
    if (this.#phase === 'challenged') this.#authenticate(line);
    else if (this.#phase === 'greeting') this.#refuse('Expected the greeting to be awaited.');
    else if (isStart(line)) this.#onStart();
    else if (this.#phase !== 'closed') this.#onSubscription(line);
  }

  #authenticate(line: string): void {
    const login = logIn(line, this.#challenge, this.#world);
    if ('refusal' in login) {
      this.#refuse(login.refusal);
      return;
    }
    this.#login = login;
    this.#doom = login.doomed;
    this.#phase = 'subscribing';
    this.#out.write(`success=1|session_id=${this.id}\n`);
    if (login.request.compression === 'zstd') this.#out.compress();
  }

  #refuse(text: string): void {
    this.#out.write(`success=0|error=${text.replaceAll('|', ' ')}\n`);
    this.close();
  }

  #onSubscription(line: string): void {
    try {
      const subscription = this.#lines.push(line);
      if (subscription !== null) this.#take(subscription);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      this.fail(ERROR_CODES.invalidSubscription, error.message);
    }
  }

  #take(subscription: Subscription): void {
    const problem = checkSubscription(subscription, {
      isStarted: this.#phase === 'started',
      keyFault: this.#login?.keyFault ?? null,
      isRefused: this.#world.faults.now.invalidSubscriptions,
      reachMs: this.#world.faults.now.replayReachMs,
      nowNs: this.#world.floor.nowNs(),
    });
    if (problem !== null) this.fail(problem.code, problem.text);
    else if (this.#phase === 'started') this.#carryOut(subscription);
    else this.#pending.push(subscription);
  }

  #onStart(): void {
    if (this.#phase === 'started')
      this.fail(ERROR_CODES.invalidSubscription, 'The session has started already');
    else if (this.#phase === 'subscribing')
      setTimeout(() => this.#start(), this.#world.faults.now.startDelayMs).unref();
  }

  #start(): void {
    if (this.#phase !== 'subscribing' || this.#login === null) return;
    this.#phase = 'started';
    this.#sender = new RecordSender(this.#world, this.#out, this.#login.request);
    if (this.#doom !== null) this.fail(this.#doom.code, this.#doom.text);
    for (const subscription of this.#pending.splice(0)) this.#carryOut(subscription);
  }

  #carryOut(subscription: Subscription): void {
    if (this.#phase !== 'started') return;
    this.#intervals.watch(subscription.schema, this.#world.floor.nowMs());
    carryOut(subscription, this.#world, this).catch((error: unknown) => {
      this.fail(ERROR_CODES.internal, error instanceof Error ? error.message : 'Internal error.');
    });
  }

  #end(): void {
    if (this.#phase === 'closed') return;
    this.#phase = 'closed';
    this.#pace.stop();
    for (const stream of this.#streams.values()) stream.leave();
    this.#streams.clear();
  }
}
