/** Figures of the fan-out: a frame of the live line to a thousand sockets beside a frame of a plain `ws` server. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';

interface FanOutRun {
  /** Processor time of the server's process, the kernel's share included, in microseconds. */
  readonly microsPerSecond: number;
  /** At all sockets together. */
  readonly framesPerSecond: number;
  readonly bytesPerFrame: number;
}

interface FanOutRound {
  /** The line with a thousand sockets. */
  readonly all: FanOutRun;
  /** The line with one of them. */
  readonly one: FanOutRun;
  /** The plain server with a thousand. */
  readonly plain: FanOutRun;
}

export interface FanOutFigures {
  readonly elite: readonly FanOutRound[];
  readonly basic: readonly FanOutRound[];
}

const MAX_WHOLE_RATIO = 1.4;
const MAX_FRAME_RATIO = 1.15;
const SOCKETS = 1000;
/**
 * What the line shows to whom is stored once a minute, which is part of what a socket costs; and for half a minute the compiler is
 * busy with the line itself.
 */
const WHOLE_MINUTE = 60;

function isRun(value: unknown): value is FanOutRun {
  return typeof value === 'object' && value !== null && 'microsPerSecond' in value;
}

const run = (mode: string, sockets: number, seconds: number): Promise<FanOutRun> =>
  runDriver('fanOut', isRun, [mode, String(sockets), String(seconds)]);

/** Rejects with the script's own error. A round takes six minutes. */
export async function measureFanOut(note: (line: string) => void, rounds: number): Promise<FanOutFigures> {
  const measured = { elite: [] as FanOutRound[], basic: [] as FanOutRound[] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const plan of ['elite', 'basic'] as const) {
      note(`${plan}, round ${round} of ${rounds}`);
      measured[plan].push({
        all: await run(plan, SOCKETS, WHOLE_MINUTE),
        one: await run(plan, 1, WHOLE_MINUTE),
        plain: await run(`plain-${plan}`, SOCKETS, WHOLE_MINUTE / 3),
      });
    }
  }
  return measured;
}

type MicrosOf = (round: FanOutRound) => number;

const plainFrame: MicrosOf = ({ plain }) => plain.microsPerSecond / plain.framesPerSecond;
const wholeFrame: MicrosOf = ({ all }) => all.microsPerSecond / all.framesPerSecond;
const furtherFrame: MicrosOf = ({ all, one }) =>
  (all.microsPerSecond - one.microsPerSecond) / (all.framesPerSecond - one.framesPerSecond);

function goalOf(what: string, rounds: readonly FanOutRound[], frame: MicrosOf, maxRatio: number): Goal {
  const of = (figure: MicrosOf): number => median(rounds.map(figure));
  const ratio = of((round) => frame(round) / plainFrame(round));
  return {
    what,
    goal: `≤ ${maxRatio}× a plain ws server`,
    reached: `${ratio.toFixed(2)}× (${of(frame).toFixed(1)} and ${of(plainFrame).toFixed(1)} µs a frame)`,
    met: ratio <= maxRatio,
  };
}

/** The figures against the goals of the product. */
export function fanOutGoals({ elite, basic }: FanOutFigures): Goal[] {
  const further = 'frames beyond the first socket’s';
  return [
    goalOf('1,000 sockets of Elite, everything included', elite, wholeFrame, MAX_WHOLE_RATIO),
    goalOf(`1,000 sockets of Elite, ${further}`, elite, furtherFrame, MAX_FRAME_RATIO),
    goalOf(`1,000 sockets of Basic, ${further}`, basic, furtherFrame, MAX_FRAME_RATIO),
  ];
}

/** The section of docs/measurements.md. */
export function fanOutSection(figures: FanOutFigures): string {
  const rows = fanOutGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  const [elite, basic] = [figures.elite[0]!.all, figures.basic[0]!.all];
  const perSocket = ({ framesPerSecond }: FanOutRun): string => (framesPerSecond / SOCKETS).toFixed(1);
  return [
    `\`npm run bench -- --only fan-out\`, ${new Date().toISOString().slice(0, 10)}: medians of rounds: ${figures.elite.length}. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Processor time of the server’s process, the kernel’s share included; a process of its own reads all sockets. Each is of a person of their own,',
    'who follows one instrument with 42 prices in its book, whose best prices change and which trades ten times a second: over a minute, in',
    'which is stored once what was shown to whom. Everything is feed, detection, recorder, views, encoding and the sockets; beyond the first is the',
    'difference to the same line with one socket, in a process of its own. The plain server sends 2.6 kB at the same times',
    `(Elite: ${perSocket(elite)} frames a second of ${(elite.bytesPerFrame / 1000).toFixed(1)} kB, Basic: ${perSocket(basic)}), in the run that follows. At two a second a frame`,
    'costs more on both: the reader has gone to sleep and must be woken.',
  ].join('\n');
}
