/** `undertow evaluate-styles`: sessions in styles of agents that a training excluded, by its calibrators. */
import { resolve } from 'node:path';
import { type CommandDef, defineCommand } from 'citty';
import { provenance } from '#evaluation/provenance.ts';
import { SessionPool } from '#evaluation/session-pool.ts';
import { evaluateStyles } from '#evaluation-of-styles/evaluate-styles.ts';
import { styleSection } from '#evaluation-of-styles/style-note.ts';
import { writeMeasurements } from '#measurements/measurements-note.ts';
import type { Terminal } from '#terminal/terminal.ts';

const THREADS = 2;
const SECTION = 'Detection in styles left out of training';

const ARGS = {
  'left-out': {
    type: 'string',
    description: 'Folder that train --leave-one-out makers and mechanics wrote',
    valueHint: 'folder',
    required: true,
  },
} as const;

export function evaluateStylesCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'evaluate-styles',
      description: 'Scores the detectors where agents work in ways that training excluded; writes the note',
    },
    args: ARGS,
    run: async ({ args }) => {
      const pool = new SessionPool(THREADS);
      try {
        const folds = await evaluateStyles(resolve(args['left-out']), pool, (line) => terminal.note(line));
        const section = styleSection(folds, await provenance());
        terminal.data(section);
        writeMeasurements(SECTION, section);
      } finally {
        await pool.close();
      }
    },
  });
}
