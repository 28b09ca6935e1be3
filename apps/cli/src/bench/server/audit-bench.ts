/** The verification of an audit log of a million rows on PostgreSQL, by the command that an operator runs. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '#bench/processes/postgres-run.ts';
import { hasProcessFigures, processFigures } from '#bench/processes/process-figures.ts';
import { pathOf } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';

const ROWS = 1_000_000;
const ROUNDS = 3;
const MAX_SECONDS = 30;
const OBSERVED_MS = 100;

/**
 * Rows of a thousand people as the database chains them; the note of the end is written once, as the migration does. Indexes for
 * searching, which a walk does not use, are not kept up meanwhile.
 */
const LOAD = `
DROP INDEX audit_log_subject, audit_log_actor, audit_log_action, audit_log_time, audit_values_user;
DO $$
DECLARE
  last text := repeat('0', 64); salt text; detail text; digest text; linked text; one text; at bigint;
BEGIN
  FOR n IN 1..${ROWS} LOOP
    salt := md5(n::text);
    one := 'user-' || n % 1000;
    at := 1760000000000 + n * 1000;
    detail := '{"before":"basic","after":"pro","reason":"row ' || n || ' of the measurement"}';
    digest := audit_digest(salt, detail);
    linked := audit_hash(ARRAY[n::text, at::text, 'admin', 'tier.granted', one, salt, digest, last]);
    INSERT INTO audit_log VALUES (n, at, 'admin', 'tier.granted', one, salt, digest, last, linked);
    INSERT INTO audit_values VALUES (n, one, salt, detail);
    last := linked;
  END LOOP;
  UPDATE audit_head SET count = ${ROWS}, hash = last;
END $$;
ANALYZE audit_log;
ANALYZE audit_values;
`;

interface AuditFigures {
  readonly load: number;
  readonly seconds: number;
  readonly peakMb: number;
}

/** Null without PostgreSQL or /proc. */
export async function measureAudit(note: (line: string) => void): Promise<AuditFigures | null> {
  const server = hasProcessFigures() ? await startPostgres() : null;
  if (server === null) return null;
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  try {
    const env = { DATABASE_URL: server.address, DATA_DIR: dataDir };
    await promisify(execFile)(process.execPath, [pathOf('migrate')], { env });
    const [psql = 'psql', ...options] = server.shell;
    const query = (statements: string) => promisify(execFile)(psql, [...options, '-qAt', '-c', statements]);
    note(`${ROWS} rows`);
    await query(LOAD);
    const hash = (await query('SELECT hash FROM audit_head')).stdout.trim();
    writeFileSync(join(dataDir, 'audit-head.json'), JSON.stringify({ audit: { count: ROWS, hash } }));
    const load = loadavg()[0] ?? 0;
    const runs = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      note(`verification ${round} of ${ROUNDS}`);
      runs.push(await verify(env));
    }
    return {
      load,
      seconds: median(runs.map(({ seconds }) => seconds)),
      peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
    };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** From the start of the command to its end, with the most memory that it held. */
async function verify(env: Readonly<Record<string, string>>) {
  const beganMs = performance.now();
  const child = spawn(process.execPath, [pathOf('verifyAudit')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let peakMb = 0;
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const looking = setInterval(() => {
    peakMb = Math.max(peakMb, processFigures(child.pid ?? 0).peakMb);
  }, OBSERVED_MS);
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  clearInterval(looking);
  if (said !== `The audit log is intact: ${ROWS} rows.\n`) throw new Error(`not verified: ${said}`);
  return { seconds: (performance.now() - beganMs) / 1000, peakMb };
}

export function auditGoals({ seconds }: AuditFigures): Goal[] {
  return [
    {
      what: 'verification of a million rows, from the start of the command to its end',
      goal: `below ${MAX_SECONDS} s`,
      reached: `${seconds.toFixed(1)} s`,
      met: seconds < MAX_SECONDS,
    },
  ];
}

export function auditSection(figures: AuditFigures | null): string {
  if (figures === null)
    return '`npm run bench -- --only audit`: not measured, PostgreSQL or /proc is missing.';
  const rows = auditGoals(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only audit\`, ${new Date().toISOString().slice(0, 10)}: ${ROUNDS} rounds, median. ${availableParallelism()} cores, load ${figures.load.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    `PostgreSQL on the same machine; every row with its values, all hashes worked out again by the command, which held at most ${figures.peakMb.toFixed(0)} MB (VmHWM).`,
    'That every tampering is found: `audit-verify.test.ts`, 1,000 of 1,000 random ones with `LONG_TESTS=1`.',
  ].join('\n');
}
