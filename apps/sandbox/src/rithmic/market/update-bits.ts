/** What a client of the ticker plant can subscribe to, as bits of `update_bits`. */
export const LAST_TRADE = 1;
export const BBO = 2;
export const ORDER_BOOK = 4;
export const OPEN = 8;
export const HIGH_LOW = 32;
export const CLOSE = 128;
export const SETTLEMENT = 512;
export const MARKET_MODE = 1024;
/** All that the protocol names. */
export const ALL_BITS = 0x1_ffff;
/** Not on the wire: depth by order is subscribed with a request of its own. */
export const DEPTH_BY_ORDER = 1 << 20;
