/** A new key in full, until its user has stored it. */
import type { ReactNode } from 'react';
import type { CreatedKey } from '#api/account/api-keys.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast({ title: 'Copied', text: 'The key is in your clipboard.' });
  } catch {
    // A browser without leave to write the clipboard: the key can be selected
    toastError('Your browser blocked the clipboard. Select the key and copy it.', 'Not copied');
  }
}

export interface ShownKeyProps {
  readonly created: CreatedKey;
  readonly onStored: () => void;
}

export function ShownKey({ created: { key, secret }, onStored }: ShownKeyProps): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-b bg-accent-soft p-4">
      <div className="min-w-48">
        <p className="font-semibold">{key.name} created</p>
        <p className="text-text-2">Shown this once. We keep only its hash.</p>
      </div>
      <output
        className="field flex h-auto min-w-0 flex-1 basis-80 select-all items-center break-all py-1.5 font-mono"
        aria-label="New API key"
      >
        {secret}
      </output>
      <Button kind="primary" onClick={() => void copy(secret)}>
        <Icon name="copy" size={14} /> Copy key
      </Button>
      <Button kind="ghost" onClick={onStored}>
        I have stored it
      </Button>
    </div>
  );
}
