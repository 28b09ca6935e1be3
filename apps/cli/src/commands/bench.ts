/** `undertow bench`: measures engine, chart and server against their goals, and writes the note. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CommandDef, defineCommand } from 'citty';
import { browserGoals, browserSection, measureBrowser } from '#bench/browser/browser-bench.ts';
import { chartTestGoals, chartTestSection, measureChartTest } from '#bench/browser/chart-test-bench.ts';
import { dashboardGoals, dashboardSection, measureDashboard } from '#bench/browser/dashboard-bench.ts';
import { demoGoals, demoSection, measureDemo } from '#bench/browser/demo-bench.ts';
import { landingGoals, landingSection, measureLanding } from '#bench/browser/landing-bench.ts';
import { measureWorkspace, workspaceGoals, workspaceSection } from '#bench/browser/workspace-bench.ts';
import { type BookRun, refuseOtherState, runBook } from '#bench/engine/book-run.ts';
import { type EngineFigures, engineSection, goalsOf } from '#bench/engine/engine-report.ts';
import {
  type BurstRun,
  type HeapRun,
  type LineRun,
  runBurst,
  runHeap,
  runLine,
} from '#bench/engine/line-runs.ts';
import { ReferenceEngine, type ReferenceRun } from '#bench/engine/reference-engine.ts';
import { runSimulated, type SimulatedRun } from '#bench/engine/simulated-run.ts';
import {
  type ImportFigures,
  type ImportRun,
  journalGoals,
  journalSection,
  type MeasuredExport,
  runImport,
} from '#bench/journal/journal-bench.ts';
import { journalExports } from '#bench/journal/journal-exports.ts';
import { measureJournalServer } from '#bench/journal/journal-server-bench.ts';
import { journalServerGoals, journalServerSection } from '#bench/journal/journal-server-report.ts';
import { measureRecordings } from '#bench/recordings/measure-recordings.ts';
import { recordingsGoals, recordingsSection } from '#bench/recordings/recordings-bench.ts';
import {
  accountFeedLineGoals,
  accountFeedLineSection,
  measureAccountFeedLines,
} from '#bench/server/account-feed-lines-bench.ts';
import { adminGoals, adminSection, measureAdmin } from '#bench/server/admin-bench.ts';
import { alertGoals, alertSection, measureAlerts } from '#bench/server/alert-bench.ts';
import { auditGoals, auditSection, measureAudit } from '#bench/server/audit-bench.ts';
import { databentoGoals, databentoSection, measureDatabento } from '#bench/server/databento-bench.ts';
import { drillGoals, drillSection, measureDrill } from '#bench/server/drill-bench.ts';
import { fanOutGoals, fanOutSection, measureFanOut } from '#bench/server/fan-out-bench.ts';
import { historyGoals, historySection, measureHistory } from '#bench/server/history-bench.ts';
import { measureRoutes, routeGoals, routeSection } from '#bench/server/route-bench.ts';
import { measureServer, serverGoals, serverSection } from '#bench/server/server-bench.ts';
import { measureTapes, tapeGoals, tapeSection } from '#bench/server/tape-bench.ts';
import type { Goal } from '#measurements/goal.ts';
import { writeMeasurements } from '#measurements/measurements-note.ts';
import { wholeNumber, wordsOf } from '#terminal/options.ts';
import { type Terminal, UsageError } from '#terminal/terminal.ts';

const PARTS = [
  'engine',
  'chart',
  'chart-test',
  'landing',
  'demo',
  'dashboard',
  'workspace',
  'server',
  'fan-out',
  'journal',
  'journal-server',
  'history',
  'alerts',
  'account-feeds',
  'databento',
  'drill',
  'audit',
  'routes',
  'admin',
  'recordings',
  'tapes',
] as const;
type Part = (typeof PARTS)[number];
const RUNS = ['book', 'line', 'simulated', 'heap', 'burst', 'import'] as const;

const ARGS = {
  rounds: { type: 'string', description: 'Rounds; figures are medians over them', default: '5' },
  seconds: { type: 'string', description: 'Length of the burst', default: '10' },
  records: {
    type: 'string',
    description: 'Records of each recording for --only recordings',
    default: '2000000',
  },
  minutes: {
    type: 'string',
    description: 'How long the heap of the page is watched for --only workspace',
    default: '5',
  },
  only: { type: 'string', description: `One part: ${PARTS.join(', ')}; all of them by default` },
  run: { type: 'string', description: `One measurement in this process: ${RUNS.join(', ')}` },
  file: {
    type: 'string',
    description: 'Records of the reference generator for --run book, an export for --run import',
  },
} as const;

export function benchCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'bench',
      description: 'Measures engine, chart, server and journal, writes docs/measurements.md',
    },
    args: ARGS,
    run: async ({ args }) => {
      const seconds = wholeNumber('seconds', args.seconds, 1, 600);
      if (args.run !== undefined) {
        terminal.data(JSON.stringify(await measureOne(args.run, args.file, seconds)));
        return;
      }
      const rounds = wholeNumber('rounds', args.rounds, 1, 99);
      const records = wholeNumber('records', args.records, 100_000, 1_000_000_000);
      const minutes = wholeNumber('minutes', args.minutes, 1, 240);
      const parts = args.only === undefined ? PARTS : wordsOf('only', args.only, PARTS);
      for (const name of parts) {
        terminal.note(name);
        for (const goal of await MEASURE[name]({ rounds, seconds, records, minutes, terminal }))
          terminal.data(JSON.stringify(goal));
      }
    },
  });
}

interface Measuring {
  readonly rounds: number;
  readonly seconds: number;
  readonly records: number;
  readonly minutes: number;
  readonly terminal: Terminal;
}

/** Measures one part, writes its section of the note and returns its goals. */
type MeasurePart = (measuring: Measuring) => Promise<readonly Goal[]>;

