/** How the refusal of a file is said: the specified titles and sentences first, then what was found and what to do. */
import type { RefusalCode } from '@undertow/journal';

export interface ShownRefusal {
  readonly title: string;
  readonly text: string;
}

export const NO_VALID_TRADES: ShownRefusal = {
  title: 'No Valid Trades',
  text: 'Please ensure your CSV has valid trade data.',
};

const INVALID_FORMAT = 'Please check your CSV format and try again.';

/** The toast of a refusal; `message` is the reader's own sentence about the file. */
export function shownRefusal(code: RefusalCode, message: string): ShownRefusal {
  switch (code) {
    case 'EMPTY':
      return { ...NO_VALID_TRADES, text: `${NO_VALID_TRADES.text} ${message}` };
    case 'TOO_LARGE':
    case 'TOO_MANY_ROWS':
    case 'NOT_ACCEPTED':
    case 'NOT_TRADES':
      return { title: 'Invalid File', text: message };
    case 'TOO_MANY_COLUMNS':
    case 'DAMAGED':
    case 'UNKNOWN_LAYOUT':
    case 'COLUMNS_MISSING':
      return { title: 'Invalid Format', text: `${INVALID_FORMAT} ${message}` };
  }
}
