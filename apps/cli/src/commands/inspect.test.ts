import { expect, test } from 'vitest';
import { captured, ES_RECORDING, HAS_RECORDED_DATA, RECORDED_DATA } from '#testing/recorded-data.ts';

async function inspect(path: string): Promise<{ code: number; json: unknown; notes: readonly string[] }> {
  const { code, data, notes } = await captured('inspect', path);
  return { code, json: JSON.parse(data.join('\n')), notes };
}

test.skipIf(!HAS_RECORDED_DATA)(
  'the ES recording gives the golden table of detection.md section 12 exactly',
  async () => {
    const { code, json, notes } = await inspect(ES_RECORDING);
    expect(code).toBe(0);
    expect(notes).toEqual([]);
    expect(json).toEqual({
      symbol: 'ESH4',
      records: 44_371,
      snapshot: 8_725,
      live: 35_646,
      byAction: { A: 12_357, C: 10_205, M: 7_525, T: 1_865, F: 3_694 },
      events: 28_071,
      unknownOrderEvents: 0,
      volume: 5_598,
      volumeBySide: { buy: 3_188, sell: 2_366, none: 44 },
      crossedPreOpen: 891,
      crossedInContinuous: 0,
      nativeIcebergOrders: 9,
      nativeIcebergRefills: 57,
      electedStops: 67,
      stopEvents: 31,
      stopContracts: 151,
      endBestBid: '4810.25',
      endBestAsk: '4810.50',
      liveOrders: 10_877,
    });
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'a file of two instruments is reported per instrument, with the totals on top',
  async () => {
    const { code, json } = await inspect(
      `${RECORDED_DATA}cme-dbn-small/futures_bbo-1m_2024-05-09T09-55_2024-05-09T10-05.dbn.zst`,
    );
    expect(code).toBe(0);
    expect(json).toMatchObject({
      records: 20,
      liveOrders: null,
      instruments: [
        { symbol: 'NQM4', records: 10 },
        { symbol: 'ESM4', records: 10 },
      ],
    });
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'best prices and volume of an MBP-1 file are reported without figures that need orders',
  async () => {
    const { code, json } = await inspect(
      `${RECORDED_DATA}es-nq-mbp1-trades-ohlcv-20240701/futures_mbp-1_2024-07-01T23-58_2024-07-02T00-02.dbn.zst`,
    );
    expect(code).toBe(0);
    expect(json).toMatchObject({
      symbol: 'ESU4',
      records: 2_288,
      snapshot: 1,
      byAction: { A: 1_060, C: 989, T: 120, M: 118 },
      crossedInContinuous: 0,
      nativeIcebergOrders: null,
      unknownOrderEvents: null,
    });
  },
);
