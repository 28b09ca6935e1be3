/** Figures of the fan-out: a frame of the live line to a thousand sockets beside a frame of a plain `ws` server. */
import { availableParallelism, loadavg } from 'node:os';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';

/** Microseconds of the server's processor time, the kernel's share included. */
interface FanOutRun {
  readonly framesPerSecond: number;
  readonly bytesPerFrame: number;
  /** Of everything the server did in that time. */
  readonly microsPerFrame: number;
  /** Of the frames to all sockets but the first. */
  readonly microsBeyondFirst: number;
}

/** A run of the line and one of the plain server that followed it. */
interface FanOutRound {
  readonly line: FanOutRun;
  readonly plain: FanOutRun;
}

export interface FanOutFigures {
  readonly elite: readonly FanOutRound[];
  readonly basic: readonly FanOutRound[];
}

const MAX_WHOLE_RATIO = 1.4;
const MAX_FRAME_RATIO = 1.15;
const SECONDS = '10';

function isRun(value: unknown): value is FanOutRun {
  return typeof value === 'object' && value !== null && 'microsBeyondFirst' in value;
}

/** Rejects with the script's own error. A round takes two minutes. */
export async function measureFanOut(note: (line: string) => void, rounds: number): Promise<FanOutFigures> {
  const measured = { elite: [] as FanOutRound[], basic: [] as FanOutRound[] };
  for (let round = 1; round <= rounds; round += 1) {
    note(`round ${round} of ${rounds}`);
    for (const plan of ['elite', 'basic'] as const) {
      const line = await runDriver('fanOut', isRun, [plan, SECONDS]);
      measured[plan].push({ line, plain: await runDriver('fanOut', isRun, [`plain-${plan}`, SECONDS]) });
    }
  }
  return measured;
}

function goalOf(
  plan: string,
  rounds: readonly FanOutRound[],
  micros: 'microsPerFrame' | 'microsBeyondFirst',
  maxRatio: number,
): Goal {
  const of = (figure: (round: FanOutRound) => number): number => median(rounds.map(figure));
  const ratio = of(({ line, plain }) => line[micros] / plain[micros]);
  const [ours, theirs] = [of(({ line }) => line[micros]), of(({ plain }) => plain[micros])];
  const perSecond = of(({ line }) => line.framesPerSecond).toFixed(0);
  const part = micros === 'microsPerFrame' ? 'everything included' : 'frames beyond the first socket’s alone';
  return {
    what: `1,000 sockets of ${plan}, ${perSecond} frames a second each: ${part}`,
    goal: `≤ ${maxRatio}× a plain ws server`,
    reached: `${ratio.toFixed(2)}× (${ours.toFixed(1)} and ${theirs.toFixed(1)} µs a frame)`,
    met: ratio <= maxRatio,
  };
}

/** The figures against the goals of the product. */
export function fanOutGoals({ elite, basic }: FanOutFigures): Goal[] {
  return [
    goalOf('Elite', elite, 'microsPerFrame', MAX_WHOLE_RATIO),
    goalOf('Elite', elite, 'microsBeyondFirst', MAX_FRAME_RATIO),
    goalOf('Basic', basic, 'microsBeyondFirst', MAX_FRAME_RATIO),
  ];
}

/** The section of docs/measurements.md. */
export function fanOutSection(figures: FanOutFigures): string {
  const rows = fanOutGoals(figures).map(
    (each) => `| ${each.what} | ${each.goal} | ${each.reached} | ${each.met ? 'yes' : 'no'} |`,
  );
  const { bytesPerFrame } = figures.elite[0]!.line;
  return [
    `\`npm run bench -- --only fan-out\`, ${new Date().toISOString().slice(0, 10)}: ${figures.elite.length} rounds, medians. ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Processor time of the server’s process, the kernel’s share included, over ten seconds; a process of its own reads all sockets. Each is of a person',
    'of their own, who follows one instrument with 42 prices in its book, whose best prices change and which trades ten times a second. Everything',
    'is feed, detection, recorder, views, encoding and the sockets; beyond the first is the difference to the same with one socket. The plain server',
    `sends the same 2.6 kB at the same times (frames of Elite: ${(bytesPerFrame / 1000).toFixed(1)} kB), in the run that followed. A frame costs more at two a second than at`,
    'ten, on both: the reader has gone to sleep and must be woken.',
  ].join('\n');
}
