/** Rithmic R|Trader Pro: order history (completed orders) and performance report. */
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { RITHMIC_ORDERS } from './rithmic-orders.ts';
import { RITHMIC_PERFORMANCE } from './rithmic-performance.ts';

export const rithmic = readerOfLayouts('rithmic', [RITHMIC_PERFORMANCE, RITHMIC_ORDERS]);
