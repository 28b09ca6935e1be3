/** A secret that is shown once, until its owner has stored it. */
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast({ title: 'Copied', text: 'The secret is in your clipboard.' });
  } catch {
    // A browser without leave to write the clipboard: the field can still be copied by hand
    toastError('Your browser blocked the clipboard. Copy the secret from its field.', 'Not copied');
  }
}

export interface WebhookSecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onStored: () => void;
}

export function WebhookSecret({ name, secret, onStored }: WebhookSecretProps): ReactNode {
  return (
    <div className="secret-once" role="status">
      <div className="min-w-40">
        <p className="font-medium">Secret of {name}</p>
        <p className="t-12 text-text-2">Shown this once. It is stored encrypted.</p>
      </div>
      <input
        className="field min-w-0 shrink grow basis-64 font-mono"
        aria-label={`Secret of ${name}`}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <Button kind="primary" onClick={() => void copy(secret)}>
        <Icon name="copy" size={13} /> Copy secret
      </Button>
      <Button kind="ghost" onClick={onStored}>
        I have stored it
      </Button>
    </div>
  );
}
