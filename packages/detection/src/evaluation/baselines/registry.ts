/** Every naive rule: one line each. */
import { NAIVE_ABSORPTION } from './absorption.ts';
import type { BaselineEntry } from './baseline.ts';
import { NAIVE_SYNTHETIC_ICEBERG } from './iceberg-synthetic.ts';
import { NAIVE_INSTITUTIONAL } from './institutional-activity.ts';
import { NAIVE_RESISTANCE, NAIVE_SUPPORT } from './levels.ts';
import { NAIVE_TRAP } from './retail-trap-zone.ts';
import { NAIVE_SPOOFING } from './spoofing.ts';
import { NAIVE_STOP_RUN } from './stop-run.ts';
import { NAIVE_VOLUME_SPIKE } from './volume-spike.ts';

export const BASELINES: readonly BaselineEntry[] = [
  NAIVE_SYNTHETIC_ICEBERG,
  NAIVE_SPOOFING,
  NAIVE_ABSORPTION,
  NAIVE_STOP_RUN,
  NAIVE_SUPPORT,
  NAIVE_RESISTANCE,
  NAIVE_TRAP,
  NAIVE_INSTITUTIONAL,
  NAIVE_VOLUME_SPIKE,
];
