import { ACTION_TRADE, COL_ACTION, COL_SIZE, OrderBook, ROW_LENGTH } from '@undertow/market';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedSubscription } from '#feed/feed.ts';
import type { Answer } from '#rithmic/session/pending-requests.ts';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import type { Received } from '#rithmic/wire/rithmic-wire.ts';
import { ES, queueAt, SECONDS, Venue, wirePrice } from '#testing/rithmic-venue.ts';
import { SyncedBook } from '#testing/synced-book.ts';
import { Numbering } from './numbering.ts';
import { OrderFlow } from './order-flow.ts';

const CONTRACT = { instrumentId: ES.id, instrument: ES, exchange: 'CME', code: 'ESZ6', expiry: null };
const RUNS = process.env['LONG_TESTS'] === '1' ? 1_000 : 50;
const PRICES = [0, 1, 2, 3, 4, 5];
/** An act of the venue. */
const REFILL = 5;
/** Numbers begin here. */
const FIRST = 1000;

type Snapshot = Answer<'RequestDepthByOrderSnapshot'>;
type Resolve = (answer: Snapshot) => void;

/** One step of a venue: what happens, and how its messages fare on the way. */
interface Step {
  readonly act: readonly [number, number, number, number];
  /** Steps by which the trade, the change, its copy and the answer to a request come later; no copy for 0. */
  readonly lags: readonly [number, number, number, number];
  readonly isLost: boolean;
  readonly hasEnd: boolean;
  /** Numbers of other instruments before its own. */
  readonly others: number;
  readonly waitMs: number;
  readonly isRequestedAgain: boolean;
  /** Several messages in one read: continuations of a promise run after all of them. */
  readonly isOneRead: boolean;
}

/** A flow over a gateway that is played, a listener who follows it as a session does, and the truth. */
class Played {
  readonly venue = new Venue();
  readonly listener = new OrderBook();
  readonly printed: number[] = [];
  readonly traded: number[] = [];
  readonly synced: SyncedBook;
  readonly flow: OrderFlow;
  readonly numbers: number[] = [FIRST];
  /** Books that were none of the venue's. */
  strangers = 0;
  requested = 0;
  #reached = 0;
  #requests: Resolve[] = [];
  #onTheWay: { readonly due: number; readonly arrive: () => void }[] = [];
  #step = 0;

