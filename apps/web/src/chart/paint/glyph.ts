/** Draws an event's shape with its letter, so that type never depends on colour alone. */
import type { FlowEventType } from '@undertow/market';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import type { ChartTheme } from './chart-theme.ts';

/** Outlines are in a box of 16; a glyph of 14 px fills 14 of its units. */
const BOX = 16;
const OUTLINE = 14;
const LETTER_SHARE = 0.68;
/** Below this the letter would be a smear. */
const MIN_LETTER = 9;

const outlines = new Map<FlowEventType, Path2D>();

function outlineOf(type: FlowEventType): Path2D {
  const outline = outlines.get(type) ?? new Path2D(EVENT_LOOKS[type].path);
  outlines.set(type, outline);
  return outline;
}

export interface GlyphStyle {
  /** Expired events are outlines. */
  readonly hollow?: boolean;
  /** Found during a gap: a small notch in the upper right corner. */
  readonly degraded?: boolean;
  readonly grey?: boolean;
}

/** Paints around a middle; set `globalAlpha` before for a fading one. */
export function paintGlyph(
  context: CanvasRenderingContext2D,
  theme: ChartTheme,
  type: FlowEventType,
  x: number,
  y: number,
  size: number,
  style: GlyphStyle = {},
): void {
  const look = EVENT_LOOKS[type];
  const color = style.grey ? theme.color['text-off'] : theme.event[type].shape;
  const outlined = style.hollow === true || look.ring;
  const scale = size / OUTLINE;
  context.save();
  context.translate(x, y);
  context.save();
  context.scale(scale, scale);
  context.translate(-BOX / 2, -BOX / 2);
  context.fillStyle = outlined ? theme.color.surface : color;
  context.fill(outlineOf(type));
  if (outlined) {
    context.lineWidth = (style.hollow ? 1.2 : 1.5) / scale;
    context.strokeStyle = color;
    if (look.ring) context.setLineDash([2.8, 1.9]);
    context.stroke(outlineOf(type));
    context.setLineDash([]);
  }
  context.restore();
  if (size >= MIN_LETTER) {
    context.fillStyle = outlined ? color : theme.event[type].letter;
    context.font = `600 ${Math.round(size * LETTER_SHARE)}px ${theme.font.sans}`;
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    context.fillText(look.letter, 0, (look.letterY - BOX / 2) * scale);
  }
  if (style.degraded) {
    context.fillStyle = theme.color.surface;
    context.fillRect(size * 0.22, size * -0.6, size * 0.4, size * 0.4);
  }
  context.restore();
}
