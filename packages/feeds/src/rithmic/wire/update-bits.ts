/** Numbers of the R|Protocol's market-data messages: what to subscribe, what a message holds, what it empties. */
export const SUBSCRIBE = 1;
export const UNSUBSCRIBE = 2;

// Bits of a subscription
export const UPDATE_LAST_TRADE = 1;
export const UPDATE_BEST_PRICES = 2;
export const UPDATE_ORDER_BOOK = 4;
export const UPDATE_MARKET_MODE = 1024;

// Presence and clear bits: of a trade, and of the two sides
export const HAS_TRADE = 1;
export const HAS_BID = 1;
export const HAS_ASK = 2;

/** Aggressor, and side of an order. */
export const WIRE_BUY = 1;
export const WIRE_SELL = 2;

// What a message of the order book by price is
export const BOOK_CLEAR = 1;
export const BOOK_NONE = 2;
export const BOOK_IMAGE = 3;
export const BOOK_MIDDLE = 5;
export const BOOK_END = 6;
export const BOOK_SOLO = 7;

// What happened to an order
export const ORDER_NEW = 1;
export const ORDER_CHANGE = 2;
export const ORDER_DELETE = 3;
