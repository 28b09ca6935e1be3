/** Which contracts a login may see: by its exchanges, by front months that are the product's own, by ticks of the catalogue. */
import { INSTRUMENTS } from '@undertow/market';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openListened } from '#testing/listened-plant.ts';
import { DENIED, MemoryGateway, MORE, NO_DATA, OK, settle } from '#testing/memory-gateway.ts';
import { lookUpContracts, lookUpRolls, requirePermission } from './contract-lookup.ts';
import type { PlantSession } from './plant-session.ts';

const [ES, NQ, YM, CL] = [1, 2, 3, 4] as const;
let gateway: MemoryGateway;
let plant: PlantSession;
/** Ticks that the gateway states, by product. */
let ticks: Record<string, number>;
beforeEach(async () => {
  gateway = new MemoryGateway();
  ticks = { ES: 0.25, NQ: 0.25, YM: 1, CL: 0.01 };
  permit('CME', 'CBOT', 'NYMEX');
  gateway.script.RequestReferenceData = ({ symbol = '' }) => [
    { ...OK, minQpriceChange: ticks[symbol.slice(0, 2)] ?? 0, expirationDate: '20261218' },
  ];
  ({ plant } = await openListened(gateway));
});
afterEach(() => gateway.close());

function permit(...exchanges: readonly string[]): void {
  gateway.script.RequestListExchangePermissions = () => [
    ...exchanges.map((exchange) => ({ ...MORE, exchange, entitlementFlag: 1 })),
    OK,
  ];
}

const found = async (...ids: readonly number[]) => [...(await lookUpContracts(plant, ids)).keys()];
const requested = (name: 'RequestFrontMonthContract' | 'RequestReferenceData') =>
  gateway.peers[0]?.all(name).map(({ symbol, exchange }) => `${symbol} ${exchange}`);

describe('contracts', () => {
  test('are the front months at the exchanges of their products', async () => {
    const contracts = await lookUpContracts(plant, [ES, CL]);
    expect(
      [...contracts.values()].map(({ instrument: { symbol }, ...rest }) => ({ symbol, ...rest })),
    ).toEqual([
      { symbol: 'ES', instrumentId: ES, exchange: 'CME', code: 'ESZ6', expiry: '2026-12-18' },
      { symbol: 'CL', instrumentId: CL, exchange: 'NYMEX', code: 'CLZ6', expiry: '2026-12-18' },
    ]);
    expect(requested('RequestFrontMonthContract')).toEqual(['ES CME', 'CL NYMEX']);
    expect(requested('RequestReferenceData')).toEqual(['ESZ6 CME', 'CLZ6 NYMEX']);
  });

  test('are in the order in which they were wanted, whichever is found first', async () => {
    gateway.script.RequestFrontMonthContract = ({ userMsg = [], symbol }, peer) => {
      const answer = { userMsg, ...OK, tradingSymbol: `${symbol}Z6` };
      if (symbol !== 'NQ') return [answer];
      setImmediate(() => peer.send('ResponseFrontMonthContract', answer));
      return [];
    };
    expect(await found(NQ, YM, ES)).toEqual([NQ, YM, ES]);
  });

  test('outside the catalogue are not requested', async () => {
    expect(await found(99_999, ES, -1)).toEqual([ES]);
    expect(requested('RequestFrontMonthContract')).toEqual(['ES CME']);
  });

  test('of exchanges without permission are not requested', async () => {
    permit('CBOT');
    expect(await found(ES, YM, CL)).toEqual([YM]);
    expect(requested('RequestFrontMonthContract')).toEqual(['YM CBOT']);
  });

  test.each([
    ['another product', 'NQZ6'],
    ['a product with the same beginning', 'ESGZ6'],
    ['a spread', 'ESZ6-ESH7'],
    ['no dated contract', 'ES'],
    ['nothing', undefined],
  ])('whose front month is %s are left out', async (_, name) => {
    gateway.script.RequestFrontMonthContract = ({ symbol }) => {
      const tradingSymbol = symbol === 'ES' ? name : `${symbol}Z6`;
      return [{ ...OK, ...(tradingSymbol === undefined ? {} : { tradingSymbol }) }];
    };
    expect(await found(ES, YM)).toEqual([YM]);
    expect(requested('RequestReferenceData')).toEqual(['YMZ6 CBOT']);
  });

  test.each([
    ['no data', NO_DATA],
    ['a refusal', DENIED],
  ])('whose front month is answered by %s are left out, and the others are not', async (_, frame) => {
    gateway.script.RequestFrontMonthContract = ({ symbol }) => [
      symbol === 'ES' ? frame : { ...OK, tradingSymbol: `${symbol}Z6` },
    ];
    expect(await found(ES, NQ, YM)).toEqual([NQ, YM]);
  });

  test.each([
    [0.25, true],
    [0.250_000_000_1, true],
    [0.249_999_9, true],
    // Four millionths of a tick off, more than a double's noise
    [0.250_001, false],
    [0.5, false],
    [0.025, false],
    [0, false],
    [-0.25, false],
    [Number.NaN, false],
  ])('with a tick of %d are there: %s', async (tick, isThere) => {
    ticks['ES'] = tick;
    expect(await found(ES, YM)).toEqual(isThere ? [ES, YM] : [YM]);
  });

  test('whose reference data name no tick are left out', async () => {
    gateway.script.RequestReferenceData = ({ symbol }) => [
      symbol === 'ESZ6' ? OK : { ...OK, minQpriceChange: 1 },
    ];
    expect(await found(ES, YM)).toEqual([YM]);
  });

  test.each([
    ['20261218', '2026-12-18'],
    ['20270319', '2027-03-19'],
    ['2026-12-18', null],
    ['202612', null],
    ['202612189', null],
    ['', null],
  ])('that expire on "%s" have the day %s', async (expirationDate, expiry) => {
    gateway.script.RequestReferenceData = () => [{ ...OK, minQpriceChange: 0.25, expirationDate }];
    expect((await lookUpContracts(plant, [ES])).get(ES)?.expiry).toBe(expiry);
  });

  test('are looked up eight at a time', async () => {
    const held: (() => void)[] = [];
    gateway.script.RequestFrontMonthContract = ({ userMsg = [], symbol }, peer) => {
      held.push(() =>
        peer.send('ResponseFrontMonthContract', { userMsg, ...OK, tradingSymbol: `${symbol}Z6` }),
      );
      return [];
    };
    const cme = INSTRUMENTS.filter(({ venue }) => venue === 'CME').slice(0, 11);
    const lookup = lookUpContracts(
      plant,
      cme.map(({ id }) => id),
    );
    await settle();
    expect(held).toHaveLength(8);
    held[0]?.();
    await settle();
    expect(held).toHaveLength(9);
    for (let at = 1; at < cme.length; at += 1) {
      held[at]?.();
      await settle();
    }
    // Of the others the gateway states no tick
    expect([...(await lookup).keys()]).toEqual([ES, NQ]);
  });

  test('that the gateway does not know at all are a maintenance', async () => {
    gateway.script.RequestFrontMonthContract = () => [NO_DATA];
    await expect(found(ES, NQ)).rejects.toMatchObject({
      fault: 'maintenance',
      message: 'the gateway knows no contract right now',
    });
  });
});

