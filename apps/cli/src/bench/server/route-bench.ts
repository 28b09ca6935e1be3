/** How long the largest and most awkward request to each route keeps everybody else of the server waiting. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Probe, startProbe } from '#bench/processes/answer-probe.ts';
import { signInAsElite, startProduct } from '#bench/processes/product-run.ts';
import type { Goal } from '#measurements/goal.ts';

/** Longest that one request may hold the event loop. */
const BUDGET_MS = 50;
const PROBE_MS = 5;
/** The limits of bodies: a form, settings, a trade, an upload. */
const SIZES = [4 * 1024, 20 * 1024, 24 * 1024, 2 * 1024 * 1024];
const QUERY_BYTES = 12_000;
const MAX_LISTED = 10;
const LOOK_MS = 5_000;
const AT_REST_WITHIN_MS = 120_000;

interface RouteFigures {
  readonly route: string;
  readonly requests: number;
  readonly maxMs: number;
}

export interface LoopFigures {
  readonly load: number;
  /** Longest wait of an idle server, measured in the same way. */
  readonly idleMs: number;
  readonly routes: readonly RouteFigures[];
}

/** Pieces as often as fit between what opens and what closes. */
function filled(open: string, piece: string, close: string, bytes: number): string {
  const room = bytes - open.length - close.length - piece.length;
  return `${open}${piece.repeat(Math.max(1, Math.floor(room / piece.length)))}${piece.replace(/,$/, '')}${close}`;
}

function bodiesOf(bytes: number): readonly string[] {
  const depth = Math.floor(bytes / 2) - 1;
  const keys = Array.from(
    { length: Math.floor(bytes / 12) },
    (_, at) => `"k${at.toString(36).padStart(5, '0')}":0`,
  );
  return [
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `{${keys.join(',')}}`,
    filled('{"trades":[', '{},', ']}', bytes),
    `{"trades":[${Array.from({ length: Math.min(9_999, Math.floor(bytes / 3) - 8) }, () => '{}').join(',')}]}`,
    filled('{"a":"', 'é', '"}', Math.floor(bytes / 2)),
    filled('"', '\\u0000', '"', bytes),
  ];
}

/** Made beforehand: the probe is in this process, and must not wait for them. */
const BODIES = SIZES.flatMap(bodiesOf);

async function routesOf(origin: string): Promise<readonly (readonly [string, string])[]> {
  const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')] as const),
  );
}

/** What was answered does not matter here, only that it was. */
async function sendAll(origin: string, [method, path]: readonly [string, string], cookie: string) {
  const query = filled('?', 'k=1&', '', QUERY_BYTES);
  const keys = `?${Array.from({ length: 1_200 }, (_, at) => `k${at}=1`).join('&')}`;
  const bodies = method === 'GET' ? [query, keys] : BODIES;
  for (const one of bodies) {
    const isQuery = method === 'GET';
    const sent = {
      method,
      redirect: 'manual',
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(isQuery ? {} : { body: one }),
    } as const;
    // A body that is too long is refused while it is still sent, which ends the connection
    await fetch(`${origin}${path}${isQuery ? one : ''}`, sent).then(
      (answer) => answer.text(),
      () => '',
    );
  }
  return bodies.length;
}

/** The first start generates a history; the product is measured at rest. Returns the longest wait of the last check. */
async function untilAtRest(probe: () => Probe): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const looking = probe();
    await wait(LOOK_MS);
    const { maxMs } = await looking.stop();
    if (maxMs < BUDGET_MS || performance.now() - startedMs > AT_REST_WITHIN_MS) return maxMs;
  }
}

export async function measureRoutes(note: (line: string) => void): Promise<LoopFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  const product = await startProduct(dataDir, { SIM_INSTRUMENTS: 'ES' });
  try {
    const cookie = await signInAsElite(product.origin);
    const probed = { paths: ['/healthz'], everyMs: PROBE_MS, cookie };
    const idleMs = await untilAtRest(() => startProbe(product.origin, probed));
    const load = loadavg()[0]!;
    const routes: RouteFigures[] = [];
    for (const route of await routesOf(product.origin)) {
      const probe = startProbe(product.origin, probed);
      const requests = await sendAll(product.origin, route, cookie);
      const { maxMs } = await probe.stop();
      routes.push({ route: route.join(' '), requests, maxMs });
      note(`${route.join(' ')}: ${maxMs.toFixed(1)} ms`);
    }
    return { load, idleMs, routes: routes.toSorted((a, b) => b.maxMs - a.maxMs) };
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export function routeGoals({ routes }: LoopFigures): Goal[] {
  const [slowest] = routes;
  const reached = slowest?.maxMs ?? 0;
  return [
    {
      what: `Longest wait of others behind the most awkward requests to ${routes.length} routes`,
      goal: `< ${BUDGET_MS} ms`,
      reached: `${reached.toFixed(1)} ms (${slowest?.route})`,
      met: reached < BUDGET_MS,
    },
  ];
}

/** The section of docs/measurements.md. */
export function routeSection(figures: LoopFigures): string {
  return [
    `\`npm run bench -- --only routes\`, ${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores, load ${figures.load.toFixed(1)} at the start.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...routeGoals(figures).map(
      ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
    ),
    `| The same of the server at rest | | ${figures.idleMs.toFixed(1)} ms | |`,
    '',
    '| Route | Requests | Longest wait |',
    '|---|---|---|',
    ...figures.routes
      .slice(0, MAX_LISTED)
      .map(({ route, requests, maxMs }) => `| \`${route}\` | ${requests} | ${maxMs.toFixed(1)} ms |`),
    '',
    'Each route gets bodies of 4, 20 and 24 kB and of 2 MB, nested as deep as they are long, of nothing but keys, of a list of empty trades,',
    'of one long text and of escapes; a GET gets 12 kB of parameters. Meanwhile `/healthz` is fetched every 5 ms: the longest wait for it is',
    'the longest block of the loop and what the machine adds. The ten slowest routes are shown.',
  ].join('\n');
}