/** `measure` returns null where a prerequisite is missing on this machine; the section then states it. */
function part<Figures>(
  title: string,
  measure: (note: (line: string) => void, measuring: Measuring) => Promise<Figures>,
  section: (figures: Figures) => string,
  goals: (figures: NonNullable<Figures>) => readonly Goal[],
): MeasurePart {
  return async (measuring) => {
    const figures = await measure((line) => measuring.terminal.note(line), measuring);
    writeMeasurements(title, section(figures));
    return figures === null || figures === undefined ? [] : goals(figures);
  };
}

const MEASURE: Readonly<Record<Part, MeasurePart>> = {
  engine: part(
    'Engine',
    (_note, { rounds, seconds, terminal }) => measureAll(rounds, seconds, terminal),
    engineSection,
    goalsOf,
  ),
  chart: part('Browser', measureBrowser, browserSection, browserGoals),
  'chart-test': part('Chart test', measureChartTest, chartTestSection, chartTestGoals),
  landing: part('Landing pages', measureLanding, landingSection, landingGoals),
  demo: part('Demo', measureDemo, demoSection, demoGoals),
  dashboard: part('Dashboard', measureDashboard, dashboardSection, dashboardGoals),
  workspace: part(
    'Workspace',
    (_note, { minutes }) => measureWorkspace(minutes),
    workspaceSection,
    workspaceGoals,
  ),
  server: part('Server', measureServer, serverSection, serverGoals),
  'fan-out': part('Fan-out', (note, { rounds }) => measureFanOut(note, rounds), fanOutSection, fanOutGoals),
  journal: part(
    'Journal',
    (_note, { rounds, terminal }) => measureImports(rounds, terminal),
    journalSection,
    journalGoals,
  ),
  'journal-server': part(
    'Journal at the server',
    (note, { rounds }) => measureJournalServer(rounds, note),
    journalServerSection,
    journalServerGoals,
  ),
  history: part('History', measureHistory, historySection, historyGoals),
  alerts: part('Alerts', measureAlerts, alertSection, alertGoals),
  'account-feeds': part(
    'Connected accounts',
    measureAccountFeedLines,
    accountFeedLineSection,
    accountFeedLineGoals,
  ),
  databento: part('Databento', measureDatabento, databentoSection, databentoGoals),
  drill: part('Recovery drill', measureDrill, drillSection, drillGoals),
  audit: part('Audit log', measureAudit, auditSection, auditGoals),
  routes: part('Awkward requests', measureRoutes, routeSection, routeGoals),
  admin: part('Administration', measureAdmin, adminSection, adminGoals),
  recordings: part(
    'Recordings',
    (note, { records }) => measureRecordings(note, records),
    recordingsSection,
    recordingsGoals,
  ),
  tapes: part('Tapes', measureTapes, tapeSection, tapeGoals),
};

async function measureOne(name: string, file: string | undefined, seconds: number): Promise<object> {
  const [run] = wordsOf('run', name, RUNS);
  switch (run) {
    case 'line':
      return runLine();
    case 'simulated':
      return runSimulated();
    case 'heap':
      return runHeap();
    case 'burst':
      return runBurst(seconds);
    default:
      if (file === undefined) throw new UsageError(`expected --file with --run ${run}`);
      return run === 'import' ? runImport(file) : runBook(file);
  }
}

/** A measurement in a fresh process of this program: no other one has trained its compiler or filled its heap. */
async function measureApart<T>(name: (typeof RUNS)[number], more: readonly string[] = []): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    process.argv[1]!,
    'bench',
    '--run',
    name,
    ...more,
  ]);
  return JSON.parse(stdout) as T;
}

async function measureImports(rounds: number, terminal: Terminal): Promise<ImportFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-'));
  try {
    const files: MeasuredExport[] = [];
    for (const { what, name, text } of journalExports()) {
      const file = join(folder, name);
      await writeFile(file, text);
      const runs: ImportRun[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        terminal.note(`${what}, round ${round} of ${rounds}`);
        runs.push(await measureApart<ImportRun>('import', ['--file', file]));
      }
      files.push({ what, bytes: text.length, runs });
    }
    return { rounds, files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAll(rounds: number, burstSeconds: number, terminal: Terminal): Promise<EngineFigures> {
  const load = loadavg()[0] ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-'));
  try {
    const reference = await ReferenceEngine.build(folder);
    const withoutReference = typeof reference === 'string' ? reference : null;
    if (withoutReference !== null) terminal.note(`not compared with C++: ${withoutReference}`);
    const book: BookRun[] = [];
    const ladder: ReferenceRun[] = [];
    const map: ReferenceRun[] = [];
    const line: LineRun[] = [];
    const simulated: SimulatedRun[] = [];
    const heap: HeapRun[] = [];
    const burst: BurstRun[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      terminal.note(`round ${round} of ${rounds}`);
      if (typeof reference !== 'string') {
        ladder.push(await reference.measure('ladder'));
        book.push(await measureApart<BookRun>('book', ['--file', reference.streamPath]));
        map.push(await reference.measure('map'));
        refuseOtherState([...book, ...ladder, ...map]);
      }
      line.push(await measureApart<LineRun>('line'));
      simulated.push(await measureApart<SimulatedRun>('simulated'));
      heap.push(await measureApart<HeapRun>('heap'));
      burst.push(await measureApart<BurstRun>('burst', ['--seconds', String(burstSeconds)]));
    }
    const date = new Date().toISOString().slice(0, 10);
    const ofBook = { book, ladder, map, withoutReference };
    return { rounds, burstSeconds, date, load, ...ofBook, line, simulated, heap, burst };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
