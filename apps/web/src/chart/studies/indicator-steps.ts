/** Indicators bar by bar, computed by the library: NaN until it has as many bars as its definition needs. */
import { ATR, BollingerBands, EMA, RSI, SMA, WSMA } from 'trading-signals';
import type { IndicatorChoice } from './study-choices.ts';

type Candle = { readonly high: number; readonly low: number; readonly close: number };

/** Values of a bar; `isReplaced` computes the newest bar again, as it forms. */
export type IndicatorStep = (candle: Candle, isReplaced: boolean) => readonly number[];

const NONE = Number.NaN;

/** The library's EMA begins with the first price and returns values at once: those before its bars are no average of them. */
function emaAfter(period: number): (value: number, isReplaced: boolean) => number {
  const ema = new EMA(period);
  let count = 0;
  return (value, isReplaced) => {
    if (!isReplaced) count += 1;
    const result = ema.update(value, isReplaced);
    return count >= period ? result : NONE;
  };
}

function macdStep(fast: number, slow: number, signal: number): IndicatorStep {
  const [fastOf, slowOf, signalOf] = [emaAfter(fast), emaAfter(slow), emaAfter(signal)];
  let isSignalFed = false;
  return ({ close }, isReplaced) => {
    const line = fastOf(close, isReplaced) - slowOf(close, isReplaced);
    if (Number.isNaN(line)) return [NONE, NONE, NONE];
    const average = signalOf(line, isReplaced && isSignalFed);
    isSignalFed = true;
    return [line, average, line - average];
  };
}

/** Names of the values that a step returns. */
export const INDICATOR_LINES = {
  sma: [''],
  ema: [''],
  bollinger: ['upper', 'middle', 'lower'],
  rsi: [''],
  macd: ['line', 'signal', 'histogram'],
  atr: [''],
} as const;

/** Prices go in and come out in ticks. RSI and ATR are smoothed as Wilder does (New Concepts in Technical Trading Systems, 1978). */
export function indicatorStep({ kind, numbers }: IndicatorChoice): IndicatorStep {
  const [first, second, third] = numbers as readonly [number, number, number];
  switch (kind) {
    case 'sma': {
      const sma = new SMA(first);
      return ({ close }, isReplaced) => [sma.update(close, isReplaced) ?? NONE];
    }
    case 'ema': {
      const ema = emaAfter(first);
      return ({ close }, isReplaced) => [ema(close, isReplaced)];
    }
    case 'bollinger': {
      const bands = new BollingerBands(first, second);
      return ({ close }, isReplaced) => {
        const result = bands.update(close, isReplaced);
        return result === null ? [NONE, NONE, NONE] : [result.upper, result.middle, result.lower];
      };
    }
    case 'rsi': {
      const rsi = new RSI(first, WSMA);
      return ({ close }, isReplaced) => [rsi.update(close, isReplaced) ?? NONE];
    }
    case 'macd':
      return macdStep(first, second, third);
    case 'atr': {
      const atr = new ATR(first, WSMA);
      return (candle, isReplaced) => [atr.update(candle, isReplaced) ?? NONE];
    }
  }
}
