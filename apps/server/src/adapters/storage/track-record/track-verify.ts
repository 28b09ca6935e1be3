/** Whether the chains of the track record are those that were written. */
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { ChainHeadsFile, Head, Heads } from '#adapters/storage/database/chain-heads-file.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { trackRecord } from '#adapters/storage/tables/tables.ts';
import type { TrackVerdict } from '#ports/track-store.ts';

/** The hash before the first row of every chain. */
export const GENESIS = '0'.repeat(64);
const PAGE = 1000;

export function nextHash(before: string, body: string): string {
  return createHash('sha256').update(before).update(body).digest('hex');
}

/** The row that the file names as the last one of each chain must be there, with its hash: a few reads, however long. */
export async function verifyHeads(orm: Orm, headsFile: ChainHeadsFile): Promise<readonly TrackVerdict[]> {
  const verdicts: TrackVerdict[] = [];
  for (const [chain, { count, hash }] of Object.entries(await headsFile.read())) {
    const [row] = await orm
      .select({ hash: trackRecord.hash })
      .from(trackRecord)
      .where(and(eq(trackRecord.chain, chain), eq(trackRecord.position, count)));
    const found = count === 0 ? GENESIS : row?.hash;
    const fault = found === hash ? null : `row ${count} is missing or not the one that was written`;
    verdicts.push({ chain, count, fault });
  }
  return verdicts;
}

/**
 * Walks every chain from its first row and compares it with what was noted beside the database: one record for each process that
 * appends. The chain must contain every end that was noted, and somebody must have noted one.
 */
export async function verifyChains(orm: Orm, noted: readonly Heads[]): Promise<readonly TrackVerdict[]> {
  const found = await orm.selectDistinct({ chain: trackRecord.chain }).from(trackRecord);
  const chains = new Set([
    ...found.map(({ chain }) => chain),
    ...noted.flatMap((heads) => Object.keys(heads)),
  ]);
  const verdicts: TrackVerdict[] = [];
  for (const chain of [...chains].toSorted()) {
    const expected = noted.flatMap(({ [chain]: head }) => (head === undefined ? [] : [head]));
    verdicts.push({ chain, ...(await verifyChain(orm, chain, expected)) });
  }
  return verdicts;
}

async function verifyChain(
  orm: Orm,
  chain: string,
  expected: readonly Head[],
): Promise<{ count: number; fault: string | null }> {
  const walked: Walk = {
    count: 0,
    hash: GENESIS,
    missed: expected.filter((head) => !isAt(head, 0, GENESIS)),
  };
  for (;;) {
    const rows = await orm
      .select({ position: trackRecord.position, body: trackRecord.body, hash: trackRecord.hash })
      .from(trackRecord)
      .where(and(eq(trackRecord.chain, chain), gt(trackRecord.position, walked.count)))
      .orderBy(asc(trackRecord.position))
      .limit(PAGE);
    for (const row of rows)
      if (!follows(walked, row)) return { count: walked.count, fault: `row ${walked.count} was changed` };
    if (rows.length < PAGE)
      return {
        count: walked.count,
        fault: expected.length === 0 ? 'no file beside the database knows it' : faultAtEnd(walked),
      };
  }
}

/** The last row of every chain, as the file beside the database has them. */
export async function readTrackEnds(orm: Orm): Promise<Record<string, Head>> {
  const rows = await orm
    .selectDistinctOn([trackRecord.chain], {
      chain: trackRecord.chain,
      count: trackRecord.position,
      hash: trackRecord.hash,
    })
    .from(trackRecord)
    .orderBy(asc(trackRecord.chain), desc(trackRecord.position));
  return Object.fromEntries(rows.map(({ chain, count, hash }) => [chain, { count, hash }]));
}

interface Walk {
  count: number;
  hash: string;
  /** Ends that were noted and not met yet. */
  missed: readonly Head[];
}

const isAt = (head: Head, count: number, hash: string): boolean => head.count === count && head.hash === hash;

/** Takes one row further; false when it is not the one that was written. */
function follows(
  walked: Walk,
  row: { readonly position: number; readonly body: string; readonly hash: string },
): boolean {
  const { count, hash } = walked;
  walked.hash = nextHash(hash, row.body);
  walked.count = count + 1;
  walked.missed = walked.missed.filter((head) => !isAt(head, walked.count, walked.hash));
  return row.position === walked.count && row.hash === walked.hash;
}

/** A file is written after the rows: a kill between the two leaves it behind, never ahead. */
function faultAtEnd({ count, missed }: Walk): string | null {
  const last = missed.toSorted((a, b) => b.count - a.count)[0];
  if (last === undefined) return null;
  if (count < last.count) return `${last.count - count} rows are missing at its end`;
  return `row ${last.count} is not the one that was written`;
}
