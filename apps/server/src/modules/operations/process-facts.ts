/** The processes of the cluster, read so that the page does not fail or wait with them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { OperationsFacts } from '@undertow/contracts';
import type { Member } from '#ports/cluster/leases.ts';
import type { OperationsParts } from './operations-parts.ts';
import { OwnershipWatch } from './ownership-watch.ts';
import { findingsOf, processRows } from './process-rows.ts';

/** NATS that has not answered by then counts as away. Milliseconds. */
const PATIENCE_MS = 2_000;
const AWAY = 'NATS is away';

type Facts = Pick<OperationsFacts, 'processes' | 'processesFault' | 'processFindings'>;

const NONE: Facts = { processes: null, processesFault: null, processFindings: null };

export class ProcessFacts {
  readonly #processes: OperationsParts['processes'];
  readonly #patienceMs: number;
  readonly #watch = new OwnershipWatch();

  constructor(processes: OperationsParts['processes'], patienceMs = PATIENCE_MS) {
    this.#processes = processes;
    this.#patienceMs = patienceMs;
  }

  /** `instrumentIds` are those that are served; `monotonicMs` is of a clock that never goes back. */
  async read(instrumentIds: readonly number[], monotonicMs: number): Promise<Facts> {
    const members = await this.#members();
    if (members === AWAY) return { ...NONE, processesFault: AWAY };
    if (members === null) return NONE;
    return {
      processes: processRows(members),
      processesFault: null,
      processFindings: findingsOf(members, instrumentIds, (leases) =>
        this.#watch.lasting(leases, monotonicMs),
      ),
    };
  }

  async #members(): Promise<readonly Member[] | null | typeof AWAY> {
    const answered = new AbortController();
    const late = wait<typeof AWAY>(this.#patienceMs, AWAY, { signal: answered.signal });
    try {
      return await Promise.race([this.#processes(), late]);
    } catch {
      // The cause is in the log of the connection; here it is a reason
      return AWAY;
    } finally {
      answered.abort();
    }
  }
}