describe('permissions', () => {
  const answers = [
    ['an exchange in a row', [{ ...MORE, exchange: 'CME', entitlementFlag: 1 }, OK], [ES]],
    ['an exchange in the last frame', [{ ...OK, exchange: 'CME', entitlementFlag: 1 }], [ES]],
    ['a refusal to list them', [DENIED], [ES, YM]],
  ] as const;
  test.each(answers)('by %s are enough', async (_, frames, ids) => {
    gateway.script.RequestListExchangePermissions = () => frames;
    expect(await found(ES, YM)).toEqual(ids);
    await requirePermission(plant);
  });

  const refusals = [
    ['no data', [NO_DATA]],
    ['no exchange', [OK]],
    ['an exchange that is not entitled', [{ ...MORE, exchange: 'CME', entitlementFlag: 2 }, OK]],
    ['an exchange without a flag', [{ ...MORE, exchange: 'CME' }, OK]],
    ['a flag without an exchange', [{ ...MORE, entitlementFlag: 1 }, OK]],
  ] as const;
  test.each(refusals)('with %s are none', async (_, frames) => {
    gateway.script.RequestListExchangePermissions = () => frames;
    await expect(found(ES)).rejects.toMatchObject({
      fault: 'no_entitlement',
      message: 'the account has no market data of an exchange that is offered',
    });
    await expect(requirePermission(plant)).rejects.toMatchObject({
      fault: 'no_entitlement',
      message: 'the account has no market data of any exchange',
    });
  });

  test('of an exchange that is not offered are market data, but no contract', async () => {
    permit('EUREX');
    await requirePermission(plant);
    await expect(found(ES)).rejects.toMatchObject({ fault: 'no_entitlement' });
  });

  test('are requested for the user of the login', async () => {
    await requirePermission(plant);
    expect(gateway.peers[0]?.all('RequestListExchangePermissions')).toMatchObject([{ user: 'alice' }]);
  });
});

describe('rolls', () => {
  const rolls = async (...ids: readonly number[]) => {
    const known = [...(await lookUpContracts(plant, ids)).values()];
    return async (front: (symbol: string) => string | null) => {
      gateway.script.RequestFrontMonthContract = ({ symbol = '' }) => {
        const tradingSymbol = front(symbol);
        return [tradingSymbol === null ? NO_DATA : { ...OK, tradingSymbol }];
      };
      return [...(await lookUpRolls(plant, known))].map(([id, { code }]) => [id, code]);
    };
  };

  test('are the contracts that another one has followed', async () => {
    const roll = await rolls(ES, NQ, YM);
    expect(await roll((symbol) => (symbol === 'NQ' ? 'NQH7' : `${symbol}Z6`))).toEqual([[NQ, 'NQH7']]);
  });

  test('are none where nothing has changed, and no reference data are requested for it', async () => {
    const roll = await rolls(ES, NQ);
    const before = requested('RequestReferenceData');
    expect(await roll((symbol) => `${symbol}Z6`)).toEqual([]);
    expect(requested('RequestReferenceData')).toEqual(before);
  });

  test('are none during a maintenance, nor by a name of another product', async () => {
    const roll = await rolls(ES, NQ);
    expect(await roll(() => null)).toEqual([]);
    expect(await roll((symbol) => (symbol === 'ES' ? 'NQH7' : 'ESH7'))).toEqual([]);
  });

  test('are none to a contract with another tick', async () => {
    const roll = await rolls(ES, NQ);
    ticks['ES'] = 0.5;
    expect(await roll((symbol) => `${symbol}H7`)).toEqual([[NQ, 'NQH7']]);
  });
});
