/** The live track record in hash chains: one for each source and instrument, appended to and never changed. */
import {
  type CalibrationRow,
  canonicalText,
  type RaisedRow,
  type SettledRow,
  type TrackRow,
} from '@undertow/detection';
import { type EpochMs, epochMs, epochMsOfNs, type FeedSource } from '@undertow/market';
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { requireFence } from '#adapters/storage/cluster/fence.ts';
import type { ChainHeadsFile, Head } from '#adapters/storage/database/chain-heads-file.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { trackRecord } from '#adapters/storage/tables/tables.ts';
import { enterOutcomes } from '#adapters/storage/webhooks/webhook-entries.ts';
import type { Origin } from '#ports/market-store.ts';
import type { Fence } from '#ports/ownership/fence.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { notifyDrift } from './drift-notices.ts';
import { countTrack, headlineChain } from './track-counts.ts';
import { GENESIS, nextHash, verifyChains, verifyHeads } from './track-verify.ts';

/** Of one end into the file of ends. */
const MAX_WRITES = 3;

type Result<Method extends keyof TrackStore> = ReturnType<TrackStore[Method]>;

interface Chain {
  readonly name: string;
  readonly source: string;
  /** Null: of several. */
  readonly instrumentId: number | null;
}

/** In the transaction of the rows, which were not in the chain. */
interface AppendSteps {
  readonly before?: (transaction: Orm) => Promise<void>;
  readonly after?: (transaction: Orm, added: readonly TrackRow[]) => Promise<void>;
}

const atMsOf = ({ atNs }: TrackRow): EpochMs => epochMsOfNs(BigInt(atNs));

/** Rows were written by us and are chained by hashes: they are read as they went in. */
async function findOutcome(orm: Orm, signalId: string, toMs: number): Result<'outcomeOf'> {
  const rows = await orm
    .select({ kind: trackRecord.kind, body: trackRecord.body })
    .from(trackRecord)
    .where(and(eq(trackRecord.signalId, signalId), lt(trackRecord.atMs, epochMs(toMs + 1))));
  const bodyOf = (kind: string): unknown => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? null : JSON.parse(row.body);
  };
  const raised = bodyOf('raised') as RaisedRow | null;
  return raised === null ? null : { raised, settled: bodyOf('settled') as SettledRow | null };
}

/** What is open was declared minutes ago: it is near the end of its chain. */
const OPEN_WITHIN_ROWS = 5000;

async function findOpen(orm: Orm, chain: string, beforeMs: number, limit: number): Result<'openHeadlines'> {
  const rows = await rowsOf<{ body: string }>(
    orm,
    sql`SELECT body FROM track_record raised
      WHERE chain = ${chain} AND kind = 'raised' AND at_ms < ${epochMs(beforeMs)}::bigint
        AND position > (SELECT max(position) FROM track_record WHERE chain = ${chain}) - ${OPEN_WITHIN_ROWS}::bigint
        AND NOT EXISTS (
        SELECT FROM track_record settled WHERE settled.chain = raised.chain AND settled.kind = 'settled'
          AND settled.signal_id = raised.signal_id)
      ORDER BY position LIMIT ${limit}`,
  );
  return rows.map(({ body }) => JSON.parse(body) as RaisedRow);
}

async function headOf(orm: Orm, chain: string): Promise<Head> {
  const [row] = await orm
    .select({ position: trackRecord.position, hash: trackRecord.hash })
    .from(trackRecord)
    .where(eq(trackRecord.chain, chain))
    .orderBy(desc(trackRecord.position))
    .limit(1);
  return row === undefined ? { count: 0, hash: GENESIS } : { count: row.position, hash: row.hash };
}

