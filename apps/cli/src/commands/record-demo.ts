/** `undertow record-demo`: writes the session that the demo plays, from the simulator and the real detectors. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { instrumentBySymbol, packRecording } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { recordMarket } from '#demo/record-market.ts';
import { wholeNumber } from '#terminal/options.ts';
import type { Terminal } from '#terminal/terminal.ts';

/** Sunday's opening in Chicago; the session ends when Tuesday's trading does. */
const START_MS = Date.UTC(2026, 2, 1, 23);
const HOURS = 47;
/** Chosen because its first hours already have all five conditions. */
const SEED = 44;
/** What the web application fetches. */
export const DEMO_RECORDING = fileURLToPath(
  new URL('./../../../../apps/web/src/features/demo/recording.json', import.meta.url),
);

const ARGS = {
  seed: { type: 'string', description: 'Same seed, same session', default: String(SEED) },
  hours: { type: 'string', description: 'Length of the session', default: String(HOURS) },
  out: { type: 'string', description: "File to write; the demo's own by default", valueHint: 'file' },
} as const;

export function recordDemoCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'record-demo',
      description: 'Records the simulated session of the demo, with what the detectors found in it',
    },
    args: ARGS,
    run: async ({ args }) => {
      const instrument = instrumentBySymbol('ES');
      if (instrument === undefined) throw new Error('the catalogue has no ES');
      const seed = wholeNumber('seed', args.seed, 0, Number.MAX_SAFE_INTEGER);
      const hours = wholeNumber('hours', args.hours, 1, 120);
      const out = args.out ?? DEMO_RECORDING;
      const recording = recordMarket({ instrument, seed, startMs: START_MS, minutes: hours * 60 }, (hour) =>
        terminal.note(`${hour} of ${hours} hours`),
      );
      await writeFile(out, `${JSON.stringify(packRecording(recording))}\n`);
      const { minutes, findings } = recording;
      terminal.data(
        JSON.stringify({ file: out, seed, hours, minutes: minutes.length, findings: findings.length }),
      );
    },
  });
}
