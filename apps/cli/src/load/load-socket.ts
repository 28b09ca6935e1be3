/** One socket of a person: subscribes, checks every frame, and comes back as a page does. */
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import type { FoldedMarket } from '#load/checks/folded-market.ts';
import { ageOf, SocketChecks } from '#load/checks/socket-checks.ts';
import { CLOSED_ABNORMALLY, RawSocket } from '#load/wire/raw-socket.ts';
import { waitBeforeReturn } from '#load/wire/reconnect-rule.ts';
import type { LoadPerson } from './load-person.ts';
import type { LoadWorld } from './load-world.ts';

export type SocketState = 'new' | 'connecting' | 'open' | 'waiting' | 'ended' | 'given up';

export class LoadSocket {
  readonly person: LoadPerson;
  readonly instrumentIds: readonly number[];
  /** What a page would show; null for a socket whose content is not followed. */
  readonly folded: FoldedMarket | null;
  state: SocketState = 'new';
  /** When the connection was opened. */
  openedMs = 0;
  /** Within the measured time. */
  frames = 0;
  #lastFrameMs = 0;
  readonly #world: LoadWorld;
  readonly #checks: SocketChecks;
  #socket: RawSocket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #attempts = 0;
  #isLeaving = false;

  constructor(
    world: LoadWorld,
    person: LoadPerson,
    instrumentIds: readonly number[],
    folded: FoldedMarket | null,
  ) {
    this.#world = world;
    this.person = person;
    this.instrumentIds = instrumentIds;
    this.folded = folded;
    this.#checks = new SocketChecks(person.tier, instrumentIds);
  }

  connect(): void {
    const { address, publicOrigin } = this.#world;
    const { cookie, localAddress, forwardedFor } = this.person;
    this.state = 'connecting';
    this.#socket = new RawSocket({
      ...{ address, localAddress, protocol: SUBPROTOCOL_BATCHED },
      headers: { Origin: publicOrigin, Cookie: cookie, 'X-Forwarded-For': forwardedFor },
      onOpen: () => this.#onOpen(),
      onText: (bytes) => this.#onText(bytes),
      onProblem: (text) => this.#world.faults.add(this.#name, { kind: 'unparsable', text }),
      onClose: (code, reason) => this.#onClose(code, reason),
    });
  }

  /** The time since the last frame, where the socket is open. */
  noteSilence(nowMs: number): void {
    if (this.state === 'open') this.#world.meters.silent(this.person.tier, nowMs - this.#lastFrameMs);
  }

  leave(): void {
    this.#isLeaving = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  get #name(): string {
    return `${this.person.tier} ${this.person.email}`;
  }

  #onOpen(): void {
    this.state = 'open';
    this.#attempts = 0;
    this.openedMs = Date.now();
    this.#lastFrameMs = this.openedMs;
    this.#checks.reopened();
    this.folded?.clear();
    const { instrumentIds, folded } = this;
    const orderFlow = instrumentIds.map((instrumentId) => ({ instrumentId, kinds: ['depth', 'prints'] }));
    this.#socket?.send(
      JSON.stringify({
        type: 'subscribe',
        userId: this.person.userId,
        instrumentIds,
        ...(folded === null ? {} : { orderFlow }),
      }),
    );
  }

  #onText(bytes: Buffer): void {
    const { frames, faults, meters, present } = this.#world;
    const nowMs = Date.now();
    const frame = frames.read(bytes, nowMs);
    const fault = this.#checks.check(frame, nowMs, present);
    if (fault !== null) faults.add(`${this.#name}, open for ${nowMs - this.openedMs} ms`, fault);
    meters.received(this.person.tier, frame, bytes.length, ageOf(frame, nowMs, present));
    if (meters.isMeasuring) this.frames += 1;
    this.noteSilence(nowMs);
    this.#lastFrameMs = nowMs;
    if (this.folded === null) return;
    for (const differing of this.folded.apply(frame))
      faults.add(this.#name, { kind: 'content', text: differing });
  }

  #onClose(code: number, reason: string): void {
    this.#socket = null;
    if (this.#isLeaving) {
      this.state = 'ended';
      return;
    }
    const wasOpen = this.state === 'open';
    this.#world.meters.closed(wasOpen ? String(code) : `no upgrade: ${reason === '' ? code : reason}`);
    const waitMs = waitBeforeReturn(
      wasOpen ? code : CLOSED_ABNORMALLY,
      this.#attempts,
      this.#world.attemptMs,
    );
    if (waitMs === null) {
      this.state = 'given up';
      return;
    }
    this.#attempts += 1;
    this.state = 'waiting';
    this.#timer = setTimeout(() => this.connect(), waitMs);
  }
}
