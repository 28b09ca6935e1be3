/** How long a recovery drill of a gigabyte takes: the command itself, on a PostgreSQL server of the measurement's own. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '#bench/processes/postgres-run.ts';
import { pathOf } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

const MAX_SECONDS = 300;
const run = promisify(execFile);

/** Five million rows of the top of the book, and forty thousand frames of ten kilobytes that do not compress. */
const FILL = `
  INSERT INTO feed_runs (source, run) VALUES ('simulated', 'drill');
  INSERT INTO top_of_book (instrument_id, run_id, second_ms, bid_ticks, bid_size, ask_ticks, ask_size, volume, buy_volume, sell_volume)
    SELECT 1 + n % 20, 1, 1000::bigint * n, 20000 + n % 997, n % 300, 20001 + n % 997, n % 290, n % 90, n % 40, n % 50
    FROM generate_series(1, 5500000) n;
  INSERT INTO frames (instrument_id, run_id, as_of_ms, frame)
    SELECT 1 + n % 20, 1, n, (SELECT string_agg(decode(md5(n || '/' || k), 'hex'), '') FROM generate_series(1, 600) k)
    FROM generate_series(1, 40000) n;
  ANALYZE;`;

export interface DrillFigures {
  readonly bytes: number;
  readonly rows: number;
  readonly backupSeconds: number;
  readonly restoreSeconds: number;
}

/** Null when PostgreSQL is not installed here. Takes some minutes. */
export async function measureDrill(note: (line: string) => void): Promise<DrillFigures | null> {
  const postgres = await startPostgres();
  if (postgres === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-drill-'));
  const [psql = '', ...shell] = postgres.shell;
  const query = async (statement: string): Promise<string> =>
    (await run(psql, [...shell, '-v', 'ON_ERROR_STOP=1', '-Atc', statement])).stdout.trim();
  try {
    const env = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      DATA_DIR: folder,
      DATABASE_URL: postgres.address,
      BACKUP_KEY: randomBytes(32).toString('hex'),
    };
    await run(process.execPath, [pathOf('migrate')], { env });
    note('filling a gigabyte');
    await query(FILL);
    note('drill');
    await run(process.execPath, [pathOf('drill'), '--folder', folder], { env });
    const answer = await query(
      `SELECT json_build_object('bytes', bytes, 'rows', rows, 'backupSeconds', backup_seconds,
        'restoreSeconds', restore_seconds) FROM recovery_drills WHERE fault IS NULL`,
    );
    return JSON.parse(answer) as DrillFigures;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export function drillGoals({ bytes, rows, backupSeconds, restoreSeconds }: DrillFigures): Goal[] {
  const seconds = backupSeconds + restoreSeconds;
  return [
    {
      what: `Recovery drill of ${(bytes / 1e9).toFixed(2)} GB, ${rows.toLocaleString('en-GB')} rows`,
      goal: '< 5 minutes',
      reached: `${(seconds / 60).toFixed(1)} minutes (backup ${backupSeconds.toFixed(0)} s, restore ${restoreSeconds.toFixed(0)} s)`,
      met: seconds < MAX_SECONDS,
    },
  ];
}

/** The section of docs/measurements.md. */
export function drillSection(figures: DrillFigures | null): string {
  const head = `\`npm run bench -- --only drill\`, ${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`;
  if (figures === null) return `${head} PostgreSQL was not installed.`;
  return [
    head,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...drillGoals(figures).map(
      (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
    ),
    '',
    'The command of the operator on PostgreSQL with fsync: dump at a snapshot while every table is counted and summed, sealed with a key;',
    'then the file is read and opened once, brought back into a new database in one transaction, and every table counted, summed and',
    'compared there, with the chains of the track record and the audit log. The size is that of the database with its indexes.',
  ].join('\n');
}
