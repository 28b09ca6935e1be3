import { expect, test } from 'vitest';
import type { ChartHover } from '#chart/data/chart-input.ts';
import { ChartModel } from '#chart/scene/chart-model.ts';
import { sampleInput } from '#chart-page/sample-market.ts';
import { EventHover } from './event-hover.ts';
import { tapped } from './pointer.ts';

function onPhone() {
  const model = new ChartModel();
  model.update(sampleInput());
  model.resize(390, 420);
  const scene = model.compose({ barSpacing: 9, firstX: -620 }, 0, true);
  const hovers: (ChartHover | null)[] = [];
  const selected: string[] = [];
  const hover = new EventHover(
    (id) => model.mergedWith(id),
    (each) => hovers.push(each),
  );
  const tap = (x: number, y: number) => tapped(scene, { x, y }, hover, (id) => selected.push(id));
  return { scene, hovers, selected, tap };
}

test('the first tap on a mark shows its card with all it merges, the second opens it', () => {
  const { scene, hovers, selected, tap } = onPhone();
  const mark = scene.eventMarks[0];
  if (mark === undefined) throw new Error('expected a mark');
  expect(tap(mark.x + 3, mark.y)).toBe(true);
  expect(hovers).toMatchObject([{ eventId: mark.event.id, eventIds: mark.mark.events.map(({ id }) => id) }]);
  expect(selected).toEqual([]);
  expect(tap(mark.x + 3, mark.y)).toBe(true);
  expect(selected).toEqual([mark.event.id]);
  expect(hovers.at(-1)).toBeNull();
});

test('a tap beside everything ends the card and opens nothing', () => {
  const { scene, hovers, selected, tap } = onPhone();
  const mark = scene.eventMarks[0];
  tap(mark?.x ?? 0, mark?.y ?? 0);
  expect(tap(2, 2)).toBe(false);
  expect(hovers).toHaveLength(2);
  expect(hovers.at(-1)).toBeNull();
  expect(selected).toEqual([]);
});

test('a tap on the zone of an active event opens its evidence at once', () => {
  const { scene, hovers, selected, tap } = onPhone();
  const zone = scene.zones[0];
  if (zone === undefined) throw new Error('expected a zone');
  tap(scene.frame.layout.plotWidth - 2, zone.y);
  expect(selected).toHaveLength(1);
  expect(hovers).toEqual([]);
});
