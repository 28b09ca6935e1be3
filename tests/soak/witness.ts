/** Someone with every event of every instrument on one socket: what they saw is the record that the oracle judges alerts by. */
import { setTimeout as wait } from 'node:timers/promises';
import type { OrderFlowEventDto, SessionFacts } from '@undertow/contracts';
import { type LiveSocket, openSocket } from './people/live-socket.ts';
import type { Person } from './people/person.ts';

/** The facts of a session change with every trade; levels far less often. */
const FACTS_EVERY_MS = 4000;

export interface SeenFacts {
  readonly atMs: number;
  readonly facts: SessionFacts;
}

export interface Seen {
  /** Every state of every event, in the order in which they came. */
  readonly states: ReadonlyMap<string, readonly OrderFlowEventDto[]>;
  /** Of each instrument, oldest first. */
  readonly facts: ReadonlyMap<number, readonly SeenFacts[]>;
  /** The socket broke or lost events: the record has a hole. */
  readonly holes: readonly number[];
}

export class Witness implements Seen {
  readonly states = new Map<string, OrderFlowEventDto[]>();
  readonly facts = new Map<number, SeenFacts[]>();
  readonly holes: number[] = [];
  readonly #person: Person;
  readonly #instrumentIds: readonly number[];
  #socket: LiveSocket | null = null;

  constructor(person: Person, instrumentIds: readonly number[]) {
    this.#person = person;
    this.#instrumentIds = instrumentIds;
  }

  async open(): Promise<void> {
    this.#socket = await openSocket(this.#person, this.#instrumentIds, {
      onEvent: (event) => this.#see(event),
      onLoss: () => this.holes.push(Date.now()),
    });
    this.#socket.socket.on('close', () => this.holes.push(Date.now()));
  }

  #see(event: OrderFlowEventDto): void {
    const states = this.states.get(event.id) ?? [];
    // Two states of one millisecond are two: an alert may be of the first
    if (JSON.stringify(states.at(-1)) !== JSON.stringify(event)) states.push(event);
    this.states.set(event.id, states);
  }

  async keepReadingFacts(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const id of this.#instrumentIds) {
        const facts = await this.#person.read<SessionFacts>(`/session-facts?instrumentId=${id}`);
        const seen = this.facts.get(id) ?? [];
        seen.push({ atMs: Date.now(), facts: { ...facts, profile: [] } });
        this.facts.set(id, seen);
      }
      await wait(FACTS_EVERY_MS, null, { signal }).catch(() => null);
    }
  }

  close(): void {
    this.#socket?.socket.removeAllListeners('close');
    this.#socket?.close();
  }
}
