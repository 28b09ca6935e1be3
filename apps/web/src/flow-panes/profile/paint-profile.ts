/** Paints sessions side by side from back to front, with their facts below. */
import { MINUTE_MS, tpoLetter } from '@undertow/market';
import type { FootprintBrush } from '#flow-panes/footprint/footprint-brush.ts';
import { dayText } from '#flow-panes/sessions/day-text.ts';
import {
  paintGrid,
  paintLabels,
  paintLevels,
  paintNakedPoints,
  paintPriceAxis,
  paintSinglePrints,
  valueLabels,
} from './paint-lines.ts';
import { paintSession } from './paint-session.ts';
import { FACT_NAMES, factTexts } from './profile-facts.ts';
import type { ProfileInput } from './profile-input.ts';
import { FACT_HEIGHT } from './profile-layout.ts';
import type { ProfileScene, SessionColumn } from './profile-scene.ts';

/** Period of the newest letter that goes on; null where the session is over. */
function formingPeriod({ session }: SessionColumn, { market, choices }: ProfileInput): number | null {
  if (!session.isOpen) return null;
  return Math.floor((market.nowMs - session.bounds.openMs) / (choices.periodMinutes * MINUTE_MS));
}

/** `E, 7:53 left`. */
function leftText(column: SessionColumn, input: ProfileInput): string | null {
  const period = formingPeriod(column, input);
  if (period === null || input.isOld) return null;
  const { openMs, closeMs } = column.session.bounds;
  const endMs = Math.min(closeMs, openMs + (period + 1) * input.choices.periodMinutes * MINUTE_MS);
  const seconds = Math.max(0, Math.ceil((endMs - input.market.nowMs) / 1000));
  return `${tpoLetter(period)}, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
}

function paintTitle(brush: FootprintBrush, column: SessionColumn, input: ProfileInput): void {
  brush.context.font = `600 13px ${brush.theme.font.sans}`;
  const title = dayText(column.session.day);
  brush.text(title, column.letters - 20, 14, 'text', 'left');
  const left = leftText(column, input);
  if (left === null) return;
  const x = column.letters - 20 + brush.context.measureText(title).width + 10;
  brush.setFont(500, 11);
  const width = brush.context.measureText(left).width + 12;
  if (x + width > column.x + column.width) return;
  brush.rect('up', x, 5, width, 18, 0.16);
  brush.text(left, x + 6, 14.5, 'up-text', 'left');
}

function paintFacts(brush: FootprintBrush, scene: ProfileScene, input: ProfileInput): void {
  const { layout } = scene;
  const top = layout.height - layout.facts * FACT_HEIGHT;
  brush.rect('surface', 0, layout.bottom + 3, layout.width, layout.height - layout.bottom);
  for (let row = 0; row < layout.facts; row += 1) {
    const y = top + row * FACT_HEIGHT;
    brush.rect('line', 0, Math.round(y), layout.width, 1);
    if (layout.isNarrow) continue;
    brush.setFont(500, 11);
    brush.text(FACT_NAMES[row]!, 10, y + FACT_HEIGHT / 2 + 1, 'text-3', 'left');
  }
  for (const column of scene.columns) {
    const texts = factTexts(input.market.instrument, column.session, column.fate);
    const right = column.x + column.width;
    brush.within(column.x, top, right - column.x - 4, layout.facts * FACT_HEIGHT, () => {
      texts.slice(0, layout.facts).forEach(({ text, isNone }, row) => {
        const y = top + (row + 0.5) * FACT_HEIGHT + 1;
        let x = column.letters - 20;
        if (layout.isNarrow) {
          brush.setFont(400, 11);
          const name = FACT_NAMES[row]!;
          brush.text(name, x, y, 'text-3', 'left');
          x += brush.context.measureText(name).width + 6;
        }
        brush.setFont(500, 12);
        brush.text(text, x, y, isNone || input.isOld ? 'text-3' : 'text', 'left');
      });
    });
  }
}

export function paintProfile(brush: FootprintBrush, scene: ProfileScene, input: ProfileInput): void {
  const { layout, columns } = scene;
  const { market, choices, isOld } = input;
  const { instrument } = market;
  brush.rect('surface', 0, 0, layout.width, layout.height);
  let naked: ReturnType<typeof paintNakedPoints> = { labels: [], prices: [] };
  brush.within(0, layout.top - 8, layout.right, layout.bottom - layout.top + 12, () => {
    paintGrid(brush, scene);
    if (choices.view === 'tpo') paintSinglePrints(brush, scene, instrument);
    const levels = paintLevels(brush, scene);
    if (choices.hasNaked) naked = paintNakedPoints(brush, scene);
    for (const column of columns)
      paintSession({ brush, scene, choices, isOld }, column, formingPeriod(column, input));
    const newest = columns.at(-1)?.session.value ?? null;
    paintLabels(brush, scene, [...naked.labels, ...levels, ...valueLabels(scene, newest)]);
  });
  for (const { x } of columns.slice(1)) brush.rect('line', Math.round(x), 0, 1, layout.height);
  for (const column of columns) paintTitle(brush, column, input);
  paintFacts(brush, scene, input);
  const last = market.bars.at(-1);
  const isUp = last !== undefined && last.closeTicks >= last.openTicks;
  paintPriceAxis(brush, scene, { instrument, lastTicks: scene.lastTicks, isUp, isOld, prices: naked.prices });
}
