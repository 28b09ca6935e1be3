/** Readers of the futures platforms and brokers, and their files that hold no trades. */
import { atas } from './atas.ts';
import { interactiveBrokers } from './interactive-brokers.ts';
import { ninjaTrader } from './ninjatrader.ts';
import type { PlatformReader, RefusedLayout } from './platform.ts';
import { quantower } from './quantower.ts';
import { REFUSED_FUTURES_FILES } from './refused-futures-files.ts';
import { rithmic } from './rithmic.ts';
import { sierraChart } from './sierra-chart.ts';
import { topstepX } from './topstepx.ts';
import { tradovate } from './tradovate.ts';

export const PLATFORMS_B: readonly PlatformReader[] = [
  ninjaTrader,
  tradovate,
  topstepX,
  rithmic,
  sierraChart,
  quantower,
  atas,
  interactiveBrokers,
];

export const REFUSED_B: readonly RefusedLayout[] = REFUSED_FUTURES_FILES;
