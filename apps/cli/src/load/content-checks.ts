/** Compares what sockets show with what the API answers to the same session: bars, book and events. */
import { setTimeout as wait } from 'node:timers/promises';
import { getMarketData, getOrderBook, listOrderFlowEvents } from '@undertow/contracts';
import type { FaultTally } from '#load/checks/faults.ts';
import type { Comparison, FoldedInstrument } from '#load/checks/folded-instrument.ts';
import type { SecondSources } from '#load/checks/second-sources.ts';
import type { LoadSocket } from './load-socket.ts';

/** Each socket that is followed in full, one of its instruments at a time; few sockets more often. */
const EVERY_MS = 10_000;
const MAX_PAUSE_MS = 500;
/** Before that its first state may not be there. */
const MIN_OPEN_MS = 2000;
/** What the API has, a socket shows within this time: the product's own limit of a late page is 1 s. */
const RETRIES = 12;
const RETRY_MS = 250;
const BARS = 5;
const EVENTS = 40;

export interface ContentFigures {
  readonly compared: number;
  /** A later state followed before the socket was sent the one of the API. */
  readonly passedOver: number;
  /** Requests that were refused or failed, by what came instead. */
  readonly unanswered: Readonly<Record<string, number>>;
}

interface Question {
  readonly what: string;
  compare(): Comparison;
}

export class ContentChecks {
  readonly #sockets: readonly LoadSocket[];
  readonly #faults: FaultTally;
  readonly #sources: SecondSources;
  readonly #unanswered = new Map<string, number>();
  #compared = 0;
  #passedOver = 0;

  constructor(sockets: readonly LoadSocket[], faults: FaultTally, sources: SecondSources) {
    this.#sockets = sockets.filter(({ folded }) => folded !== null);
    this.#faults = faults;
    this.#sources = sources;
  }

  get figures(): ContentFigures {
    const unanswered = Object.fromEntries(this.#unanswered);
    return { compared: this.#compared, passedOver: this.#passedOver, unanswered };
  }

  get sockets(): number {
    return this.#sockets.length;
  }

  /** Goes on until the signal; a round takes the same time however many sockets there are. */
  async keepComparing(signal: AbortSignal): Promise<void> {
    const running = new Set<Promise<void>>();
    for (let turn = 0; !signal.aborted && this.#sockets.length > 0; turn += 1) {
      const socket = this.#sockets[turn % this.#sockets.length]!;
      const round = Math.floor(turn / this.#sockets.length);
      const instrumentId = socket.instrumentIds[round % socket.instrumentIds.length]!;
      const check = this.#check(socket, instrumentId, signal).finally(() => running.delete(check));
      running.add(check);
      await wait(Math.min(EVERY_MS / this.#sockets.length, MAX_PAUSE_MS), null, { signal }).catch(() => null);
    }
    await Promise.all(running);
  }

  async #check(socket: LoadSocket, instrumentId: number, signal: AbortSignal): Promise<void> {
    const { openedMs, folded } = socket;
    const isSame = (): boolean => socket.state === 'open' && socket.openedMs === openedMs && !signal.aborted;
    if (folded === null || !isSame() || Date.now() - openedMs < MIN_OPEN_MS) return;
    let questions: readonly Question[] = await this.#request(
      socket,
      folded.instrument(instrumentId),
      instrumentId,
    );
    for (let attempt = 0; attempt <= RETRIES && isSame(); attempt += 1) {
      questions = questions.filter((question) => !this.#isDecided(socket, question));
      if (questions.length === 0) return;
      await wait(RETRY_MS);
    }
    if (!isSame()) return;
    for (const { what } of questions)
      this.#fault(socket, `${what} of the API was not shown within ${(RETRIES * RETRY_MS) / 1000} s`);
  }

  #isDecided(socket: LoadSocket, { what, compare }: Question): boolean {
    const outcome = compare();
    if (outcome === 'ahead') return false;
    if (outcome === 'passed') this.#passedOver += 1;
    else this.#compared += 1;
    if (outcome === 'differs') this.#fault(socket, `${what} is another one in the API`);
    return true;
  }

  #fault({ person }: LoadSocket, text: string): void {
    this.#faults.add(`${person.tier} ${person.email}`, { kind: 'content', text });
  }

  async #request(
    { person }: LoadSocket,
    shown: FoldedInstrument,
    instrumentId: number,
  ): Promise<readonly Question[]> {
    const answer = async (path: string): Promise<unknown> => {
      const { status, text } = await person.call(path).catch(() => ({ status: 0, text: '' }));
      if (status === 200) return JSON.parse(text);
      const why = status === 0 ? 'no answer' : `HTTP ${status}`;
      this.#unanswered.set(why, (this.#unanswered.get(why) ?? 0) + 1);
      return null;
    };
    const of = `instrumentId=${instrumentId}`;
    const [book, bars, events] = await Promise.all([
      answer(`/api/order-book?${of}`),
      answer(`/api/market-data?${of}&timeframe=1m&limit=${BARS}`),
      answer(`/api/order-flow-events?${of}&limit=${EVENTS}`),
    ]);
    const questions: Question[] = [];
    if (book !== null) {
      const rows = getOrderBook.response.parse(book);
      questions.push({
        what: `the book of instrument ${instrumentId}`,
        compare: () => shown.compareBook(rows),
      });
    }
    if (bars !== null) {
      const list = getMarketData.response.parse(bars);
      const last = list.at(-1);
      // The last one may still grow, and so may the one before for a moment after its minute
      for (const bar of list.slice(0, -2))
        for (const text of this.#sources.compareClosedBar(bar))
          this.#faults.add('the API', { kind: 'content', text });
      if (last !== undefined)
        questions.push({ what: `the bar of ${last.timestamp}`, compare: () => shown.compareBar(last) });
    }
    for (const event of events === null ? [] : listOrderFlowEvents.response.parse(events))
      questions.push({ what: `event ${event.id}`, compare: () => shown.compareEvent(event) });
    return questions;
  }
}
