/** The volume profile: ties of the point of control, steps of the value area, and bars of which only the range is known. */
import { expect, test } from 'vitest';
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { minuteBar } from '#testing/minute-bar.ts';
import { VolumeProfile, valueAreaOf } from './volume-profile.ts';

/** The value area of volumes at 0, 1, 2 …, as [low, point of control, high]. */
function area(...volumes: readonly number[]): number[] {
  const rows = volumes.map((volume, priceTicks) => ({ priceTicks, bidVolume: 0, askVolume: 0, volume }));
  const found = valueAreaOf(rows);
  return found ? [found.lowTicks, found.pointOfControlTicks, found.highTicks] : [];
}

test('a single price is all of the area', () => {
  expect(area(5)).toEqual([0, 0, 0]);
});

test('of equal volumes the one nearest the middle is the point of control, then the lower', () => {
  expect(area(9, 1, 9, 1, 1)[1]).toBe(2);
  expect(area(1, 9, 1, 1, 9)[1]).toBe(1);
  expect(area(9, 1, 1, 9)[1]).toBe(0);
  expect(area(1, 9, 9, 1)[1]).toBe(1);
});

test('a point of control with 70 % of the volume is the whole area', () => {
  expect(area(15, 70, 15)).toEqual([1, 1, 1]);
  // 69 of 100 are not enough
  expect(area(15, 69, 16)).not.toEqual([1, 1, 1]);
});

test('the heavier pair is taken, above when they are equal', () => {
  // Above 11 and 9, below 10 and 9: with 50 that is 70 of 100
  expect(area(6, 9, 10, 50, 11, 9, 5)).toEqual([3, 3, 5]);
  expect(area(5, 9, 11, 50, 10, 9, 6)).toEqual([1, 3, 3]);
  expect(area(5, 10, 10, 50, 10, 10, 5)).toEqual([3, 3, 5]);
});

test('the pair is judged by its sum, not by the nearer price', () => {
  // Above 1 + 24, below 12 + 8
  expect(area(5, 8, 12, 45, 1, 24, 5)).toEqual([3, 3, 5]);
});

test('at the end of the range the other side goes on', () => {
  expect(area(50, 10, 10, 10, 10, 10)).toEqual([0, 0, 2]);
  expect(area(10, 10, 10, 10, 10, 50)).toEqual([3, 5, 5]);
});

test('a pair of which one price is beyond the range ends at the last price', () => {
  expect(area(10, 40, 10)).toEqual([1, 1, 2]);
  expect(area(12, 40, 10)).toEqual([0, 1, 1]);
});

test('the area is given in the prices of the rows', () => {
  const rows = [
    { priceTicks: -20, bidVolume: 0, askVolume: 0, volume: 10 },
    { priceTicks: -7, bidVolume: 0, askVolume: 0, volume: 90 },
  ];
  expect(valueAreaOf(rows)).toEqual({ pointOfControlTicks: -7, lowTicks: -7, highTicks: -7 });
});

test('trades count at their price and side', () => {
  const profile = new VolumeProfile();
  profile.add(100, 4, SIDE_BID);
  profile.add(100, 3, SIDE_ASK);
  profile.add(98, 2, SIDE_NONE);
  expect(profile.rows()).toEqual([
    { priceTicks: 98, bidVolume: 0, askVolume: 0, volume: 2 },
    { priceTicks: 100, bidVolume: 3, askVolume: 4, volume: 7 },
  ]);
  profile.reset();
  expect(profile.rows()).toEqual([]);
});

const barRows = (fields: Parameters<typeof minuteBar>[0]): number[][] => {
  const profile = new VolumeProfile();
  profile.addBar(minuteBar(fields));
  return profile.rows().map(({ priceTicks, volume }) => [priceTicks, volume]);
};

test('a stored bar is spread evenly over its range, with the remainder at its close', () => {
  expect(barRows({ lowTicks: 10, highTicks: 12, closeTicks: 11, volume: 11 })).toEqual([
    [10, 3],
    [11, 5],
    [12, 3],
  ]);
  expect(barRows({ lowTicks: 10, highTicks: 12, closeTicks: 12, volume: 9 })).toEqual([
    [10, 3],
    [11, 3],
    [12, 3],
  ]);
});

test('a bar of fewer contracts than prices is at its close', () => {
  expect(barRows({ lowTicks: 10, highTicks: 19, closeTicks: 15, volume: 4 })).toEqual([[15, 4]]);
});

test('a bar of one price is all there', () => {
  expect(barRows({ closeTicks: -3, volume: 8 })).toEqual([[-3, 8]]);
});

test('a bar with aggressors is spread without them: which price had which is not known', () => {
  const profile = new VolumeProfile();
  profile.addBar(minuteBar({ volume: 5, buyVolume: 3, sellVolume: 2 }));
  expect(profile.rows()).toEqual([{ priceTicks: 100, bidVolume: 0, askVolume: 0, volume: 5 }]);
});
