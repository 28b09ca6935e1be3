/** What can be done with the layout on screen: rename, copy, reset to its template, delete. */
import { layoutOfTemplate, MAX_LAYOUT_NAME, nameWith, panesOf } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { useLayoutList } from './use-layout-list.ts';
import type { Workspace } from './use-workspace.ts';

/** The name as it is stored; null where nothing is left of it. */
export function storedName(typed: string): string | null {
  const name = typed.trim().slice(0, MAX_LAYOUT_NAME).trim();
  return name === '' ? null : name;
}

function NameField({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const { layout } = workspace;
  const [name, setName] = useState(layout.name);
  const keep = (): void => {
    const stored = storedName(name);
    if (stored === null) setName(layout.name);
    else if (stored !== layout.name) workspace.replace({ ...layout, name: stored });
  };
  return (
    <div className="p-1.5">
      <TextField
        label="Name"
        value={name}
        maxLength={MAX_LAYOUT_NAME}
        onChange={(event) => setName(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
        }}
      />
    </div>
  );
}

export function LayoutMenu({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const list = useLayoutList();
  const { layout, row } = workspace;
  const { template } = layout;
  const act = (run: () => void) => (): void => {
    setOpen(false);
    run();
  };
  const reset = (): void => {
    if (template === null) return;
    const instrumentId = panesOf(layout.root)[0]?.instrumentId ?? 1;
    workspace.replace(layoutOfTemplate(template, instrumentId, layout.name));
    toast({
      title: `“${layout.name}” reset`,
      action: { label: 'Undo', onPick: () => workspace.replace(layout) },
    });
  };
  return (
    <Popover
      label="Layout"
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button kind="ghost" size="icon" aria-label={`Layout “${layout.name}”`}>
          <Icon name="down" size={12} />
        </Button>
      }
    >
      <NameField key={layout.name} workspace={workspace} />
      <div className="menu-list">
        <button
          type="button"
          onClick={act(() => list.create({ ...layout, name: nameWith(layout.name, '(copy)') }))}
        >
          <Icon name="copy" size={14} /> Duplicate
        </button>
        {template === null ? null : (
          <button type="button" onClick={act(reset)}>
            <Icon name="refresh" size={14} /> Reset to its template
          </button>
        )}
        <button type="button" onClick={act(() => list.remove(row))}>
          <Icon name="trash" size={14} /> Delete layout
        </button>
      </div>
    </Popover>
  );
}
