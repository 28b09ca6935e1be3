/** Every detector of the house: one line each. */
import type { DetectorEntry } from './detector.ts';
import { NATIVE_ICEBERG } from './detectors/iceberg-native.ts';
import { STOP_RUN } from './detectors/stop-run.ts';

export const DETECTORS: readonly DetectorEntry[] = [NATIVE_ICEBERG, STOP_RUN];
