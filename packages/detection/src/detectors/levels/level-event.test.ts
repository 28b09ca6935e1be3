/** The event of a zone of support or resistance, and what it says of the zone. */
import { NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { type Judgement, UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';
import { SURE } from '#testing/plain-context.ts';
import { ZONE_START_MS, ZoneMarket } from '#testing/zone-market.ts';
import { levelEvent, type RaisedLevel, raiseLevel, volumeIn } from './level-event.ts';

describe('the event', () => {
  function shown(side: number, parts: Partial<RaisedLevel> = {}, percentile = 0, touches = 3) {
    const market = new ZoneMarket(side).hold(touches);
    const raised = raiseLevel(market.map, 0, side, { existence: SURE, bounce: SURE }, market.view);
    Object.assign(raised, parts);
    return levelEvent(market.map, 0, side, raised, market.view, percentile);
  }

  test.each([
    ['near', 'open'],
    ['touched', 'open'],
    ['bounced', 'confirmed'],
    ['broken', 'failed'],
    ['left', 'expired'],
    ['gone', 'expired'],
    ['interrupted', 'expired'],
  ] as const)('of a zone that is %s is %s', (outcome, status) => {
    expect(shown(SIDE_BID, { outcome })).toMatchObject({ status, evidence: { outcome } });
  });

  test('is at the edge that price comes to, and as high as the zone', () => {
    expect(shown(SIDE_BID)).toMatchObject({
      ...{ type: 'support', side: 'bid', priceTicks: 1003, priceLowTicks: 1000, priceHighTicks: 1003 },
      zoneHeightTicks: 3,
    });
    expect(shown(SIDE_ASK)).toMatchObject({
      ...{ type: 'resistance', side: 'ask', priceTicks: 1003, priceLowTicks: 1003, priceHighTicks: 1006 },
      zoneHeightTicks: 3,
    });
  });

  const EXISTS: Judgement = { ...SURE, confidence: 0.7, calibrator: 'level@1' };
  const HOLDS: Judgement = { ...SURE, confidence: 0.4, calibrator: 'bounce@1' };
  test.each([
    [
      'shows whether it holds, beside whether it is there',
      EXISTS,
      HOLDS,
      { confidence: 0.4, existence: 0.7, calibrator: 'bounce@1' },
    ],
    [
      'shows whether it is there where nothing tells whether it holds',
      EXISTS,
      UNKNOWN_JUDGEMENT,
      { confidence: 0.7, calibrator: 'level@1' },
    ],
    [
      'shown for its touches alone claims no more than them',
      { ...EXISTS, confidence: 0.59 },
      HOLDS,
      { confidence: 0.4, calibrator: 'bounce@1' },
    ],
  ])('%s', (_, existence, bounce, fields) => {
    const event = shown(SIDE_BID, { existence, bounce });
    expect(event).toMatchObject(fields);
    expect('existence' in event).toBe('existence' in fields);
    expect(event.evidence['bounce']).toMatchObject({ p: bounce.confidence, calibrator: bounce.calibrator });
  });

  test.each([
    [0.9, 0.95, 'critical'],
    [0.9, 0.94, 'high'],
    [0.79, 0.99, 'medium'],
    [0.59, 0.99, 'low'],
  ])(
    'is by its existence of %d, larger than %d of those before it, %s',
    (confidence, percentile, severity) => {
      expect(shown(SIDE_ASK, { existence: { ...SURE, confidence } }, percentile).severity).toBe(severity);
    },
  );

  test('says how often price turned there, and how often at arbitrary prices', () => {
    expect(shown(SIDE_BID).description).toBe(
      'Support 250.00 to 250.75: 3 of 3 touches turned, arbitrary prices turned 50%',
    );
    expect(shown(SIDE_ASK, {}, 0, 1).description).toBe(
      'Resistance 250.75 to 251.50: 1 of 1 touch turned, arbitrary prices turned 50%',
    );
  });

  test('sums what traded at its prices, both edges inside', () => {
    const market = new ZoneMarket(SIDE_BID);
    for (const away of [2, 1, 0, -1, -3, -4]) market.trade(away);
    expect(volumeIn(market.map, 1000, 1003)).toBe(30);
    const raised = raiseLevel(market.map, 0, SIDE_BID, { existence: SURE, bounce: SURE }, market.view);
    const event = levelEvent(market.map, 0, SIDE_BID, raised, market.view, 0);
    expect([event.size, event.evidence['volumeInZone']]).toEqual([30, 30]);
  });

  test('remembers its touches, and what is known against arbitrary prices', () => {
    const market = new ZoneMarket(SIDE_BID).hold(2);
    market.map.records.add(0, SIDE_BID, true, ZONE_START_MS + 1);
    market.map.records.add(0, SIDE_BID, false, ZONE_START_MS + 2);
    market.rate = 0.2;
    const raised = raiseLevel(market.map, 0, SIDE_BID, { existence: SURE, bounce: SURE }, market.view);
    const { evidence } = levelEvent(market.map, 0, SIDE_BID, raised, market.view, 0);
    expect(evidence['touches']).toEqual([
      { timeNs: String(BigInt(ZONE_START_MS + 1) * NS_PER_MS), outcome: 'bounce' },
      { timeNs: String(BigInt(ZONE_START_MS + 2) * NS_PER_MS), outcome: 'break' },
    ]);
    // Ten touches of the null at even odds, and two bounces of its own.
    expect(evidence['posteriorMean']).toBeCloseTo(7 / 12, 12);
    expect(evidence['chanceAboveNull']).toBeGreaterThan(0.6);
    expect(evidence).toMatchObject({
      nullMean: 0.5,
      nullTouches: 0,
      pValue: 1,
      qValue: 0.2,
      touchesInRole: 2,
      bouncesInRole: 2,
    });
    expect(evidence['rules']).toMatchObject([
      { value: '0.200', needed: 'at most 0.1', met: false },
      { value: '2 of 2', needed: 'more than 50%', met: true },
    ]);
  });

  test('has an id of its side, price, birth and approach', () => {
    const idOf = (side: number, change: (market: ZoneMarket) => void = () => undefined): string => {
      const market = new ZoneMarket(side);
      change(market);
      return raiseLevel(market.map, 0, side, { existence: SURE, bounce: SURE }, market.view).id;
    };
    const first = idOf(SIDE_BID);
    expect(idOf(SIDE_BID)).toBe(first);
    const others = [
      idOf(SIDE_ASK),
      idOf(SIDE_BID, (market) => market.open(0, 1)),
      idOf(SIDE_BID, ({ map }) => map.bornMs.fill(ZONE_START_MS - 1)),
      idOf(SIDE_BID, ({ view }) => Object.assign(view, { timeMs: ZONE_START_MS + 100 })),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
  });
});
