/** `undertow detect FILE`: what the detectors find in a recording, a JSON line at each finding and each change. */
import { FEED_TIERS, FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { DetectionReader } from '#detect/detection-reader.ts';
import { named, noteLeftOut, openRecording } from '#recordings/open-recording.ts';
import { readInstruments } from '#recordings/read-instruments.ts';
import { probability, wordOf, wordsOf } from '#terminal/options.ts';
import type { Terminal } from '#terminal/terminal.ts';

const TYPES = [...FLOW_EVENT_TYPES, ...PATTERN_TYPES] as const;

const ARGS = {
  file: { type: 'positional', description: 'DBN file with orders or levels, plain or zstd', required: true },
  types: {
    type: 'string',
    description: `Only these, separated by commas: ${TYPES.join(', ')}`,
    valueHint: 'types',
  },
  tier: {
    type: 'string',
    description: 'Take the recording for a less detailed feed: orders for any, ten levels for sampled ones',
    valueHint: FEED_TIERS.join('|'),
  },
  'min-confidence': {
    type: 'string',
    description: 'Minimum confidence at which a finding is printed, from 0 to 1',
    valueHint: 'p',
    default: '0',
  },
} as const;

export function detectCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'detect',
      description:
        'Order-flow events, AI patterns and stop elections of a recording, a JSON line at each change',
    },
    args: ARGS,
    run: async ({ args }) => {
      const plan = {
        types: args.types === undefined ? TYPES : wordsOf('types', args.types, TYPES),
        minConfidence: probability('min-confidence', args['min-confidence']),
        tier: args.tier === undefined ? null : wordOf('tier', args.tier, FEED_TIERS),
        onLine: (line: string): void => terminal.data(line),
      };
      const rows = await openRecording(args.file);
      const readers = await named(args.file, () =>
        readInstruments(rows, (recorded) => new DetectionReader(recorded, plan)),
      );
      noteLeftOut(args.file, rows, terminal);
      for (const reader of readers.values()) {
        reader.finish();
        terminal.note(reader.summary());
      }
    },
  });
}
