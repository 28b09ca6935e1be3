/** Which event stands under the pointer. */
import type { Scene } from '#chart/scene.ts';

const ROW_REACH = 11;
const GLYPH_REACH = 10;

/**
 * Id of the event at a point of the chart, or null. Rows of the signals column and glyphs answer; zones only on a phone, where
 * there is no column (elsewhere a click into the plot is for the crosshair).
 */
export function hitEvent(scene: Scene, x: number, y: number): string | null {
  const { layout } = scene.frame;
  if (x >= layout.plotWidth) {
    if (x > layout.plotWidth + layout.signalsWidth) return null;
    return scene.rows.find((row) => Math.abs(row.rowY - y) <= ROW_REACH)?.event.id ?? null;
  }
  const glyph = scene.expired.find((each) => Math.hypot(each.x - x, each.y - y) <= GLYPH_REACH);
  if (glyph !== undefined) return glyph.event.id;
  if (!layout.compact) return null;
  const zone = scene.zones.find(
    (each) => x >= each.x && Math.abs(each.y - y) <= Math.max(ROW_REACH, each.height / 2),
  );
  return zone?.event.id ?? null;
}
