/** Measured by `npm run screenshots`, which writes this file: CSS pixels of each picture. */

export const SHOT_SIZES = {
  evidence: { width: 420, height: 634 },
  patterns: { width: 420, height: 267 },
  journal: { width: 420, height: 369 },
  poster: { width: 918, height: 568 },
  workspace: { width: 1080, height: 640 },
  footprint: { width: 420, height: 480 },
} as const;
