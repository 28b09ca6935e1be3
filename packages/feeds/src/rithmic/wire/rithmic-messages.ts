/** Every message of the R|Protocol that the product reads or writes. Numbers and kinds are facts of the wire, from public clients. */
import { HISTORY_MESSAGES } from './history-messages.ts';
import { MARKET_MESSAGES } from './market-messages.ts';
import { REFERENCE_MESSAGES } from './reference-messages.ts';
import { SESSION_MESSAGES } from './session-messages.ts';

export const RITHMIC_MESSAGES = {
  ...SESSION_MESSAGES,
  ...REFERENCE_MESSAGES,
  ...MARKET_MESSAGES,
  ...HISTORY_MESSAGES,
} as const;
