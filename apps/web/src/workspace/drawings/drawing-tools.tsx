/** Over a chart: the button of the tools, the bar of the selected drawing, the list of all, and what a screen reader is told. */
import { DRAWING_WORDS } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { EditedRule } from '#features/alerts/rules/rule-dialog.tsx';
import type { ChartToolsProps } from '#features/chart/chart-panel.tsx';
import { untilLoaded } from '#lib/browser/until-loaded.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { DrawingsTable } from './drawings-table.tsx';
import { SelectedBar } from './selected-bar.tsx';
import { ToolMenu } from './tool-menu.tsx';
import { useDrawings } from './use-drawings.ts';

const RuleDialog = lazy(() =>
  untilLoaded(() => import('#features/alerts/rules/rule-dialog.tsx')).then((file) => ({
    default: file.RuleDialog,
  })),
);

export function DrawingTools({ guest, input, instrumentId }: ChartToolsProps): ReactNode {
  const drawings = useDrawings(guest, instrumentId);
  const [isListOpen, setListOpen] = useState(false);
  const [edited, setEdited] = useState<EditedRule | null>(null);
  const instrument = instrumentById(instrumentId);
  const { tool, selected, state, said } = drawings;
  if (instrument === undefined) return null;
  return (
    <>
      <div className="drawing-tools">
        <ToolMenu drawings={drawings} onList={() => setListOpen(true)} />
        {tool === null ? null : (
          <button type="button" className="marks-chip" onClick={() => drawings.choose(null)}>
            {DRAWING_WORDS[tool]}
            <Icon name="close" size={11} />
          </button>
        )}
        {selected === null ? null : (
          <SelectedBar
            key={selected.id}
            drawings={drawings}
            selected={selected}
            instrument={instrument}
            onAlert={setEdited}
          />
        )}
        {state.waiting === null ? null : (
          <span className="marks-chip" title={state.waiting}>
            Not stored yet
          </span>
        )}
      </div>
      <div role="status" aria-live="polite" className="sr-only">
        {said}
      </div>
      {isListOpen ? (
        <DrawingsTable
          drawings={drawings}
          instrument={instrument}
          contract={input.bars.at(-1)?.contract ?? null}
          zone={input.timeZone}
          onClose={() => setListOpen(false)}
          onSelect={(id) => {
            setListOpen(false);
            drawings.select(id);
            setTimeout(() => guest.stage?.root.focus({ preventScroll: true }));
          }}
        />
      ) : null}
      {edited === null ? null : (
        <Suspense fallback={null}>
          <RuleDialog edited={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
}
