import { expect, test } from 'vitest';
import { ChartModel } from '#chart/scene/chart-model.ts';
import { sampleInput } from '#chart-page/sample-market.ts';
import { hitEvent, TOUCH_REACH } from './hit-event.ts';

function sceneOf(width: number, height: number, firstX: number) {
  const model = new ChartModel();
  model.update(sampleInput());
  model.hasSignals = true;
  model.resize(width, height);
  return model.compose({ barSpacing: 9, firstX }, 0, true);
}

test('a row of the signals column and a glyph answer, the empty plot does not', () => {
  const scene = sceneOf(898, 834, -260);
  const row = scene.rows[3];
  expect(hitEvent(scene, scene.frame.layout.plotWidth + 40, (row?.rowY ?? 0) + 4)).toBe(row?.event.id);
  const glyph = scene.eventMarks[0];
  expect(hitEvent(scene, (glyph?.x ?? 0) + 2, glyph?.y ?? 0)).toBe(glyph?.event.id);
  expect(hitEvent(scene, 300, 50)).toBeNull();
  expect(
    hitEvent(scene, scene.frame.layout.plotWidth + scene.frame.layout.signalsWidth + 5, row?.rowY ?? 0),
  ).toBeNull();
});

test('a finger reaches a mark from farther away than a pointer, and of several the nearest', () => {
  const scene = sceneOf(390, 420, -620);
  const marks = scene.eventMarks;
  expect(marks.length).toBeGreaterThan(1);
  for (const { x, y } of marks) {
    const at = { x: x + 8, y: y + 14 };
    const away = marks.map((mark) => Math.hypot(mark.x - at.x, mark.y - at.y));
    const nearest = marks[away.indexOf(Math.min(...away))];
    expect(hitEvent(scene, at.x, at.y, TOUCH_REACH)).toBe(nearest?.event.id);
  }
  const [lone] = marks;
  expect(hitEvent(scene, lone?.x ?? 0, (lone?.y ?? 0) - TOUCH_REACH - 20, TOUCH_REACH)).not.toBe(
    lone?.event.id,
  );
});

test('on a phone zones answer in place of the column', () => {
  const scene = sceneOf(390, 420, -620);
  const zone = scene.zones[0];
  expect(scene.rows).toEqual([]);
  expect(zone).toBeDefined();
  if (zone !== undefined) expect(hitEvent(scene, zone.x + 5, zone.y)).not.toBeNull();
});
