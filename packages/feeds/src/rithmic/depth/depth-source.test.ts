import { type Instrument, instrumentBySymbol } from '@undertow/market';
import { expect, test } from 'vitest';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import { DepthSource } from './depth-source.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const CONTRACT = { instrumentId: ES.id, instrument: ES, exchange: 'CME', code: 'ESZ6', expiry: null };
const SUBSCRIBE = 1;

test('a listener that goes while the subscription is under way leaves none behind', async () => {
  const requested: string[] = [];
  let grant = (): void => undefined;
  const plant = {
    request: async (name: string, { request }: { readonly request: number }) => {
      requested.push(`${request === SUBSCRIBE ? 'subscribe' : 'end'} ${name}`);
      await new Promise<void>((resolve) => {
        grant = resolve;
      });
      return { kind: 'done', rows: [], end: {} };
    },
  };
  const source = new DepthSource(plant as unknown as PlantSession, CONTRACT, false, {
    onMoved: () => undefined,
    received: () => 0,
  });
  const subscribed = source.subscribe();
  const granted = grant;
  source.close();
  granted();
  await subscribed;
  expect(requested).toEqual([
    'subscribe RequestMarketDataUpdate',
    'end RequestMarketDataUpdate',
    'end RequestDepthByOrderUpdates',
  ]);
});
