/** `undertow record-demo`: writes what the demo plays, from the simulator and the real detectors. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Instrument, instrumentBySymbol, MINUTE_MS, packRecording } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { recordFlow } from '#demo/record-flow.ts';
import { recordMarket } from '#demo/record-market.ts';
import { wholeNumber, wordOf } from '#terminal/options.ts';
import type { Terminal } from '#terminal/terminal.ts';

/** Sunday's opening in Chicago; the session ends when Tuesday's trading does. */
const START_MS = Date.UTC(2026, 2, 1, 23);
const HOURS = 47;
/** Chosen because its first hours already have all five conditions. */
const SEED = 44;
/** The workspace plays the first minutes of the cash session, with half an hour before them. */
const CASH_OPEN_MS = Date.UTC(2026, 2, 2, 14, 30);
/** Chosen because four kinds of events are found in the ten minutes that are played. */
const FLOW_SEED = 11;
const PARTS = ['session', 'workspace'] as const;
type Part = (typeof PARTS)[number];

const inWeb = (path: string): string =>
  fileURLToPath(new URL(`./../../../../apps/web/src/${path}`, import.meta.url));

/** What the web application fetches. */
export const DEMO_RECORDING = inWeb('features/demo/recording.json');
export const DEMO_WORKSPACE = inWeb('workspace/demo/excerpt.json');

const ARGS = {
  part: {
    type: 'string',
    description: 'session: minutes and findings of two days; workspace: depth and executions of half an hour',
    valueHint: PARTS.join('|'),
    default: 'session',
  },
  seed: { type: 'string', description: "Same seed, same market; the demo's own by default" },
  hours: { type: 'string', description: 'Length of the session', default: String(HOURS) },
  out: { type: 'string', description: "File to write; the demo's own by default", valueHint: 'file' },
} as const;

interface RecordingOptions {
  readonly instrument: Instrument;
  readonly seed: number | null;
  readonly hours: number;
}

/** The file's content, and its facts for a script. */
interface Recorded {
  readonly file: unknown;
  readonly facts: Readonly<Record<string, number>>;
}

function recordSession({ instrument, seed: given, hours }: RecordingOptions, terminal: Terminal): Recorded {
  const seed = given ?? SEED;
  const recording = recordMarket({ instrument, seed, startMs: START_MS, minutes: hours * 60 }, (hour) =>
    terminal.note(`${hour} of ${hours} hours`),
  );
  const { minutes, findings } = recording;
  const facts = { seed, hours, minutes: minutes.length, findings: findings.length };
  return { file: packRecording(recording), facts };
}

function recordWorkspace({ instrument, seed: given }: RecordingOptions): Recorded {
  const seed = given ?? FLOW_SEED;
  const file = recordFlow({
    instrument,
    seed,
    openMs: CASH_OPEN_MS - 60 * MINUTE_MS,
    fromMs: CASH_OPEN_MS - 20 * MINUTE_MS,
    startMs: CASH_OPEN_MS + 10 * MINUTE_MS,
    endMs: CASH_OPEN_MS + 20 * MINUTE_MS,
  });
  return { file, facts: { seed, spans: file.spans.length, findings: file.findings.length } };
}

export function recordDemoCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'record-demo',
      description: 'Records the simulated market of the demo, with what the detectors found in it',
    },
    args: ARGS,
    run: async ({ args }) => {
      const instrument = instrumentBySymbol('ES');
      if (instrument === undefined) throw new Error('the catalogue has no ES');
      const part: Part = wordOf('part', args.part, PARTS);
      const seed =
        args.seed === undefined ? null : wholeNumber('seed', args.seed, 0, Number.MAX_SAFE_INTEGER);
      const options = { instrument, seed, hours: wholeNumber('hours', args.hours, 1, 120) };
      const isSession = part === 'session';
      const out = args.out ?? (isSession ? DEMO_RECORDING : DEMO_WORKSPACE);
      const { file, facts } = isSession ? recordSession(options, terminal) : recordWorkspace(options);
      await writeFile(out, `${JSON.stringify(file)}\n`);
      terminal.data(JSON.stringify({ file: out, ...facts }));
    },
  });
}
