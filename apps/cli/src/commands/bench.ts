/** `undertow bench`: measures engine, chart and server against their goals, and writes the note. */
import { type CommandDef, defineCommand } from 'citty';
import { backtestGoals, backtestSection, measureBacktest } from '#bench/backtest/backtest-bench.ts';
import { browserGoals, browserSection, measureBrowser } from '#bench/browser/browser-bench.ts';
import { chartTestGoals, chartTestSection, measureChartTest } from '#bench/browser/chart-test-bench.ts';
import { dashboardGoals, dashboardSection, measureDashboard } from '#bench/browser/dashboard-bench.ts';
import { demoGoals, demoSection, measureDemo } from '#bench/browser/demo-bench.ts';
import { landingGoals, landingSection, measureLanding } from '#bench/browser/landing-bench.ts';
import { measureWorkspace, workspaceGoals, workspaceSection } from '#bench/browser/workspace-bench.ts';
import { measureCluster } from '#bench/cluster/cluster-bench.ts';
import { clusterGoals, clusterSection } from '#bench/cluster/cluster-report.ts';
import { compareRevision, withCheckout } from '#bench/engine/compare-revision.ts';
import { engineSection, goalsOf } from '#bench/engine/engine-report.ts';
import { measureEngine } from '#bench/engine/measure-engine.ts';
import { journalGoals, journalSection } from '#bench/journal/journal-bench.ts';
import { measureJournalServer } from '#bench/journal/journal-server-bench.ts';
import { journalServerGoals, journalServerSection } from '#bench/journal/journal-server-report.ts';
import { measureImports } from '#bench/journal/measure-imports.ts';
import { measureRecordings } from '#bench/recordings/measure-recordings.ts';
import { recordingsGoals, recordingsSection } from '#bench/recordings/recordings-bench.ts';
import { measureScale } from '#bench/scale/scale-bench.ts';
import {
  accountFeedLineGoals,
  accountFeedLineSection,
  measureAccountFeedLines,
} from '#bench/server/account-feed-lines-bench.ts';
import { adminGoals, adminSection, measureAdmin } from '#bench/server/admin-bench.ts';
import { alertGoals, alertSection, measureAlerts } from '#bench/server/alert-bench.ts';
import { auditGoals, auditSection, measureAudit } from '#bench/server/audit-bench.ts';
import { compareProduct } from '#bench/server/compare-product.ts';
import { databentoGoals, databentoSection, measureDatabento } from '#bench/server/databento-bench.ts';
import { drillGoals, drillSection, measureDrill } from '#bench/server/drill-bench.ts';
import { fanOutGoals, fanOutSection, measureFanOut } from '#bench/server/fan-out-bench.ts';
import { historyGoals, historySection, measureHistory } from '#bench/server/history-bench.ts';
import { measurePublicApi, publicApiGoals, publicApiSection } from '#bench/server/public-api-bench.ts';
import { measureRoutes, routeGoals, routeSection } from '#bench/server/route-bench.ts';
import { measureServer, serverGoals, serverSection } from '#bench/server/server-bench.ts';
import { measureTapes, tapeGoals, tapeSection } from '#bench/server/tape-bench.ts';
import type { Goal } from '#measurements/goal.ts';
import { writeMeasurements } from '#measurements/measurements-note.ts';
import { wholeNumber, wordsOf } from '#terminal/options.ts';
import { InputError, type Terminal } from '#terminal/terminal.ts';
import { measureRun, RUNS } from './bench-run.ts';

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
  'backtest',
  'tapes',
  'public-api',
  'cluster',
  'scale',
] as const;
type Part = (typeof PARTS)[number];

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
  sockets: {
    type: 'string',
    description: 'The most sockets of one process for --only cluster',
    default: '10000',
  },
  reference: {
    type: 'string',
    description: 'Folder of the reference programs for --only cluster, where it is not beside the checkout',
    valueHint: 'folder',
  },
  modules: {
    type: 'string',
    description: 'Folder node_modules with ws and socket.io for --only cluster',
    valueHint: 'folder',
  },
  only: { type: 'string', description: `One part: ${PARTS.join(', ')}; all of them by default` },
  against: {
    type: 'string',
    description:
      'Measures the engine beside this commit, and fails where it is more than a tenth slower; with --only cluster one process with all roles, and 5 %',
  },
  run: { type: 'string', description: `One measurement in this process: ${RUNS.join(', ')}` },
  file: {
    type: 'string',
    description:
      'Records of the reference generator for --run book, a recording for --run recording, an export for --run import',
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
        terminal.data(JSON.stringify(await measureRun(args.run, args.file, seconds)));
        return;
      }
      const rounds = wholeNumber('rounds', args.rounds, 1, 99);
      const records = wholeNumber('records', args.records, 100_000, 1_000_000_000);
      const sockets = wholeNumber('sockets', args.sockets, 10, 19_000);
      const { reference, modules } = args;
      const minutes = wholeNumber('minutes', args.minutes, 1, 240);
      if (args.against !== undefined)
        return compare(args.against, { rounds, isProduct: args.only === 'cluster', terminal });
      const measuring = { rounds, seconds, records, minutes, sockets, reference, modules, terminal };
      const parts = args.only === undefined ? PARTS : wordsOf('only', args.only, PARTS);
      for (const name of parts) {
        terminal.note(name);
        for (const goal of await MEASURE[name](measuring)) terminal.data(JSON.stringify(goal));
      }
    },
  });
}

interface Comparing {
  readonly rounds: number;
  /** One process with all roles, in place of the engine. */
  readonly isProduct: boolean;
  readonly terminal: Terminal;
}

async function compare(revision: string, { rounds, isProduct, terminal }: Comparing): Promise<void> {
  const note = (line: string): void => terminal.note(line);
  const goals = await (isProduct
    ? withCheckout(revision, note, (checkout) => compareProduct(revision, checkout, rounds, note))
    : compareRevision(revision, rounds, note));
  for (const goal of goals) terminal.data(JSON.stringify(goal));
  const slower = goals.filter(({ met }) => !met).map(({ what }) => what);
  if (slower.length > 0) throw new InputError(`slower than ${revision}: ${slower.join(', ')}`);
}

interface Measuring {
  readonly rounds: number;
  readonly seconds: number;
  readonly records: number;
  readonly minutes: number;
  readonly sockets: number;
  readonly reference: string | undefined;
  readonly modules: string | undefined;
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
    (note, { rounds, seconds }) => measureEngine(note, rounds, seconds),
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
  journal: part('Journal', (note, { rounds }) => measureImports(note, rounds), journalSection, journalGoals),
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
  backtest: part(
    'Backtests',
    (note, { rounds }) => measureBacktest(note, rounds),
    backtestSection,
    backtestGoals,
  ),
  tapes: part('Tapes', measureTapes, tapeSection, tapeGoals),
  'public-api': part(
    'Public API',
    (note, { rounds }) => measurePublicApi(note, rounds),
    publicApiSection,
    publicApiGoals,
  ),
  cluster: part(
    'Cluster',
    (note, { rounds, sockets, reference, modules }) =>
      measureCluster(note, { sockets, takeovers: 2 * rounds, reference, modules }),
    clusterSection,
    clusterGoals,
  ),
  scale: async ({ terminal }) => measureScale((line) => terminal.note(line)),
};
