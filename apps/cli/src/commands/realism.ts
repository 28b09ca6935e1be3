/** `undertow realism RECORDING`: how far simulated markets are from a recorded one, and which features separate them. */
import { CME_CALENDAR } from '@undertow/market';
import { SCENARIO_NAMES } from '@undertow/simulator';
import { type CommandDef, defineCommand } from 'citty';
import { writeMeasurements } from '#measurements/measurements-note.ts';
import { compareMarkets, type Stretch, simulateStretches } from '#realism/compare-markets.ts';
import { MarketSample } from '#realism/market-sample.ts';
import { realismSection } from '#realism/realism-note.ts';
import { named, noteLeftOut, openRecording } from '#recordings/open-recording.ts';
import { type RecordedInstrument, readInstruments } from '#recordings/read-instruments.ts';
import { wholeNumber, wordOf } from '#terminal/options.ts';
import { InputError, type Terminal } from '#terminal/terminal.ts';

const MAX_SEEDS = 100;
const SECTION = 'Realism';
const ARGS = {
  recording: { type: 'positional', description: 'DBN file with orders, plain or zstd', required: true },
  seeds: { type: 'string', description: 'Simulated stretches', valueHint: 'number', default: '4' },
  scenario: {
    type: 'string',
    description: 'How often agents act',
    valueHint: SCENARIO_NAMES.join('|'),
    default: 'sparse',
  },
  scale: { type: 'string', description: 'Hundredths of a busy day', valueHint: 'number', default: '25' },
  write: { type: 'boolean', description: 'Writes the section of docs/measurements.md', default: false },
} as const;

export function realismCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'realism', description: 'Distances between simulated markets and a recording' },
    args: ARGS,
    run: async ({ args }) => {
      const seeds = wholeNumber('seeds', args.seeds, 1, MAX_SEEDS);
      const scale = wholeNumber('scale', args.scale, 1, 400);
      const scenario = wordOf('scenario', args.scenario, SCENARIO_NAMES);
      const { sample, stretch, symbol } = await readRecording(args.recording, terminal);
      const simulated = simulateStretches(stretch, {
        seeds: Array.from({ length: seeds }, (_, index) => index + 1),
        scenario,
        scale: scale / 100,
      });
      const comparison = compareMarkets(sample, simulated);
      const span = `${iso(stretch.fromMs)} to ${iso(stretch.toMs)}`;
      const section = realismSection({
        date: new Date().toISOString().slice(0, 10),
        command: `undertow realism RECORDING --seeds ${seeds} --scenario ${scenario} --scale ${scale}`,
        recorded: `${symbol}, ${span}, ${sample.windows.rows.length} windows`,
        simulated: `${seeds} seeds of the same hour`,
        ...comparison,
      });
      terminal.data(section);
      if (args.write) writeMeasurements(SECTION, section);
    },
  });
}

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

interface Recorded {
  readonly sample: MarketSample;
  readonly stretch: Stretch;
  readonly symbol: string;
}

/** Reads the first instrument with orders, from the opening of its market on. */
async function readRecording(path: string, terminal: Terminal): Promise<Recorded> {
  const rows = await openRecording(path);
  const found: { readonly recorded: RecordedInstrument; readonly sample: MarketSample }[] = [];
  await named(path, () =>
    readInstruments(rows, (recorded) => {
      const sample = new MarketSample((timeMs) => CME_CALENDAR.marketPhase(timeMs) === 'open');
      if (recorded.tier === 'L3') found.push({ recorded, sample });
      return sample;
    }),
  );
  noteLeftOut(path, rows, terminal);
  const open = found.find(({ sample }) => sample.windows.rows.length > 0);
  if (open === undefined) throw new InputError(`${path}: no orders of an open market in it`);
  const { instrument, symbol } = open.recorded;
  const { fromMs, toMs } = open.sample;
  return { sample: open.sample, stretch: { instrument, fromMs, toMs }, symbol };
}
