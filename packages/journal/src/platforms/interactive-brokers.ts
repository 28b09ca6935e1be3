/** Interactive Brokers: activity statement and Flex query. */
import { IBKR_FLEX } from './ibkr-flex.ts';
import { IBKR_STATEMENT } from './ibkr-statement.ts';
import { readerOfLayouts } from './platform-layout.ts';

export const interactiveBrokers = readerOfLayouts('interactive-brokers', [IBKR_STATEMENT, IBKR_FLEX]);
