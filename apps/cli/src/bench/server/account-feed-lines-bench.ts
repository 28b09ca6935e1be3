/** Figures of connected accounts: runs the measuring script of the line in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

export interface AccountFeedLineFigures {
  readonly people: number;
  readonly updatesPerSecond: number;
  readonly cpuPercent: number;
  readonly framesPerSecond: number;
  readonly megabytesPerLine: number;
  readonly rssMegabytes: number;
  /** Connections to the gateway that broke meanwhile. */
  readonly breaks: number;
  /** Books that had to be resent during the measurement, of all accounts. */
  readonly resyncs: number;
}

const CORE_PERCENT = 100;
const WANTED_UPDATES = 50;

function isFigures(value: unknown): value is AccountFeedLineFigures {
  return typeof value === 'object' && value !== null && 'cpuPercent' in value && 'rssMegabytes' in value;
}

/** Rejects with the script's own error. Takes about two minutes. */
export function measureAccountFeedLines(): Promise<AccountFeedLineFigures> {
  return runDriver('accountFeedLines', isFigures);
}

/** The figures against the goals of the product. */
export function accountFeedLineGoals(figures: AccountFeedLineFigures): Goal[] {
  const { people, updatesPerSecond, cpuPercent, framesPerSecond, megabytesPerLine, rssMegabytes } = figures;
  const isBusy = updatesPerSecond > WANTED_UPDATES * 0.98;
  return [
    {
      what: `${people} connected accounts on one process, ${updatesPerSecond.toFixed(1)} updates a second each`,
      goal: 'below one core',
      reached: `${cpuPercent.toFixed(0)} % of a core (${framesPerSecond.toFixed(1)} frames a second at each page)`,
      met: cpuPercent < CORE_PERCENT && isBusy,
    },
    {
      what: 'Memory of one more account with one instrument',
      goal: '-',
      reached: `${megabytesPerLine.toFixed(1)} MB (the process ${rssMegabytes.toFixed(0)} MB)`,
      met: true,
    },
  ];
}

/** The section of docs/measurements.md. */
export function accountFeedLineSection(figures: AccountFeedLineFigures): string {
  const rows = accountFeedLineGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only account-feeds\`, ${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'People of Basic, each connected to the sandbox’s gateway in another process over TLS, depth by order and trades of a simulated ES for',
    'each of them, and each with a page whose socket a third process reads. An update is one event of the exchange. Measured over a minute,',
    'twenty seconds after the last login: decoding the wire, book, detectors and patterns, views, encoding, writing to the sockets.',
    `${figures.breaks} connections to the gateway broke meanwhile, and ${figures.resyncs} books were resent.`,
  ].join('\n');
}
