/** Every detector of the platform: one line each. */
import { ABSORPTION_DETECTOR } from '#detectors/absorption/absorption.ts';
import { CONFLATED_ICEBERG } from '#detectors/iceberg/iceberg-conflated.ts';
import { NATIVE_ICEBERG } from '#detectors/iceberg/iceberg-native.ts';
import { SYNTHETIC_ICEBERG } from '#detectors/iceberg/iceberg-synthetic.ts';
import { RESISTANCE, SUPPORT } from '#detectors/levels/levels.ts';
import { SUPPORT_RESISTANCE } from '#detectors/levels/support-resistance.ts';
import { SPOOFING } from '#detectors/spoofing/spoofing.ts';
import { IMBALANCE_SHIFT } from '#detectors/spoofing/spoofing-imbalance-shift.ts';
import { STOP_RUN } from '#detectors/stops/stop-run.ts';
import { TRAP_ZONE } from '#detectors/trap-zone/trap-zone.ts';
import { BLOCK_PRINTS, HIDDEN_SHARE } from '#patterns/hidden-liquidity/hidden-liquidity.ts';
import { INSTITUTIONAL_ACTIVITY } from '#patterns/institutional/institutional-activity.ts';
import { MOMENTUM_EXHAUSTION } from '#patterns/outcomes/momentum-exhaustion.ts';
import { SMART_REVERSAL } from '#patterns/outcomes/smart-reversal.ts';
import { TRIPLE_CONVERGENCE } from '#patterns/outcomes/triple-convergence.ts';
import { PRICE_PREDICTION } from '#patterns/prediction/price-prediction.ts';
import { MARKET_REGIME } from '#patterns/structure/market-structure.ts';
import { STRUCTURE_BREAKS } from '#patterns/structure/market-structure-breaks.ts';
import { VOLUME_SPIKE_ENTRY } from '#patterns/volume-spike/volume-spike.ts';
import type { DetectorEntry } from '#view/detector.ts';

export const DETECTORS: readonly DetectorEntry[] = [
  NATIVE_ICEBERG,
  CONFLATED_ICEBERG,
  SYNTHETIC_ICEBERG,
  SPOOFING,
  IMBALANCE_SHIFT,
  ABSORPTION_DETECTOR,
  STOP_RUN,
  SUPPORT,
  RESISTANCE,
  TRAP_ZONE,
  BLOCK_PRINTS,
  HIDDEN_SHARE,
  VOLUME_SPIKE_ENTRY,
  MARKET_REGIME,
  STRUCTURE_BREAKS,
  INSTITUTIONAL_ACTIVITY,
  SUPPORT_RESISTANCE,
  MOMENTUM_EXHAUSTION,
  SMART_REVERSAL,
  PRICE_PREDICTION,
  TRIPLE_CONVERGENCE,
];
