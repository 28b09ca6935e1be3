/** Whether the chains of the track record are those that were written. */
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { ChainHeadsFile, Head } from '#adapters/storage/database/chain-heads-file.ts';
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

/** Walks every chain from its first row and compares its end with the file beside the database. */
export async function verifyChains(orm: Orm, headsFile: ChainHeadsFile): Promise<readonly TrackVerdict[]> {
  const heads = await headsFile.read();
  const found = await orm.selectDistinct({ chain: trackRecord.chain }).from(trackRecord);
  const chains = [...new Set([...found.map(({ chain }) => chain), ...Object.keys(heads)])].toSorted();
  const verdicts: TrackVerdict[] = [];
  for (const chain of chains) verdicts.push({ chain, ...(await verifyChain(orm, chain, heads[chain])) });
  return verdicts;
}

async function verifyChain(
  orm: Orm,
  chain: string,
  expected: Head | undefined,
): Promise<{ count: number; fault: string | null }> {
  const walked: Walk = { count: 0, hash: GENESIS, hashAtHead: expected?.count === 0 ? GENESIS : null };
  for (;;) {
    const rows = await orm
      .select({ position: trackRecord.position, body: trackRecord.body, hash: trackRecord.hash })
      .from(trackRecord)
      .where(and(eq(trackRecord.chain, chain), gt(trackRecord.position, walked.count)))
      .orderBy(asc(trackRecord.position))
      .limit(PAGE);
    for (const row of rows)
      if (!follows(walked, row, expected))
        return { count: walked.count, fault: `row ${walked.count} was changed` };
    if (rows.length < PAGE) return { count: walked.count, fault: faultAtEnd(walked, expected) };
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
  /** Hash of the row that the file names as the last one; null before it. */
  hashAtHead: string | null;
}

/** Takes one row further; false when it is not the one that was written. */
function follows(
  walked: Walk,
  row: { readonly position: number; readonly body: string; readonly hash: string },
  expected: Head | undefined,
): boolean {
  walked.hash = nextHash(walked.hash, row.body);
  walked.count += 1;
  if (walked.count === expected?.count) walked.hashAtHead = walked.hash;
  return row.position === walked.count && row.hash === walked.hash;
}

/** The file is written after the rows: a kill between the two leaves it behind, never ahead. */
function faultAtEnd({ count, hashAtHead }: Walk, expected: Head | undefined): string | null {
  if (expected === undefined) return 'the file beside the database does not know it';
  if (count < expected.count) return `${expected.count - count} rows are missing at its end`;
  return hashAtHead === expected.hash ? null : `row ${expected.count} is not the one that was written`;
}
