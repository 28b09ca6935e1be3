/** The vocabulary and facts of a market: instruments, ticks, time, events, book, tape, bars, profile. */

export * from './bar.ts';
export * from './bar-series.ts';
export * from './block-tape.ts';
export { chicagoClock, chicagoToUtcMs } from './chicago-time.ts';
export { civilFromDays, dayString, MS_PER_DAY, parseDay, utcDayOf, weekdayOf } from './civil-date.ts';
export * from './contracts.ts';
export * from './daily-trend.ts';
export * from './exchange-calendar.ts';
export * from './flow-event.ts';
export * from './footprint.ts';
export * from './instrument.ts';
export * from './instrument-market.ts';
export * from './instruments.ts';
export * from './level-book.ts';
export * from './market-event.ts';
export * from './market-facts.ts';
export * from './match-event.ts';
export * from './match-event-assembler.ts';
export * from './order-book.ts';
export * from './pattern.ts';
export * from './price.ts';
export * from './price-volumes.ts';
export * from './session-levels.ts';
export * from './trade-tape.ts';
export { joinSpans, type TradedSpan } from './traded-span.ts';
export * from './vocabulary.ts';
export * from './volume-profile.ts';
