/**
 * Checks that no row of the live track record was changed or removed, and reports the result of each chain. `--heads FILE`, once for
 * each process that appends, names the files with the ends of the chains in place of the one in `DATA_DIR`. With `--recount` it also counts every figure again from the rows alone and compares it with the one that the product shows.
 */
import { parseArgs } from 'node:util';
import type { TrackFigures } from '@undertow/detection';
import { createTrackHeadsFile, readHeads } from '#adapters/storage/database/chain-heads-file.ts';
import { openDatabase } from '#adapters/storage/database/database.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { recountTrack } from '#adapters/storage/track-record/recount-track.ts';
import { verifyChains } from '#adapters/storage/track-record/track-verify.ts';
import { readStorageConfig } from '#config/read-storage.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** `stop_run/burst: 66 raised, 66 settled beside a base rate, 25 hits (37.9%), base rate 41.8%`. */
function lineOf({ type, sub, count, resolved, hits, hitRate, baseRate, brier }: TrackFigures): string {
  const rates =
    hitRate === null || baseRate === null
      ? ', too few for a rate'
      : ` (${percent(hitRate.value)}), base rate ${percent(baseRate.value)}`;
  const forecast = brier === null ? '' : `, Brier ${brier.toFixed(3)}`;
  const kind = sub === null ? type : `${type}/${sub}`;
  return `  ${kind}: ${count} raised, ${resolved} settled beside a base rate, ${hits} hits${rates}${forecast}\n`;
}

async function recount(orm: Orm): Promise<boolean> {
  const recounts = await recountTrack(orm);
  for (const { source, figures, differing } of recounts) {
    process.stdout.write(`${source}, counted from the rows alone:\n${figures.map(lineOf).join('')}`);
    process.stdout.write(
      differing.length === 0
        ? '  The product shows the same figures.\n'
        : `  The product shows OTHER figures of ${differing.join(', ')}.\n`,
    );
  }
  return recounts.every(({ differing }) => differing.length === 0);
}

async function verify(): Promise<boolean> {
  const { values } = parseArgs({
    options: { recount: { type: 'boolean', default: false }, heads: { type: 'string', multiple: true } },
  });
  const config = readStorageConfig();
  const noted = await Promise.all(
    values.heads?.map(readHeads) ?? [createTrackHeadsFile(config.dataDir).read()],
  );
  const database = await openDatabase(config);
  try {
    const verdicts = await verifyChains(database.orm, noted);
    for (const { chain, count, fault } of verdicts)
      process.stdout.write(`${chain}: ${count} rows, ${fault === null ? 'whole' : `BROKEN: ${fault}`}\n`);
    if (verdicts.length === 0) process.stdout.write('The track record is empty.\n');
    const isSame = values.recount ? await recount(database.orm) : true;
    return isSame && verdicts.every(({ fault }) => fault === null);
  } finally {
    await database.close();
  }
}

verify()
  .then((isWhole) => {
    process.exitCode = isWhole ? 0 : 1;
  })
  .catch((error: unknown) => {
    process.stderr.write(`verify-track-record: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
