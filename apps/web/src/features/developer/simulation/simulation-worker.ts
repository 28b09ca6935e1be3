/** Worker: the simulated market of a developer page runs here, so that no frame of the page waits for it. */
import { instrumentById } from '@undertow/market';
import { SimulatedMarket, type SimulatedMinute } from './simulated-market.ts';

/** Requests the next minute; another run restarts its market. */
export interface MinuteRequest {
  readonly run: number;
  readonly instrumentId: number;
}

export interface MinuteAnswer {
  readonly run: number;
  readonly minute: SimulatedMinute;
}

let opened: { readonly run: number; readonly market: SimulatedMarket } | null = null;

function marketOf({ run, instrumentId }: MinuteRequest): SimulatedMarket {
  if (opened?.run === run) return opened.market;
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) throw new RangeError(`expected an instrument, ${instrumentId} is none`);
  opened = { run, market: new SimulatedMarket(instrument) };
  return opened.market;
}

self.addEventListener('message', ({ data }: MessageEvent<MinuteRequest>) => {
  const answer: MinuteAnswer = { run: data.run, minute: marketOf(data).next() };
  self.postMessage(answer);
});
