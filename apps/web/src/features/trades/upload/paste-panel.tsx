/** Trades as text: pasted, then read like a file. */
import { type ReactNode, useState } from 'react';
import { SUPPORTED } from '#features/trades/import/import-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextArea } from '#ui/controls/text-field.tsx';

const EXAMPLE = 'platform,symbol,type,entry price,exit price,quantity,entry time,exit time,P&L,strategy';

export interface PastePanelProps {
  /** A request is under way. */
  readonly isPending: boolean;
  readonly onText: (text: string) => void;
}

export function PastePanel({ isPending, onText }: PastePanelProps): ReactNode {
  const [text, setText] = useState('');
  return (
    <form
      className="card-form"
      aria-label="Paste trades"
      onSubmit={(event) => {
        event.preventDefault();
        onText(text);
        setText('');
      }}
    >
      <TextArea
        label="Rows of an export, with their header line"
        rows={6}
        className="font-mono"
        spellCheck={false}
        placeholder={EXAMPLE}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-64 t-12 text-text-3">
          {SUPPORTED} Without a known header the columns are read in the order shown.
        </p>
        <Button
          type="submit"
          kind="primary"
          disabled={text.trim() === ''}
          busy={isPending}
          busyText="Uploading..."
        >
          Upload Trades
        </Button>
      </div>
    </form>
  );
}
