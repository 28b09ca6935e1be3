/** `undertow worlds`: how many of the worlds that families draw are accepted as markets of their tick regime. */
import { FAMILY_NAMES } from '@undertow/simulator';
import { type CommandDef, defineCommand } from 'citty';
import { writeMeasurements } from '#measurements/measurements-note.ts';
import { wholeNumber } from '#terminal/options.ts';
import type { Terminal } from '#terminal/terminal.ts';
import { acceptanceOf } from '#worlds/acceptance.ts';
import { drawWorlds } from '#worlds/draw-worlds.ts';
import { TICK_REGIMES } from '#worlds/tick-regimes.ts';
import { worldsSection } from '#worlds/worlds-note.ts';

const MAX_WORLDS = 200;
const MAX_SEED = 1_000_000;
const MINUTES = 60;
const SECTION = 'Worlds';
const ARGS = {
  worlds: { type: 'string', description: 'Per family and product', valueHint: 'number', default: '10' },
  'first-seed': { type: 'string', description: 'Of the first world', valueHint: 'number', default: '1' },
  write: { type: 'boolean', description: 'Writes the section of docs/measurements.md', default: false },
} as const;

export function worldsCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'worlds', description: 'How many drawn worlds are like a market of their tick regime' },
    args: ARGS,
    run: ({ args }) => {
      const count = wholeNumber('worlds', args.worlds, 1, MAX_WORLDS);
      const first = wholeNumber('first-seed', args['first-seed'], 0, MAX_SEED);
      const seeds = Array.from({ length: count }, (_, index) => first + index);
      const cells = FAMILY_NAMES.flatMap((family) =>
        TICK_REGIMES.map((regime) => {
          const cell = acceptanceOf(drawWorlds(family, regime, seeds, MINUTES));
          terminal.note(`${family} ${regime.product}: ${cell.accepted} of ${cell.drawn} accepted`);
          return cell;
        }),
      );
      const section = worldsSection({
        date: new Date().toISOString().slice(0, 10),
        command: `undertow worlds --worlds ${count} --first-seed ${first}`,
        seeds: `${first} to ${first + count - 1}`,
        minutes: MINUTES,
        cells,
      });
      terminal.data(section);
      if (args.write) writeMeasurements(SECTION, section);
    },
  });
}
