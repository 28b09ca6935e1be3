/** The tools in a panel under one button: kinds of drawings, magnet, steps back and forth, and the list. */
import { DRAWING_KINDS, DRAWING_WORDS } from '@undertow/contracts';
import { type ReactNode, useRef, useState } from 'react';
import { useObservable } from '#lib/state/observable.ts';
import { Button } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { type Drawings, isMagnetOn } from './use-drawings.ts';

export interface ToolMenuProps {
  readonly drawings: Drawings;
  readonly onList: () => void;
}

export function ToolMenu({ drawings, onList }: ToolMenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const magnet = useObservable(isMagnetOn);
  const { book, state, choose } = drawings;
  const chosen = useRef<(() => void) | null>(null);
  const act = (run: () => void) => (): void => {
    chosen.current = run;
    setOpen(false);
  };
  const onClosed = (event: Event): void => {
    const run = chosen.current;
    chosen.current = null;
    if (run === null) return;
    // The focus goes where it is drawn, or into the list
    event.preventDefault();
    run();
  };
  return (
    <Popover
      label="Drawing tools"
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      onClosed={onClosed}
      trigger={
        <button type="button" className="marks-chip" aria-label="Draw" title="Draw">
          <Icon name="pencil" size={12} />
        </button>
      }
    >
      <div className="drawing-menu">
        {DRAWING_KINDS.map((kind) => (
          <Button key={kind} kind="ghost" size="small" onClick={act(() => choose(kind))}>
            {DRAWING_WORDS[kind]}
          </Button>
        ))}
      </div>
      <div className="drawing-menu-foot">
        <Switch label="Magnet to open, high, low, close" checked={magnet} onChange={isMagnetOn.set} />
        <Button kind="ghost" size="small" disabled={!state.canUndo} onClick={() => book.undo()}>
          Undo <kbd className="kbd">Ctrl Z</kbd>
        </Button>
        <Button kind="ghost" size="small" disabled={!state.canRedo} onClick={() => book.redo()}>
          Redo <kbd className="kbd">Ctrl Y</kbd>
        </Button>
        <Button kind="ghost" size="small" onClick={act(onList)}>
          All drawings ({state.drawings.length})
        </Button>
        <p className="drawing-hint">
          Click twice or drag. By keys: arrows move the crosshair, Enter places a point. Of a selected
          drawing, arrows move it, Space takes its next point, Delete removes it.
        </p>
      </div>
    </Popover>
  );
}
