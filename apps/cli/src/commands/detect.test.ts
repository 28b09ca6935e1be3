import { expect, test } from 'vitest';
import { BEST_PRICES_RECORDING, captured, ES_RECORDING, HAS_RECORDED_DATA } from '#testing/recorded-data.ts';

interface Line {
  id: string;
  eventType: string;
  side: string;
  price: string;
  priceLow: string;
  priceHigh: string;
  size: number;
  confidence: number;
  exact: boolean;
  detectedAt: string;
  metadata: { stops?: number; sub: string | null; updatedAt?: string; evidence: { orderIds?: string[] } };
  update?: boolean;
}

async function detect(...argv: string[]): Promise<Line[]> {
  const { code, data } = await captured('detect', ES_RECORDING, ...argv);
  expect(code).toBe(0);
  return data.map((line) => JSON.parse(line) as Line);
}

test.skipIf(!HAS_RECORDED_DATA)(
  'the ES recording has the nine native icebergs of the golden table, each printed once',
  async () => {
    const lines = (await detect('--types', 'iceberg')).filter((line) => line.exact);
    const found = lines.filter((line) => line.update !== true);
    expect(found).toHaveLength(9);
    expect(new Set(found.map((line) => line.id)).size).toBe(9);
    expect(new Set(lines.map((line) => line.id)).size).toBe(9);
    for (const line of found) {
      expect(line).toMatchObject({
        eventType: 'iceberg',
        exact: true,
        confidence: 1,
        metadata: { sub: 'native' },
      });
      expect(line.price).toMatch(/^48\d\d\.(00|25|50|75)$/);
      expect(line.detectedAt).toMatch(/^17035\d{14}$/);
    }
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'its stop runs consist of the elected stops of the golden table only',
  async () => {
    const lines = (await detect('--types', 'stop_run')).filter((line) => line.update !== true);
    const runs = lines.filter((line) => line.eventType === 'stop_run');
    const elections = lines.filter((line) => line.eventType === 'stop_election');
    expect(runs.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.exact).toBe(true);
    expect(elections).toHaveLength(31);
    expect(elections.reduce((sum, line) => sum + (line.metadata.stops ?? 0), 0)).toBe(67);
    expect(elections.reduce((sum, line) => sum + line.size, 0)).toBe(151);
  },
);

test.skipIf(!HAS_RECORDED_DATA)(
  'lines come in exchange order, and an update follows the line it changes',
  async () => {
    const lines = await detect();
    const found = new Map<string, string>();
    let last = 0n;
    for (const line of lines) {
      const at = BigInt(line.metadata.updatedAt ?? line.detectedAt);
      expect(at >= last || line.update === true).toBe(true);
      if (at > last) last = at;
      expect(line.update === true).toBe(found.has(line.id));
      expect(found.get(line.id) ?? line.detectedAt).toBe(line.detectedAt);
      found.set(line.id, line.detectedAt);
    }
  },
);

test.skipIf(!HAS_RECORDED_DATA)('the same file gives the same lines', async () => {
  expect(await detect()).toEqual(await detect());
});

test('an unknown type and a confidence above one are usage errors', async () => {
  const type = await captured('detect', 'x.dbn', '--types', 'icebreg');
  expect(type.code).toBe(2);
  expect(type.notes[0]).toContain('expected --types out of iceberg, absorption');
  const confidence = await captured('detect', 'x.dbn', '--min-confidence', '1.5');
  expect(confidence.code).toBe(2);
  expect(confidence.notes[0]).toContain('expected a number from 0 to 1 for --min-confidence, got 1.5');
});

test.skipIf(!HAS_RECORDED_DATA)('its exact counts are those of the golden table', async () => {
  const { notes } = await captured('detect', ES_RECORDING);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^ESH4: \d+ findings; /);
  expect(notes[0]).toContain(
    'exact counts: 9 native icebergs with 57 refills, 67 elected stops in 31 events with 151 contracts',
  );
});

test.skipIf(!HAS_RECORDED_DATA)(
  'treated as a less detailed feed the recording shows the same icebergs, or none',
  async () => {
    const found = async (tier: string): Promise<Line[]> =>
      (await detect('--types', 'iceberg', '--tier', tier)).filter((line) => line.update !== true);
    const levels = (await found('L2S')).filter((line) => line.exact);
    expect(levels).toHaveLength(9);
    expect((await found('L2C')).filter((line) => line.exact)).toEqual([]);
    expect(await found('L1T')).toEqual([]);
  },
);

test.skipIf(!HAS_RECORDED_DATA)('best prices cannot be treated as orders', async () => {
  const { code, notes } = await captured('detect', BEST_PRICES_RECORDING, '--tier', 'L3');
  expect(code).toBe(1);
  expect(notes[0]).toContain('recorded as L1T, expected --tier L1T, got L3');
});