/** Rows that the chain does not hold yet: a batch that was tried again after a lost response changes nothing. */
async function missing(orm: Orm, chain: string, rows: readonly TrackRow[]): Promise<TrackRow[]> {
  const held = await orm
    .select({ kind: trackRecord.kind, signalId: trackRecord.signalId })
    .from(trackRecord)
    .where(
      and(
        eq(trackRecord.chain, chain),
        inArray(
          trackRecord.signalId,
          rows.map(({ signalId }) => signalId),
        ),
      ),
    );
  const known = new Set(held.map(({ kind, signalId }) => `${kind}|${signalId}`));
  return rows.filter(({ kind, signalId }) => {
    const key = `${kind}|${signalId}`;
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

/** From one chain to the next, and by the names of these rows, which sort by their time: an index answers, however long the chains are. */
async function readStates(orm: Orm, sinceMs: number): Result<'latestStates'> {
  interface Row {
    readonly source: FeedSource;
    readonly instrument_id: number;
    readonly body: string;
  }
  const rows = await rowsOf<Row>(
    orm,
    sql`WITH RECURSIVE known (chain) AS (
        SELECT min(chain) FROM track_record
        UNION ALL
        SELECT (SELECT min(t.chain) FROM track_record t WHERE t.chain > known.chain) FROM known WHERE known.chain IS NOT NULL)
      SELECT newest.source, newest.instrument_id, newest.body
      FROM known CROSS JOIN LATERAL (SELECT t.source, t.instrument_id, t.at_ms, t.body FROM track_record t
        WHERE t.chain = known.chain AND t.kind = 'calibration' ORDER BY t.signal_id DESC LIMIT 1) AS newest
      WHERE newest.at_ms >= ${epochMs(sinceMs)}::bigint ORDER BY newest.source, newest.instrument_id`,
  );
  return rows.map(({ source, instrument_id: instrumentId, body }) => {
    const { atNs, states } = JSON.parse(body) as CalibrationRow;
    return { source, instrumentId, atMs: epochMsOfNs(BigInt(atNs)), states };
  });
}

class ChainedTrackStore implements TrackStore {
  readonly #orm: Orm;
  readonly #headsFile: ChainHeadsFile;
  /** Chains that the file names already. */
  readonly #named = new Set<string>();
  #writing: Promise<void> = Promise.resolve();

  constructor(orm: Orm, headsFile: ChainHeadsFile) {
    this.#orm = orm;
    this.#headsFile = headsFile;
  }

  async append(origin: Origin, rows: readonly TrackRow[], fence?: Fence): Promise<void> {
    const { source, instrumentId } = origin;
    await this.#append({ name: `${source}/${instrumentId}`, source, instrumentId }, rows, {
      before: async (transaction) => {
        if (fence !== undefined) await requireFence(transaction, fence);
      },
      after: async (transaction, added) => {
        await enterOutcomes(
          transaction,
          added.filter(({ kind }) => kind === 'settled').map((row) => ({ ...row, atMs: atMsOf(row) })),
        );
        await notifyDrift(transaction, { source, instrumentId }, added);
      },
    });
  }

  appendHeadlines(...[source, rows]: Parameters<TrackStore['appendHeadlines']>): Promise<void> {
    return this.#append({ name: headlineChain(source), source, instrumentId: null }, rows, {});
  }

  openHeadlines(
    ...[source, beforeMs, limit]: Parameters<TrackStore['openHeadlines']>
  ): Result<'openHeadlines'> {
    return findOpen(this.#orm, headlineChain(source), beforeMs, limit);
  }

  async #append(
    { name, source, instrumentId: ofAll }: Chain,
    rows: readonly TrackRow[],
    { before, after }: AppendSteps,
  ): Promise<void> {
    if (rows.length === 0) return;
    // In the file before its first row: a kill between the rows and the file must not look like a foreign chain
    await this.#remember(name, null);
    const head = await this.#orm.transaction(async (transaction) => {
      await before?.(transaction);
      let { count, hash } = await headOf(transaction, name);
      const fresh = await missing(transaction, name, rows);
      const added = fresh.map((row) => {
        const body = canonicalText(row);
        count += 1;
        hash = nextHash(hash, body);
        const { kind, signalId } = row;
        const instrumentId = ofAll ?? row.instrumentId;
        const [chain, position, atMs] = [name, count, atMsOf(row)];
        return { chain, position, kind, signalId, source, instrumentId, atMs, body, hash };
      });
      if (added.length > 0) await transaction.insert(trackRecord).values(added);
      await after?.(transaction, fresh);
      return { count, hash };
    });
    await this.#remember(name, head);
  }

  counts(query: Parameters<TrackStore['counts']>[0]): Result<'counts'> {
    return countTrack(this.#orm, query);
  }

  outcomeOf(signalId: string, toMs: number): Result<'outcomeOf'> {
    return findOutcome(this.#orm, signalId, toMs);
  }

  async latestOutcomes(source: string, instrumentId: number): Result<'latestOutcomes'> {
    const [row] = await this.#orm
      .select({ body: trackRecord.body, atMs: trackRecord.atMs })
      .from(trackRecord)
      .where(and(eq(trackRecord.chain, `${source}/${instrumentId}`), eq(trackRecord.kind, 'calibration')))
      .orderBy(desc(trackRecord.position))
      .limit(1);
    if (row === undefined) return undefined;
    const { states } = JSON.parse(row.body) as CalibrationRow;
    return { states, sinceMs: row.atMs };
  }

  latestStates(sinceMs: number): Result<'latestStates'> {
    return readStates(this.#orm, sinceMs);
  }

  verifyHeads(): Result<'verifyHeads'> {
    return verifyHeads(this.#orm, this.#headsFile);
  }

  async verify(): Result<'verify'> {
    return verifyChains(this.#orm, [await this.#headsFile.read()]);
  }

  /** Writes the end of the chain; null for one that begins, which changes nothing where the chain is known. */
  #remember(chain: string, head: Head | null): Promise<void> {
    if (head === null && this.#named.has(chain)) return Promise.resolve();
    const written = this.#writing.then(() => this.#write(chain, head));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /**
   * Other processes write the ends of other chains into the same file. Two at once may each replace what the other one wrote:
   * whose end is missing writes it again, and the next row writes it anyway. An end that is too old is no fault of the chain.
   */
  async #write(chain: string, head: Head | null): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const held = await this.#headsFile.read();
      const isThere = head === null ? held[chain] !== undefined : held[chain]?.hash === head.hash;
      if (isThere || attempt > MAX_WRITES) break;
      await this.#headsFile.write({ ...held, [chain]: head ?? { count: 0, hash: GENESIS } });
    }
    this.#named.add(chain);
  }
}

export function createTrackStore(orm: Orm, headsFile: ChainHeadsFile): TrackStore {
  return new ChainedTrackStore(orm, headsFile);
}
