/** The vocabulary and facts of a market: instruments, ticks, time, events, book, tape, bars, profile. */
export * from './flow-event.ts';
export * from './instrument.ts';
export * from './market-event.ts';
export * from './match-event.ts';
export * from './vocabulary.ts';
