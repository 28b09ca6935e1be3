/** The vocabulary and facts of a market: instruments, ticks, time, events, book, tape, bars, profile. */
export * from './contracts.ts';
export * from './exchange-calendar.ts';
export * from './flow-event.ts';
export * from './instrument.ts';
export * from './instruments.ts';
export * from './level-book.ts';
export * from './market-event.ts';
export * from './match-event.ts';
export * from './order-book.ts';
export * from './price.ts';
export * from './vocabulary.ts';