  constructor(numbering: Numbering) {
    const nowMs = () => SECONDS * 1000 + performance.now();
    const subscription: FeedSubscription = {
      requestSnapshot: () => this.flow.requestSnapshot(),
      close: () => this.flow.stop(),
    };
    this.synced = new SyncedBook(this.listener, {
      requestSnapshot: () => subscription.requestSnapshot(),
    });
    this.flow = new OrderFlow(ES, false, numbering, {
      nowMs,
      reach: () => undefined,
      onRefused: (reason) => expect.unreachable(reason),
      listener: {
        onBatch: (batch) => {
          for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH) {
            if (batch.rows[at + COL_ACTION] === ACTION_TRADE) this.traded.push(batch.rows[at + COL_SIZE]!);
          }
          this.synced.take(batch, nowMs());
        },
        onTransport: () => undefined,
        onEnd: () => undefined,
      },
    });
    const plant = {
      request: (name: string) => this.#answer(name),
      giveUp: (error: Error) => expect.unreachable(error.message),
    };
    this.flow.start(plant as unknown as PlantSession, CONTRACT);
  }

  get truth(): readonly (readonly string[])[] {
    return queuesOf(this.venue, this.venue.states.length - 1);
  }

  async step(step: Step): Promise<void> {
    const [late, change, copy, answer] = step.lags;
    // What a refill does to its queue cannot be known without its trade
    const print = step.act[0] === REFILL ? 0 : late;
    this.venue.do(...step.act);
    this.numbers.push((this.numbers.at(-1) as number) + 1 + step.others);
    this.#step += 1;
    const sent = this.venue.sent.at(-1);
    const sequenceNumber = this.numbers.at(-1) as number;
    const send = () => {
      this.flow.take({ name: 'DepthByOrder', message: { ...sent?.frame, sequenceNumber } } as Received);
      if (step.hasEnd)
        this.flow.take({ name: 'DepthByOrderEndEvent', message: { sequenceNumber } } as Received);
    };
    if (sent?.print && !step.isLost) {
      const message = sent.print;
      this.printed.push(message.tradeSize as number);
      this.#send(print, () => this.flow.take({ name: 'LastTrade', message } as Received));
    }
    if (!step.isLost) this.#send(change, send);
    if (!step.isLost && copy > 0) this.#send(change + copy, send);
    this.#serve(answer);
    if (step.isRequestedAgain) this.flow.requestSnapshot();
    const arrived = this.#onTheWay.filter(({ due }) => due <= this.#step);
    this.#onTheWay = this.#onTheWay.filter(({ due }) => due > this.#step);
    for (const { arrive } of arrived) {
      arrive();
      if (!step.isOneRead) await this.#pass(0);
    }
    await this.#pass(step.waitMs);
  }

  async #pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    this.synced.settle(SECONDS * 1000 + performance.now());
    if (this.synced.sync.state === 'live') this.#compare();
  }

  #send(lag: number, arrive: () => void): void {
    this.#onTheWay.push({ due: this.#step + lag, arrive });
  }

  #serve(lag: number): void {
    const event = this.venue.states.length - 1;
    for (const resolve of this.#requests.splice(0)) this.#send(lag, () => resolve(this.#bookAt(event)));
  }

  async #answer(name: string): Promise<unknown> {
    if (name !== 'RequestDepthByOrderSnapshot') return { kind: 'done', rows: [], end: {} };
    this.requested += 1;
    return await new Promise<Snapshot>((resolve) => this.#requests.push(resolve));
  }

  #bookAt(event: number): Snapshot {
    const orders = this.venue.states[event] ?? [];
    const rows = PRICES.flatMap((price) => {
      const level = orders.filter((order) => order.price === price);
      if (level.length === 0) return [];
      return {
        sequenceNumber: this.numbers[event]!,
        depthSide: 1,
        depthPrice: wirePrice(price),
        depthSize: level.map(({ size }) => size),
        depthOrderPriority: level.map(({ priority }) => priority),
        exchangeOrderId: level.map(({ id }) => String(id + 1)),
      };
    });
    return rows.length === 0 ? { kind: 'empty' } : { kind: 'done', rows, end: {} };
  }

  /** What is shown as live is the venue's book as it was at some event, and never one before an earlier one. */
  #compare(): void {
    const received = JSON.stringify(receivedQueues(this.listener));
    for (let event = this.#reached; event < this.venue.states.length; event += 1)
      if (JSON.stringify(queuesOf(this.venue, event)) === received) {
        this.#reached = event;
        return;
      }
    this.strangers += 1;
  }
}

function queuesOf(venue: Venue, event: number): readonly (readonly string[])[] {
  const orders = venue.states[event] ?? [];
  return PRICES.map((price) =>
    orders.filter((order) => order.price === price).map(({ id, size }) => `${id}:${size}`),
  );
}

function receivedQueues(book: OrderBook): readonly (readonly string[])[] {
  return PRICES.map((price) => queueAt(book, price));
}

interface Way {
  readonly mostLag: number;
  /** More than two that did no harm, and holes are treated as the numbers of others. */
  readonly mostLost: number;
  /** The gateway is known to number without a hole. */
  readonly isTrusted: boolean;
  readonly mostOthers: number;
  readonly mostWaitMs: number;
}

