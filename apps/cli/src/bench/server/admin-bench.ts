/** The list of users over a hundred thousand of them on PostgreSQL, requested over HTTP from the whole product. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '#bench/processes/postgres-run.ts';
import { signInAsElite, startProduct } from '#bench/processes/product-run.ts';
import { pathOf } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';

const USERS = 100_000;
const ROUNDS = 15;
const WARM_UP = 3;
const MAX_MS = 150;
/** The administrator's address at the sandbox's issuer. */
const ADMINISTRATOR = 'admin@undertow.local';

/** Every fourth user has a grant, some of them one that is over; the others are free. */
const LOAD = `
INSERT INTO users (id, issuer, sub, email, first_name, last_name, role, created_at_ms)
  SELECT 'user-' || n, 'https://id.example', 'sub-' || n, 'person' || n || '@example.com',
    (ARRAY['Amara', 'Tom', 'Sofia', 'Daniel', 'Keiko', 'Priya', 'Owen'])[1 + n % 7],
    (ARRAY['Osei', 'Whitlock', 'Marchetti', 'Roth', 'Tanabe', 'Nair', 'Blackwood', 'Lee', 'Novak'])[1 + n % 9],
    'user', 1600000000000 + n::bigint * 1000000
  FROM generate_series(1, ${USERS}) AS n;
INSERT INTO tier_overrides (user_id, tier, actor, reason, created_at_ms, expires_at_ms)
  SELECT 'user-' || n, (ARRAY['basic', 'pro', 'elite'])[1 + n % 3], 'measurement', 'measurement', 1760000000000,
    CASE WHEN n % 5 = 0 THEN 1760000000001 END
  FROM generate_series(4, ${USERS}, 4) AS n;
ANALYZE users;
ANALYZE tier_overrides;
`;

const PAGES: readonly (readonly [what: string, path: string])[] = [
  ['first page of 50, with the count', '/api/admin/users?page=1'],
  ['the newest 1,000 as a plain array', '/api/admin/users'],
  ['the last page', `/api/admin/users?page=${USERS / 50}`],
  ['by address', '/api/admin/users?sort=email'],
  ['by role', '/api/admin/users?sort=role'],
  ['by plan', '/api/admin/users?sort=tier'],
  ['search of a name', '/api/admin/users?search=priya%20nair'],
  ['search of an address', '/api/admin/users?search=person4711%40'],
  ['search of nobody', '/api/admin/users?search=nobody%20at%20all'],
  ['counts and revenue', '/api/admin/stats/users'],
];

interface PageFigures {
  readonly what: string;
  readonly medianMs: number;
  readonly worstMs: number;
}

interface AdminFigures {
  readonly load: number;
  readonly pages: readonly PageFigures[];
}

/** Null without PostgreSQL. */
export async function measureAdmin(note: (line: string) => void): Promise<AdminFigures | null> {
  const server = await startPostgres();
  if (server === null) return null;
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  try {
    await promisify(execFile)(process.execPath, [pathOf('migrate')], {
      env: { DATABASE_URL: server.address },
    });
    const [psql = 'psql', ...options] = server.shell;
    note(`${USERS} users`);
    await promisify(execFile)(psql, [...options, '-q', '-v', 'ON_ERROR_STOP=1', '-c', LOAD]);
    const product = await startProduct(dataDir, { DATABASE_URL: server.address, SIM_INSTRUMENTS: 'ES' });
    try {
      const cookie = await signInAsElite(product.origin, ADMINISTRATOR);
      const load = loadavg()[0] ?? 0;
      const pages: PageFigures[] = [];
      for (const [what, path] of PAGES)
        pages.push(await measurePage(`${product.origin}${path}`, cookie, what));
      return { load, pages };
    } finally {
      await product.stop();
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** From the request to its parsed answer. */
async function measurePage(url: string, cookie: string, what: string): Promise<PageFigures> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const startedMs = performance.now();
    const answer = await fetch(url, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
    await answer.json();
    if (round >= WARM_UP) times.push(performance.now() - startedMs);
  }
  return { what, medianMs: median(times), worstMs: Math.max(...times) };
}

export function adminGoals({ pages }: AdminFigures): Goal[] {
  return pages.map(({ what, medianMs, worstMs }, at) => ({
    what,
    goal: at === 0 ? `< ${MAX_MS} ms` : '',
    reached: `${medianMs.toFixed(0)} ms (worst ${worstMs.toFixed(0)} ms)`,
    met: at > 0 || medianMs < MAX_MS,
  }));
}

/** The section of docs/measurements.md. */
export function adminSection(figures: AdminFigures | null): string {
  if (figures === null) return '`npm run bench -- --only admin`: not measured, PostgreSQL is missing.';
  const rows = adminGoals(figures).map(
    ({ what, goal, reached, met }) =>
      `| ${what} | ${goal} | ${reached} | ${goal === '' ? '' : met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only admin\`, ${new Date().toISOString().slice(0, 10)}: ${ROUNDS} rounds, medians. ${availableParallelism()} cores, load ${figures.load.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    `${USERS} users on PostgreSQL, a quarter of them with a grant, requested by an administrator over HTTP while one simulated instrument runs.`,
  ].join('\n');
}
