/** What can be done with the selected drawing: an alert on its line, a text, a ray of a line, a copy, deletion. */
import {
  alertLineOf,
  DRAWING_WORDS,
  type Drawing,
  type LinePart,
  MAX_DRAWING_TEXT,
  partsOf,
  partWords,
} from '@undertow/contracts';
import type { Instrument } from '@undertow/market';
import { type ReactNode, useState } from 'react';
import type { EditedRule } from '#features/alerts/rules/rule-dialog.tsx';
import { NEW_RULE, type RuleDraft } from '#features/alerts/rules/rule-draft.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import type { Drawings } from './use-drawings.ts';

export interface SelectedBarProps {
  readonly drawings: Drawings;
  readonly selected: Drawing;
  readonly instrument: Instrument;
  readonly onAlert: (edited: EditedRule) => void;
}

/** A new rule on a line that was drawn. */
function draftOn({ id, symbol }: Instrument, drawn: NonNullable<RuleDraft['drawn']>): RuleDraft {
  return {
    ...NEW_RULE,
    name: `${symbol} ${drawn.line.name}`.slice(0, 80),
    kind: 'price_line',
    drawn,
    allInstruments: false,
    instrumentIds: [String(id)],
  };
}

/** Stores the drawing first: the server works the line of the rule out from it. */
function useAlertOn({ drawings, selected, instrument, onAlert }: SelectedBarProps) {
  const [isBusy, setBusy] = useState(false);
  const start = async (part: LinePart): Promise<void> => {
    const line = alertLineOf(instrument, selected, part);
    if (line === null) return;
    setBusy(true);
    await drawings.book.flush();
    setBusy(false);
    const drawn = { kind: 'price_line', test: 'crosses', drawingId: selected.id, part, line } as const;
    onAlert({ id: null, draft: draftOn(instrument, drawn) });
  };
  return { isBusy, start };
}

function AlertButton(props: SelectedBarProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, start } = useAlertOn(props);
  const { selected, drawings } = props;
  const parts = partsOf(selected.kind);
  const [only] = parts;
  const count = drawings.alerts.get(selected.id)?.size ?? 0;
  const look = { kind: 'ghost', size: 'small' } as const;
  const inside = (
    <>
      <Icon name="bell" size={13} /> {count === 0 ? 'Alert' : `Alert (${count})`}
    </>
  );
  if (only === undefined) return null;
  if (parts.length === 1)
    return (
      <Button {...look} busy={isBusy} onClick={() => void start(only)}>
        {inside}
      </Button>
    );
  return (
    <Popover
      label="Line of the alert"
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button {...look}>{inside}</Button>}
    >
      <div className="drawing-menu">
        {parts.map((part) => (
          <Button
            key={part}
            {...look}
            onClick={() => {
              setOpen(false);
              void start(part);
            }}
          >
            {partWords(part)}
          </Button>
        ))}
      </div>
    </Popover>
  );
}

function TextButton({ drawings, selected }: SelectedBarProps): ReactNode {
  const [isOpen, setOpen] = useState(selected.kind === 'text' && selected.text === '');
  const [text, setText] = useState(selected.text);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next && text.trim() !== selected.text) drawings.book.put({ ...selected, text: text.trim() });
  };
  return (
    <Popover
      label="Text of the drawing"
      align="start"
      open={isOpen}
      onOpenChange={change}
      trigger={
        <Button kind="ghost" size="small">
          Text
        </Button>
      }
    >
      <div className="p-1.5">
        <TextField
          label="Text"
          value={text}
          maxLength={MAX_DRAWING_TEXT}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') change(false);
          }}
        />
      </div>
    </Popover>
  );
}

export function SelectedBar(props: SelectedBarProps): ReactNode {
  const { drawings, selected } = props;
  const isLine = selected.kind === 'trend_line' || selected.kind === 'ray';
  const extend = (): void =>
    drawings.book.put({ ...selected, kind: selected.kind === 'ray' ? 'trend_line' : 'ray' });
  const hasAlert = drawings.alerts.has(selected.id);
  const deleteText = hasAlert ? 'Delete, with its alert' : 'Delete';
  return (
    <div className="drawing-bar" role="toolbar" aria-label={`${DRAWING_WORDS[selected.kind]}, selected`}>
      <AlertButton {...props} />
      <TextButton {...props} />
      {isLine ? (
        <Button kind="ghost" size="small" aria-pressed={selected.kind === 'ray'} onClick={extend}>
          Extend
        </Button>
      ) : null}
      <Button kind="ghost" size="icon" aria-label="Duplicate" title="Duplicate" onClick={drawings.duplicate}>
        <Icon name="copy" size={13} />
      </Button>
      <Button
        kind="ghost"
        size="icon"
        aria-label={deleteText}
        title={deleteText}
        onClick={() => drawings.remove(selected.id)}
      >
        <Icon name="trash" size={13} />
      </Button>
    </div>
  );
}
