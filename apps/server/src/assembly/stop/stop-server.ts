/** The order in which a server stops: requests are answered while the market data is stored, computations end, stores close last. */
import type { LiveLine } from '#live/live-line.ts';
import type { Log } from '#ports/log.ts';
import { runStages, type StopStage } from './stop-stages.ts';

type Stops = Readonly<Record<string, () => unknown>>;

/** The HTTP application, as far as it is stopped. */
export interface StoppingApp {
  /** Reports not ready, and answers for another `drainMs` so that a proxy can switch over. */
  drain(drainMs: number): Promise<void>;
  /** Stops listening, closes sockets with 1012 and lets requests finish. */
  finish(): Promise<void>;
  /** Cuts the connections of requests that did not finish. */
  cut(): void;
}

export interface StopParts {
  readonly drainMs: number;
  readonly app: StoppingApp;
  readonly line: Pick<LiveLine, 'settle' | 'close'>;
  /** Periodic work that begins no round from the start of the drain on. */
  readonly rounds: Stops;
  /** Work beside the requests that goes on during the drain: mails, payments. */
  readonly deliveries: Stops;
  /** What computes for requests, and can be ended in the middle. */
  readonly computations: Stops;
  /** What requests and lines leave to be stored. */
  readonly lastRows: Stops;
  /** What nothing uses any more. */
  readonly rest: Stops;
  readonly database: () => Promise<void>;
}

/** Deadlines, counted from the end of the drain. What stops early leaves its time to what is stored meanwhile. */
const DRAIN_LATE_MS = 1_000;
const REQUESTS_MS = 4_500;
const COMPUTATIONS_MS = 5_000;
const STORES_MS = 7_000;
const REST_MS = 7_500;
const DATABASE_MS = 8_250;

/** Each stop, and what resolves when it is over, whenever it began. */
function once(stops: Stops): { readonly begin: () => void; readonly over: Stops } {
  const begun = new Map<string, Promise<unknown>>();
  const overOf = (name: string, stop: () => unknown): Promise<unknown> => {
    const known = begun.get(name) ?? Promise.resolve().then(stop);
    begun.set(name, known);
    // Whoever waits for it receives the failure; until then it is not unhandled
    known.catch(() => undefined);
    return known;
  };
  const over = Object.fromEntries(
    Object.entries(stops).map(([name, stop]) => [name, () => overOf(name, stop)]),
  );
  return {
    over,
    begin: () => {
      for (const stop of Object.values(over)) void stop();
    },
  };
}

function stagesOf({ drainMs, app, line, ...parts }: StopParts): readonly StopStage[] {
  const rounds = once(parts.rounds);
  // The feed ends first: rows that still arrive would take the time that requests and stores need
  const stores = once({ market: () => line.settle(), ...parts.deliveries });
  return [
    {
      name: 'drain',
      untilMs: drainMs + DRAIN_LATE_MS,
      parts: { rounds: rounds.begin, drain: () => app.drain(drainMs) },
    },
    {
      name: 'requests',
      untilMs: drainMs + REQUESTS_MS,
      parts: { stores: stores.begin, requests: () => app.finish() },
    },
    {
      name: 'computations',
      untilMs: drainMs + COMPUTATIONS_MS,
      parts: { ...parts.computations, connections: () => app.cut() },
    },
    {
      name: 'stores',
      untilMs: drainMs + STORES_MS,
      parts: { ...stores.over, ...rounds.over, ...parts.lastRows },
    },
    { name: 'rest', untilMs: drainMs + REST_MS, parts: { line: () => line.close(), ...parts.rest } },
    { name: 'database', untilMs: drainMs + DATABASE_MS, parts: { database: parts.database } },
  ];
}

/**
 * Stops everything within about nine seconds after the drain. Resolves with the parts that did not end in time. A client that takes longer
 * than that to send or receive is cut off, which is none of them.
 */
export async function stopServer(
  parts: StopParts,
  log: Pick<Log, 'info' | 'error'>,
): Promise<readonly string[]> {
  const left = await runStages(stagesOf(parts), log);
  return left.filter((part) => part !== 'requests');
}
