/** Minutes of the past: every one once and in order however the gateway cuts its replies, volumes on the right side. */
import { INSTRUMENTS, type Instrument, instrumentBySymbol } from '@undertow/market';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlantSession } from '#rithmic/session/plant-session.ts';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { priceOf } from '#rithmic/wire/wire-price.ts';
import { openListened } from '#testing/listened-plant.ts';
import { DENIED, MemoryGateway, MORE, NO_DATA, OK, settle } from '#testing/memory-gateway.ts';
import { replayMinuteBars, replayMinuteProfiles } from './minute-history.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const contractOf = (instrument: Instrument) => ({
  instrumentId: instrument.id,
  instrument,
  exchange: instrument.venue,
  code: `${instrument.symbol}Z6`,
  expiry: null,
});
const START_S = Date.UTC(2026, 10, 20, 15, 0) / 1000;
const startOf = (minute: number) => (START_S + minute * 60) * 1000;
const span = (from: number, to: number) => ({ fromMs: startOf(from), toMs: startOf(to) });

type Row = RithmicMessage<'ResponseVolumeProfileMinuteBars'>;
type Replay = RithmicMessage<'RequestVolumeProfileMinuteBars'>;

/** A minute that opens at 4500 and trades two prices; its marker is its end. */
const rowOf = (minute: number, more: Row = {}): Row => ({
  marker: START_S + (minute + 1) * 60,
  openPrice: 4500,
  highPrice: 4500.5,
  lowPrice: 4499.75,
  closePrice: 4500.25,
  volume: 10,
  bidVolume: 3,
  askVolume: 6,
  numTrades: 4,
  ...more,
});

let gateway: MemoryGateway;
let plant: PlantSession;
beforeEach(async () => {
  gateway = new MemoryGateway();
  ({ plant } = await openListened(gateway, 3));
});
afterEach(() => gateway.close());

/** The gateway has these minutes, with volume by price, and sends at most so many in a reply. */
function serve(minutes: readonly Row[], most = 10_000): void {
  gateway.script.RequestVolumeProfileMinuteBars = ({ startIndex = 0, finishIndex = 0 }: Replay) => {
    const rows = minutes.filter(({ marker = 0 }) => marker >= startIndex && marker <= finishIndex);
    return rows.length === 0 ? [NO_DATA] : [...rows.slice(0, most).map((row) => ({ ...MORE, ...row })), OK];
  };
}
const bars = (from = 0, to = 60, instrument = ES) =>
  replayMinuteBars(plant, contractOf(instrument), span(from, to));
const profiles = (from = 0, to = 60) => replayMinuteProfiles(plant, contractOf(ES), span(from, to));
const startsOf = (rows: readonly { readonly startMs: number }[]) =>
  rows.map(({ startMs }) => (startMs / 1000 - START_S) / 60);

describe('requests', () => {
  test('for volume by price name contract, span and resumption, with a minute more for the last marker', async () => {
    await bars(0, 5);
    const [request] = gateway.peers[0]?.all('RequestVolumeProfileMinuteBars') ?? [];
    expect(request).toMatchObject({
      symbol: 'ESZ6',
      exchange: 'CME',
      barTypePeriod: 1,
      startIndex: START_S,
      finishIndex: START_S + 360,
      resumeBars: true,
    });
  });

  test('for plain bars follow only where there is no volume by price, oldest first', async () => {
    await bars(0, 5);
    expect(gateway.peers[0]?.all('RequestTimeBarReplay')).toEqual([
      expect.objectContaining({ symbol: 'ESZ6', barType: 2, barTypePeriod: 1, direction: 1, timeOrder: 1 }),
    ]);
    serve([rowOf(1)]);
    await bars(0, 5);
    expect(gateway.peers[0]?.all('RequestTimeBarReplay')).toHaveLength(1);
  });

  test('cover fractions of a second at both ends', async () => {
    await replayMinuteProfiles(plant, contractOf(ES), { fromMs: startOf(0) + 0.7, toMs: startOf(1) + 0.2 });
    expect(gateway.peers[0]?.all('RequestVolumeProfileMinuteBars')[0]).toMatchObject({
      startIndex: START_S,
      finishIndex: START_S + 121,
    });
  });

  test('of a span that is over before it begins bring nothing', async () => {
    serve([rowOf(0)]);
    expect([await bars(10, 5), await profiles(10, 10)]).toEqual([[], []]);
  });
});

