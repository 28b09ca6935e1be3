/** Interactive Brokers: activity statement and Flex query. */

import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { IBKR_FLEX } from './ibkr-flex.ts';
import { IBKR_STATEMENT } from './ibkr-statement.ts';

export const interactiveBrokers = readerOfLayouts('interactive-brokers', [IBKR_STATEMENT, IBKR_FLEX]);
