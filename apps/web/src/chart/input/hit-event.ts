/** Which event is under the pointer. */
import type { AiTag } from '#chart/scene/ai-tags.ts';
import type { Scene } from '#chart/scene/scene.ts';

const ROW_REACH = 11;
const GLYPH_REACH = 10;
const TAG_REACH = 9;
/** A finger covers about this much around the point that is reported. */
export const TOUCH_REACH = 20;

/**
 * Id of the event at a point of the chart, or null: of several the nearest. Rows of the signals column and marks answer; zones only on a phone, where
 * there is no column (elsewhere a click into the plot is for the crosshair).
 */
export function hitEvent(scene: Scene, x: number, y: number, reach: number = GLYPH_REACH): string | null {
  const { layout } = scene.frame;
  if (x >= layout.plotWidth) {
    if (x > layout.plotWidth + layout.signalsWidth) return null;
    return scene.rows.find((row) => Math.abs(row.rowY - y) <= ROW_REACH)?.event.id ?? null;
  }
  let nearest = { id: null as string | null, away: Number.POSITIVE_INFINITY };
  for (const { event, x: markX, y: markY, diameter } of scene.eventMarks) {
    const away = Math.hypot(markX - x, markY - y);
    if (away <= Math.max(reach, diameter / 2) && away < nearest.away) nearest = { id: event.id, away };
  }
  if (nearest.id !== null) return nearest.id;
  if (!layout.compact) return null;
  const zone = scene.zones.find(
    (each) => x >= each.x && Math.abs(each.y - y) <= Math.max(ROW_REACH, each.height / 2),
  );
  return zone?.event.id ?? null;
}

/** The tag of a calculated level at a point of the price axis. */
export function hitAiTag({ frame, aiTags }: Scene, x: number, y: number): AiTag | null {
  const { plotWidth, signalsWidth } = frame.layout;
  if (x < plotWidth + signalsWidth) return null;
  return aiTags.find(({ tagY }) => tagY !== null && Math.abs(tagY - y) <= TAG_REACH) ?? null;
}