describe('minutes', () => {
  test('begin a minute before their marker; the first of the span is in it, the last is not', async () => {
    serve([-1, 0, 1, 2, 3].map((minute) => rowOf(minute)));
    expect(startsOf(await bars(0, 3))).toEqual([0, 1, 2]);
    expect(startsOf(await profiles(0, 3))).toEqual([0, 1, 2]);
  });

  test('that began a fraction of a millisecond before the span are not in it', async () => {
    serve([rowOf(0), rowOf(1)]);
    const found = await replayMinuteProfiles(plant, contractOf(ES), {
      fromMs: startOf(0) + 0.5,
      toMs: startOf(1) + 0.5,
    });
    expect(startsOf(found)).toEqual([1]);
  });

  test('that come in another order, or twice, are in order and once', async () => {
    serve([rowOf(2), rowOf(0), rowOf(1), rowOf(0), rowOf(2)]);
    expect(startsOf(await bars())).toEqual([0, 1, 2]);
  });

  test('in the last frame of a reply count like the others', async () => {
    gateway.script.RequestVolumeProfileMinuteBars = () => [
      { ...MORE, ...rowOf(0) },
      { ...OK, ...rowOf(1) },
    ];
    expect(startsOf(await bars())).toEqual([0, 1]);
  });

  test('of a reply that is cut with a notice are whole after its resumption', async () => {
    gateway.script.RequestVolumeProfileMinuteBars = ({ startIndex }) =>
      startIndex === START_S ? [{ ...MORE, ...rowOf(0) }, { requestKey: 'rest' }] : [NO_DATA];
    gateway.script.RequestResumeBars = ({ userMsg = [], requestKey }, peer) => {
      expect(requestKey).toBe('rest');
      peer.send('ResponseVolumeProfileMinuteBars', { userMsg, ...MORE, ...rowOf(1) });
      peer.send('ResponseVolumeProfileMinuteBars', { userMsg, ...OK });
      return [];
    };
    expect(startsOf(await bars())).toEqual([0, 1]);
  });

  test('are all there, once and in order, wherever there are gaps and however small a reply is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: -5, max: 45 }), { maxLength: 25 }),
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        async (minutes, most, from, length) => {
          const sorted = minutes.toSorted((a, b) => a - b);
          serve(
            sorted.map((minute) => rowOf(minute)),
            most,
          );
          const inside = sorted.filter((minute) => minute >= from && minute < from + length);
          expect(startsOf(await profiles(from, from + length))).toEqual(inside);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('within which a reply ends are whole by the next one, which begins with them', async () => {
    gateway.script.RequestVolumeProfileMinuteBars = ({ startIndex }) => {
      if (startIndex === START_S) return [{ ...MORE, ...rowOf(0, { volume: 4 }) }, OK];
      return startIndex === START_S + 60
        ? [{ ...MORE, ...rowOf(0) }, { ...MORE, ...rowOf(1) }, OK]
        : [NO_DATA];
    };
    expect((await bars()).map(({ volume }) => volume)).toEqual([10, 10]);
  });

  test('of a gateway that repeats one reply for ever end', async () => {
    gateway.script.RequestVolumeProfileMinuteBars = () => [{ ...MORE, ...rowOf(0) }, OK];
    expect(startsOf(await bars())).toEqual([0]);
    expect(gateway.peers[0]?.all('RequestVolumeProfileMinuteBars')).toHaveLength(2);
  });

  test.each([
    ['has no data', NO_DATA],
    ['refuses', DENIED],
    ['fails', { rpCode: ['7', 'an error occurred while parsing data.'] }],
  ])('of a gateway that %s are none', async (_, frame) => {
    gateway.script.RequestVolumeProfileMinuteBars = () => [frame];
    gateway.script.RequestTimeBarReplay = () => [frame];
    expect([await bars(), await profiles()]).toEqual([[], []]);
  });

  test('before a page that is refused are kept', async () => {
    gateway.script.RequestVolumeProfileMinuteBars = ({ startIndex }) =>
      startIndex === START_S ? [{ ...MORE, ...rowOf(0) }, OK] : [DENIED];
    expect(startsOf(await bars())).toEqual([0]);
  });

  test('of a connection that breaks are a failure, not an end', async () => {
    gateway.script.RequestVolumeProfileMinuteBars = (_, peer) => {
      setImmediate(() => peer.cut());
      return [{ ...MORE, ...rowOf(0) }];
    };
    await expect(bars()).rejects.toMatchObject({ fault: 'gateway_down' });
    await settle();
  });
});

describe('a bar', () => {
  const LEVELS = {
    profilePrice: [4500, 4499.75, 4500.5],
    profileBidVolume: [2, 1, 0],
    profileAskVolume: [1, 0, 5],
    profileNoAggressorVolume: [0, 1, 0],
  };

  test('has prices in ticks, and what traded at the ask as bought', async () => {
    serve([rowOf(0, LEVELS)]);
    const [bar] = await bars();
    expect(bar).toEqual({
      startMs: startOf(0),
      openTicks: 18_000,
      highTicks: 18_002,
      lowTicks: 17_999,
      closeTicks: 18_001,
      volume: 10,
      buyVolume: 6,
      sellVolume: 3,
      trades: 4,
      // 3 at 18,000, 2 at 17,999 and 5 at 18,002: 180,008 over 10
      vwapTicks: 18_000.8,
      levels: [
        { priceTicks: 17_999, buyVolume: 0, sellVolume: 1, otherVolume: 1 },
        { priceTicks: 18_000, buyVolume: 1, sellVolume: 2, otherVolume: 0 },
        { priceTicks: 18_002, buyVolume: 5, sellVolume: 0, otherVolume: 0 },
      ],
    });
  });

  test('has the levels of the profile of its minute', async () => {
    serve([rowOf(0, LEVELS), rowOf(1), rowOf(2, LEVELS)]);
    const [whole, byPrice] = [await bars(), await profiles()];
    expect(whole.map(({ startMs, levels }) => ({ startMs, levels }))).toEqual(byPrice);
  });

  test('whose volume by price is empty has no average', async () => {
    serve([rowOf(0), rowOf(1, { profilePrice: [4500] })]);
    expect((await bars()).map(({ vwapTicks }) => vwapTicks)).toEqual([null, null]);
  });

  test('without any volume by price is a plain one', async () => {
    const { profilePrice: _, ...row } = { ...rowOf(0), profilePrice: [] };
    gateway.script.RequestTimeBarReplay = ({ startIndex = 0 }) =>
      startIndex > START_S ? [NO_DATA] : [{ ...MORE, ...row }, OK];
    const [bar] = await bars();
    expect(bar).toMatchObject({ openTicks: 18_000, buyVolume: 6, sellVolume: 3, vwapTicks: null });
    expect(bar).not.toHaveProperty('levels');
  });

  test.each(['openPrice', 'highPrice', 'lowPrice', 'closePrice'] as const)(
    'without a usable %s is left out',
    async (field) => {
      const { [field]: _, ...without } = rowOf(0);
      serve([without, rowOf(1, { [field]: 4500.1 }), rowOf(2)]);
      expect(startsOf(await bars())).toEqual([2]);
    },
  );

  test('counts nothing where a number is left out, in its levels too', async () => {
    const { volume: _, bidVolume: __, askVolume: ___, numTrades: ____, ...bare } = rowOf(0);
    serve([{ ...bare, profilePrice: [4500, 4500.25], profileBidVolume: [7] }]);
    const [bar] = await bars();
    expect(bar).toMatchObject({ volume: 0, buyVolume: 0, sellVolume: 0, trades: 0, vwapTicks: 18_000 });
    expect(bar?.levels).toEqual([
      { priceTicks: 18_000, buyVolume: 0, sellVolume: 7, otherVolume: 0 },
      { priceTicks: 18_001, buyVolume: 0, sellVolume: 0, otherVolume: 0 },
    ]);
  });

  test('leaves levels off the tick out', async () => {
    serve([rowOf(0, { profilePrice: [4500.1, 4500], profileAskVolume: [9, 4] })]);
    expect((await bars())[0]?.levels).toEqual([
      { priceTicks: 18_000, buyVolume: 4, sellVolume: 0, otherVolume: 0 },
    ]);
  });

  test('of every product has the ticks of its product, below zero too', async () => {
    for (const instrument of INSTRUMENTS) {
      const at = (ticks: number) => priceOf(instrument, ticks);
      serve([rowOf(0, { openPrice: at(-3), highPrice: at(9), lowPrice: at(-8), closePrice: at(0) })]);
      expect(await bars(0, 1, instrument)).toMatchObject([
        { openTicks: -3, highTicks: 9, lowTicks: -8, closeTicks: 0 },
      ]);
    }
  });
});
