/** Which documents may hold the payment provider's script: the server lets it into the payment page alone. */

export const PAYMENT_PATH = '/subscribe';

/** The address under which this document was loaded; the router changes the shown one without loading. */
const LOADED_PATH = typeof location === 'undefined' ? '/' : location.pathname;

function isPayment(path: string): boolean {
  return path === PAYMENT_PATH || path === `${PAYMENT_PATH}/`;
}

/** True where the path needs a document with another content policy than this one has. */
export function needsOtherDocument(path: string, loadedPath: string = LOADED_PATH): boolean {
  return isPayment(path) !== isPayment(loadedPath);
}
