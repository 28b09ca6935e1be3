/** Signs everybody in, and finds out which instruments the product serves. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FeedStatus } from '@undertow/contracts';
import type { LoopbackAddress } from '#load/wire/loopback-address.ts';
import { InputError } from '#terminal/terminal.ts';
import { LoadPerson } from './load-person.ts';
import type { PlannedPerson } from './load-plan.ts';
import type { SavedSessions } from './saved-sessions.ts';

/** Each choice of a plan starts a process of the sandbox. */
const AT_ONCE = 3;
const NOTE_EVERY_MS = 10_000;
/** The first history of an instrument takes half a minute, and longer beside others. */
const MAX_HISTORY_MS = 300_000;
const LOOK_EVERY_MS = 500;
/** No other person has it. */
const SCOUT_NUMBER = 60_000;

interface Arrivals {
  readonly address: LoopbackAddress;
  readonly instrumentIds: readonly number[];
  readonly name: string;
  readonly sessions: SavedSessions;
  note(line: string): void;
}

export interface OpenMarket {
  /** Sees everything without a delay. */
  readonly person: LoadPerson;
  /** Those that the feed carries, with their history read. */
  readonly instrumentIds: readonly number[];
}

/** Someone who sees everything waits until the instruments are live, as pages do. */
export async function openMarket({
  address,
  instrumentIds,
  name,
  sessions,
  note,
}: Arrivals): Promise<OpenMarket> {
  const email = `${name}-scout@load.example.com`;
  const plan: PlannedPerson = { number: SCOUT_NUMBER, email, tier: 'elite', instrumentIds, sockets: [] };
  const person = new LoadPerson(plan, address);
  await person.arrive(sessions);
  const carried: number[] = [];
  for (const instrumentId of instrumentIds)
    if (await isCarried(person, instrumentId)) carried.push(instrumentId);
  if (carried.length === 0)
    throw new InputError(
      `${address.origin} has market data of none of the instruments: choose others with --instruments`,
    );
  const left = instrumentIds.length - carried.length;
  if (left > 0) note(`The feed does not carry ${left} of the instruments: they are left out`);
  const deadline = performance.now() + MAX_HISTORY_MS;
  for (const instrumentId of carried) await untilLive(person, instrumentId, deadline);
  return { person, instrumentIds: carried };
}

async function isCarried(person: LoadPerson, instrumentId: number): Promise<boolean> {
  const { status, text } = await person.call(`/api/feed-status?instrumentId=${instrumentId}`);
  if (status !== 200 && status !== 404)
    throw new InputError(`/api/feed-status of ${person.email} answered ${status}: ${text.slice(0, 200)}`);
  return status === 200;
}

async function untilLive(person: LoadPerson, instrumentId: number, deadline: number): Promise<void> {
  for (;;) {
    const status = await person.read<FeedStatus>(`/api/feed-status?instrumentId=${instrumentId}`);
    if (status.isReplay === true || status.source === 'replay')
      throw new InputError(
        'expected a market in real time, the product replays a recording: its ages mean nothing',
      );
    if (status.state !== 'syncing') return;
    if (performance.now() > deadline)
      throw new InputError(
        `instrument ${instrumentId} is still ${status.state} after ${MAX_HISTORY_MS / 1000} s: expected it to be live`,
      );
    await wait(LOOK_EVERY_MS);
  }
}

/** In the order of the plan. The first refusal ends it. */
export async function arriveAll(
  planned: readonly PlannedPerson[],
  { address, sessions, note }: Arrivals,
): Promise<readonly LoadPerson[]> {
  const people = planned.map((plan) => new LoadPerson(plan, address));
  note(`Signing in ${people.length} people`);
  const startMs = performance.now();
  let [next, arrived, notedMs] = [0, 0, startMs];
  const signInSome = async (): Promise<void> => {
    for (let person = people[next]; person !== undefined; person = people[next]) {
      next += 1;
      await person.arrive(sessions);
      arrived += 1;
      if (performance.now() - notedMs < NOTE_EVERY_MS) continue;
      notedMs = performance.now();
      note(`${arrived} of ${people.length} are signed in after ${Math.round((notedMs - startMs) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, signInSome)).finally(() => sessions.save());
  return people;
}
