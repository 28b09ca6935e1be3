/** Figures of alert rules: runs the measuring script of the line in a process of its own. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';

export interface AlertFigures {
  readonly cost: { readonly rules: number; readonly alerts: number; readonly cpuPercent: number };
  readonly delay: { readonly delivered: number; readonly p50Ms: number; readonly p99Ms: number };
  readonly socket: {
    readonly sockets: number;
    readonly events: number;
    readonly delivered: number;
    readonly p50Ms: number;
    readonly p99Ms: number;
  };
}

const MAX_PERCENT = 5;
const MAX_MS = 250;

function isFigures(value: unknown): value is AlertFigures {
  return (
    typeof value === 'object' && value !== null && 'cost' in value && 'delay' in value && 'socket' in value
  );
}

/** Rejects with the script's own error. Takes about two minutes. */
export function measureAlerts(): Promise<AlertFigures> {
  return runDriver('alerts', isFigures);
}

/** The figures against the goals of the product. */
export function alertGoals({ cost, delay, socket }: AlertFigures): Goal[] {
  return [
    {
      what: `${cost.rules.toLocaleString('en-GB')} rules over 20 instruments, 10 updates a second each`,
      goal: `< ${MAX_PERCENT} % of a core`,
      reached: `${cost.cpuPercent.toFixed(1)} % (${cost.alerts} alerts in a minute)`,
      met: cost.cpuPercent < MAX_PERCENT,
    },
    {
      what: `Event to alert on the bus, p99 of ${delay.delivered}`,
      goal: `< ${MAX_MS} ms`,
      reached: `${delay.p99Ms.toFixed(1)} ms (p50 ${delay.p50Ms.toFixed(1)} ms)`,
      met: delay.p99Ms < MAX_MS,
    },
    {
      what: `Exchange message to alert at the socket, p99 of ${socket.events} events for ${socket.sockets} people`,
      goal: `< ${MAX_MS} ms, none lost`,
      reached: `${socket.p99Ms.toFixed(1)} ms (p50 ${socket.p50Ms.toFixed(1)} ms), ${socket.delivered} of ${socket.events * socket.sockets} came`,
      met: socket.p99Ms < MAX_MS && socket.delivered === socket.events * socket.sockets,
    },
  ];
}

/** The section of docs/measurements.md. */
export function alertSection(figures: AlertFigures): string {
  const rows = alertGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  return [
    `\`npm run bench -- --only alerts\`, ${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Processor time of a minute of updates, made and judged one after the other: 40 % rules of prices, 20 % of moves, 10 % of volume,',
    '30 % of events; an event of each instrument every five seconds; storage answers at once. The delay is from the update that holds the',
    'event through the embedded database to the bus, whose listeners write to the sockets in the same turn. At the socket it is from the',
    'message of the exchange, through detection and the round of the publisher (ten a second), to the frame that a client has parsed;',
    'server, recorder, embedded database and all clients share one process.',
  ].join('\n');
}
