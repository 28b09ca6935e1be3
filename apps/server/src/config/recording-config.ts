/** The settings of recorded sessions: their schemas for `config.ts`, and their parsed form. */
import { join } from 'node:path';
import { z } from 'zod';
import { integer } from './setting-shapes.ts';

const GB = 1e9;
/** A machine for development has other things on its disk. */
const DEFAULT_GB = { production: 50, development: 5, test: 5 };

export const RECORDING_SHAPE = {
  RECORDINGS: z.enum(['on', 'off'], { message: 'expected on or off' }).optional(),
  RECORDINGS_DAYS: integer(1, 36_500).default(30),
  RECORDINGS_MAX_GB: integer(1, 1_000_000).optional(),
};

const recordingSchema = z.object(RECORDING_SHAPE);

/** Tests record what they ask for only: each start would write to the disk otherwise. */
export function recordingsOf(
  settings: z.output<typeof recordingSchema> & { readonly NODE_ENV: keyof typeof DEFAULT_GB },
  dataDir: string,
) {
  const { RECORDINGS, RECORDINGS_DAYS, RECORDINGS_MAX_GB, NODE_ENV } = settings;
  return {
    isOn: RECORDINGS === undefined ? NODE_ENV !== 'test' : RECORDINGS === 'on',
    root: join(dataDir, 'recordings'),
    flowRoot: join(dataDir, 'flow'),
    limits: { days: RECORDINGS_DAYS, maxBytes: (RECORDINGS_MAX_GB ?? DEFAULT_GB[NODE_ENV]) * GB },
  };
}
