/** Measured by `npm run screenshots`, which writes this file: CSS pixels of each picture. */

export const SHOT_SIZES = {
  evidence: { width: 420, height: 560 },
  patterns: { width: 420, height: 560 },
  journal: { width: 420, height: 420 },
  poster: { width: 840, height: 568 },
} as const;
