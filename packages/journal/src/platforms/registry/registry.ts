/** Every supported platform, and every layout that is refused with specific advice. */
import { ctrader } from '#platforms/ctrader/ctrader.ts';
import { interactiveBrokers } from '#platforms/interactive-brokers/interactive-brokers.ts';
import { mt4 } from '#platforms/metatrader/mt4.ts';
import { mt5 } from '#platforms/metatrader/mt5.ts';
import { ninjaTrader } from '#platforms/ninjatrader/ninjatrader.ts';
import { tradovate } from '#platforms/ninjatrader/tradovate.ts';
import { atas } from '#platforms/order-flow/atas.ts';
import { quantower } from '#platforms/order-flow/quantower.ts';
import { sierraChart } from '#platforms/order-flow/sierra-chart.ts';
import { topstepX } from '#platforms/projectx/topstepx.ts';
import type { PlatformRegistry } from '#platforms/reader/platform.ts';
import { rithmic } from '#platforms/rithmic/rithmic.ts';
import { handMapped } from '#platforms/templates/hand-mapped.ts';
import { simpleTemplate } from '#platforms/templates/simple-template.ts';
import { tradingview } from '#platforms/tradingview/tradingview.ts';
import { DESKTOP_REFUSALS } from './desktop-refusals.ts';
import { FUTURES_REFUSALS } from './futures-refusals.ts';

/**
 * Of readers with equal confidence the first one is used. The two layouts of the product itself would take any table.
 */
export const REGISTRY: PlatformRegistry = {
  platforms: [
    mt4,
    mt5,
    tradingview,
    ctrader,
    ninjaTrader,
    tradovate,
    topstepX,
    rithmic,
    sierraChart,
    quantower,
    atas,
    interactiveBrokers,
  ],
  refused: [...DESKTOP_REFUSALS, ...FUTURES_REFUSALS],
  template: simpleTemplate,
  mapped: handMapped,
};