function stepOf({ mostLag, mostOthers, mostWaitMs }: Way): fc.Arbitrary<Step> {
  const lag = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(mostLag) });
  const seldom = fc.integer({ min: 0, max: 9 }).map((number) => number === 9);
  return fc.record({
    act: fc.tuple(fc.nat(5), fc.nat(30), fc.nat(5), fc.integer({ min: 1, max: 4 })),
    lags: fc.tuple(lag, lag, lag, fc.nat(mostLag + 3)),
    isLost: seldom,
    hasEnd: fc.boolean().chain((is) => (is ? fc.constant(true) : seldom.map((rare) => !rare))),
    others: fc.nat(mostOthers),
    waitMs: fc.nat(mostWaitMs),
    isRequestedAgain: seldom,
    isOneRead: fc.boolean(),
  });
}

function few(steps: readonly Step[], mostLost: number): readonly Step[] {
  let lost = 0;
  return steps.map((step) => {
    if (step.isLost) lost += 1;
    return { ...step, isLost: step.isLost && lost <= mostLost };
  });
}

const CALM: Omit<Step, 'act'> = {
  lags: [0, 0, 0, 0],
  isLost: false,
  hasEnd: true,
  others: 0,
  waitMs: 1500,
  isRequestedAgain: false,
  isOneRead: false,
};

/** Plays it, and then enough of a quiet venue for everything to come right. */
async function play(steps: readonly Step[], isTrusted: boolean): Promise<Played> {
  const numbering = new Numbering();
  if (isTrusted) numbering.learn(false);
  const played = new Played(numbering);
  for (const step of steps) await played.step(step);
  for (let index = 0; index < 12; index += 1)
    await played.step({ ...CALM, act: [0, 0, index % 6, 1], waitMs: index < 4 ? 20 : CALM.waitMs });
  return played;
}

function expectTruth(played: Played): void {
  expect(played.synced.sync.state).toBe('live');
  expect(receivedQueues(played.listener)).toEqual(played.truth);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const WHOLE = { mostLost: 0, isTrusted: false, mostOthers: 0, mostLag: 3 };
const ways: readonly (readonly [string, Way])[] = [
  ['late, twice and out of order', { ...WHOLE, mostWaitMs: 15 }],
  ['numbered together with others', { ...WHOLE, mostLag: 0, mostOthers: 2, mostWaitMs: 120 }],
  ['partly lost', { ...WHOLE, mostLost: 100, isTrusted: true, mostWaitMs: 120 }],
  ['partly lost by a gateway not known yet', { ...WHOLE, mostLost: 2, mostWaitMs: 120 }],
];

test.each(ways)('messages that come %s become the book as it is, queues included', async (_, way) => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf(way), { minLength: 20, maxLength: 80 }), async (steps) => {
      const played = await play(few(steps, way.mostLost), way.isTrusted);
      expectTruth(played);
      expect(played.traded.toSorted()).toEqual(played.printed.toSorted());
      if (way.mostOthers === 0) expect(played.strangers).toBe(0);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('a loss is healed by one snapshot, though its listener requests one at once', async () => {
  const add: Step = { ...CALM, act: [0, 0, 1, 1], waitMs: 50 };
  const played = await play([add, add, { ...add, isLost: true }, add, add], true);
  expectTruth(played);
  // The first, and the one after the loss
  expect(played.requested).toBe(2);
});

test('a trade that comes after its change of the book costs its order no place in later ones', async () => {
  const step: Step = { ...CALM, act: [0, 0, 1, 4], waitMs: 50 };
  const filled: Step = { ...step, act: [4, 0, 0, 1], lags: [1, 0, 0, 0] };
  const played = await play([step, step, filled, step, { ...step, act: [1, 0, 0, 3] }], true);
  expectTruth(played);
});

test('a trade long before its change of the book costs its order no place in changes before that one', async () => {
  const step: Step = { ...CALM, act: [0, 0, 1, 4], waitMs: 50 };
  const [changed, filled]: [Step, Step] = [
    { ...step, act: [1, 0, 0, 4], lags: [0, 2, 0, 0] },
    { ...step, act: [4, 0, 0, 1], lags: [0, 1, 0, 0] },
  ];
  const played = await play([step, step, changed, filled, step, step], true);
  expectTruth(played);
  expect(played.strangers).toBe(0);
});
