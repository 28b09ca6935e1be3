/** Titles and messages of alerts: what happened, and nothing to do about it. */
import { EVENT_TYPES, type FlowEvent, formatPrice, type Instrument, MINUTE_MS } from '@undertow/market';
import type { Firing, MarketFact } from './market-step.ts';

export interface AlertText {
  readonly title: string;
  readonly message: string;
}

function certaintyOf({ exact, calibrator, confidence }: FlowEvent): string {
  if (exact) return 'exact';
  if (calibrator === 'score') return `score ${confidence.toFixed(1)}, not calibrated`;
  return `${Math.round(confidence * 100)}%`;
}

export function eventText(instrument: Instrument, event: FlowEvent): AlertText {
  const price = formatPrice(instrument, event.priceTicks);
  // The title contains the price ("Bid refilled 9 times at 4566.50, ..."): the message does not repeat it
  const fact = event.description.replace(` at ${price}`, '').replace(/\.$/, '');
  const lowered = fact.charAt(0).toLowerCase() + fact.slice(1);
  return {
    title: `${EVENT_TYPES[event.type].title} at ${price}`,
    message: `${instrument.symbol} · ${lowered}, ${certaintyOf(event)}`,
  };
}

/** `90 s`, `5 min`, `2 h`. */
function spanText(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

type LevelFact = Extract<MarketFact, { kind: 'crossed' | 'reached' }>;

function marketText(instrument: Instrument, fact: MarketFact, last: string): AlertText {
  const { symbol } = instrument;
  const price = (ticks: number): string => formatPrice(instrument, ticks);
  const levelText = ({ lineName, levelTicks }: LevelFact): string =>
    lineName === undefined ? price(levelTicks) : `${lineName} at ${price(levelTicks)}`;
  switch (fact.kind) {
    case 'crossed':
      return {
        title: `${symbol} crossed ${fact.isUp ? 'above' : 'below'} ${levelText(fact)}`,
        message: last,
      };
    case 'reached':
      return { title: `${symbol} reached ${levelText(fact)}`, message: last };
    case 'moved': {
      const percent = (Math.abs(fact.ticks) / Math.abs(fact.fromTicks)) * 100;
      const way = fact.ticks > 0 ? 'up' : 'down';
      return {
        title: `${symbol} ${way} ${Math.abs(fact.ticks)} ticks in ${spanText(fact.windowMs / MINUTE_MS)}`,
        message: `${last}, ${way} ${percent.toFixed(2)}% from ${price(fact.fromTicks)}`,
      };
    }
    case 'volume': {
      const normal =
        fact.days === null
          ? 'normal is the median of the last 2 hours'
          : `normal is the median of this time on ${fact.days} earlier trading days`;
      return {
        title: `${symbol} volume ${fact.times.toFixed(1)} times normal in ${spanText(fact.windowMinutes)}`,
        message: `${fact.volume} contracts; ${normal}`,
      };
    }
    case 'trend':
      return { title: `${symbol} trend turned ${fact.to}`, message: `Daily trend was ${fact.from}. ${last}` };
  }
}

/** Text of a firing; the message ends with the rule's name. */
export function textOf({ compiled, fact, priceTicks }: Firing): AlertText {
  const { instrument, rule } = compiled;
  if (fact.kind === 'event') return eventText(instrument, fact.event);
  const last = priceTicks === null ? 'No trade yet' : `Last price ${formatPrice(instrument, priceTicks)}`;
  const { title, message } = marketText(instrument, fact, last);
  return { title, message: `${message} · ${rule.name}` };
}
