/** Devices of users in the database: those of a process that was not seen for some seconds do not count. */
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { KeyedQueue } from '#concurrency/keyed-queue.ts';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { LiveDevices } from '#ports/cluster/devices.ts';
import type { Log } from '#ports/log.ts';

const SEEN_EVERY_MS = 2_000;
/** A process that was not seen for longer counts as ended. */
const ALIVE_MS = 6_000;
/** What an ended process left is removed. */
const GONE_MS = 60_000;

const NOW = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

export interface LiveDevicesInput {
  readonly orm: Orm;
  /** Unique per start of a process. */
  readonly processId: string;
  readonly logger: Pick<Log, 'warn'>;
  readonly seenEveryMs?: number;
  /** Milliseconds of a source that never jumps; the process's own by default. */
  readonly monotonicMs?: () => number;
}

class StoredDevices implements LiveDevices {
  readonly #input: LiveDevicesInput;
  readonly #monotonicMs: () => number;
  /** Sessions with sockets here, and the number of their last connection. */
  readonly #here = new Map<string, number>();
  readonly #turns = new KeyedQueue();
  readonly #listeners: (() => void)[] = [];
  readonly #task: RepeatingTask;
  #seenMs: number | null = null;

  constructor(input: LiveDevicesInput) {
    this.#input = input;
    this.#monotonicMs = input.monotonicMs ?? (() => performance.now());
    this.#task = new RepeatingTask(
      input.seenEveryMs ?? SEEN_EVERY_MS,
      () => this.#beat(),
      (error) => input.logger.warn({ err: error }, 'this process was not noted as alive'),
    );
    void this.#task.run();
  }

  connected(sessionId: string): Promise<void> {
    return this.#turns.run(sessionId, async () => {
      const { orm, processId } = this.#input;
      // Selected from the session: one that ended meanwhile is no error
      const [row] = await rowsOf<{ connection: string | number }>(
        orm,
        sql`INSERT INTO live_devices (session_id, process_id, connection)
          SELECT id_hash, ${processId}::text, nextval('live_connections') FROM sessions WHERE id_hash = ${sessionId}
          ON CONFLICT (session_id, process_id) DO UPDATE SET connection = excluded.connection RETURNING connection`,
      );
      if (row !== undefined) this.#here.set(sessionId, Number(row.connection));
    });
  }

  gone(sessionId: string): Promise<void> {
    return this.#turns.run(sessionId, async () => {
      this.#here.delete(sessionId);
      await this.#input.orm.execute(
        sql`DELETE FROM live_devices WHERE session_id = ${sessionId} AND process_id = ${this.#input.processId}`,
      );
    });
  }

  async newestFirst(userId: string): Promise<readonly string[]> {
    const { orm, processId } = this.#input;
    const rows = await rowsOf<{ id: string }>(
      orm,
      sql`SELECT d.session_id AS id FROM live_devices d JOIN sessions s ON s.id_hash = d.session_id
        WHERE s.user_id = ${userId} AND (d.process_id = ${processId} OR EXISTS (SELECT FROM live_processes p
          WHERE p.process_id = d.process_id AND p.seen_at_ms > ${NOW} - ${ALIVE_MS}::bigint))
        GROUP BY d.session_id ORDER BY max(d.connection) DESC`,
    );
    return rows.map(({ id }) => id);
  }

  onReturn(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async #beat(): Promise<void> {
    const { orm, processId } = this.#input;
    const startedMs = this.#monotonicMs();
    await orm.execute(
      sql`INSERT INTO live_processes (process_id, seen_at_ms) VALUES (${processId}, ${NOW})
        ON CONFLICT (process_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms`,
    );
    const wasAway = this.#seenMs !== null && startedMs - this.#seenMs > ALIVE_MS;
    if (this.#seenMs === null || wasAway) await this.#removeEnded();
    if (wasAway) await this.#putBack();
    this.#seenMs = startedMs;
    if (wasAway) for (const listener of this.#listeners) listener();
  }

  /** Others may have taken this process for an ended one. Its devices keep their places: they connected when they did. */
  async #putBack(): Promise<void> {
    for (const sessionId of [...this.#here.keys()])
      await this.#turns.run(sessionId, async () => {
        const connection = this.#here.get(sessionId);
        if (connection === undefined) return;
        await this.#input.orm.execute(
          sql`INSERT INTO live_devices (session_id, process_id, connection)
            SELECT id_hash, ${this.#input.processId}::text, ${connection}::bigint FROM sessions WHERE id_hash = ${sessionId}
            ON CONFLICT (session_id, process_id) DO NOTHING`,
        );
      });
  }

  async #removeEnded(): Promise<void> {
    const ended = sql`seen_at_ms < ${NOW} - ${GONE_MS}::bigint`;
    await this.#input.orm.execute(
      sql`WITH ended AS (DELETE FROM live_processes WHERE ${ended} RETURNING process_id)
        DELETE FROM live_devices WHERE process_id IN (SELECT process_id FROM ended)`,
    );
  }

  async close(): Promise<void> {
    await this.#task.stop();
    const { orm, processId } = this.#input;
    await orm.execute(sql`DELETE FROM live_devices WHERE process_id = ${processId}`);
    await orm.execute(sql`DELETE FROM live_processes WHERE process_id = ${processId}`);
  }
}

/** Notes that this process lives every two seconds; close it while the database is still open. */
export function createLiveDevices(input: LiveDevicesInput): LiveDevices {
  return new StoredDevices(input);
}
