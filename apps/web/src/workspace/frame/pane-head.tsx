/** The head of a pane: link, name, instrument, timeframe, state of the line, its facts; at the right what can be done with it. */
import type { Pane } from '@undertow/contracts';
import { type ReactNode, type Ref, Suspense } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { paneEntry } from '#workspace/panes/pane-registry.ts';
import { LineMark } from './line-mark.tsx';
import { LinkMenu } from './link-menu.tsx';
import { barsPick, InstrumentPick, TimeframePick } from './pane-picks.tsx';
import type { Workspace } from './use-workspace.ts';
import './pane-head.css';

export interface PaneHeadProps {
  readonly pane: Pane;
  readonly workspace: Workspace;
  /** Where the pane writes its facts. */
  readonly factsRef: Ref<HTMLDivElement>;
  /** Null: the pane is in a window of its own already. */
  readonly onWindow: (() => void) | null;
  /** Null: it is the only one, and stays. */
  readonly onClose: (() => void) | null;
}

function SettingsMenu({ pane, workspace }: Pick<PaneHeadProps, 'pane' | 'workspace'>): ReactNode {
  const Settings = paneEntry(pane.kind)?.Settings ?? null;
  if (Settings === null) return null;
  return (
    <Popover
      label="Settings of this pane"
      trigger={
        <Button kind="ghost" size="icon" aria-label="Settings of this pane">
          <Icon name="settings" size={14} />
        </Button>
      }
    >
      <Suspense fallback={null}>
        <Settings
          instrumentId={pane.instrumentId}
          settings={pane.settings}
          onSettings={(change) => workspace.change(pane.id, { settings: { ...pane.settings, ...change } })}
        />
      </Suspense>
    </Popover>
  );
}

/** `Maximise (W)`. */
function useTitle(words: string, key: string | null): string {
  return key === null ? words : `${words} (${key})`;
}

function Acts({ pane, workspace, onWindow, onClose }: Omit<PaneHeadProps, 'factsRef'>): ReactNode {
  const isMaximised = workspace.maximisedId === pane.id;
  const maximise = useTitle(isMaximised ? 'Restore' : 'Maximise', useKeyText('maximisePane'));
  const close = useTitle('Close', useKeyText('closePane'));
  const open = useTitle('Open in a window', useKeyText('paneWindow'));
  return (
    <div className="pane-acts">
      <SettingsMenu pane={pane} workspace={workspace} />
      {onWindow === null ? null : (
        <>
          <Button
            kind="ghost"
            size="icon"
            className="pane-window-act"
            aria-label="Open in a window"
            title={open}
            onClick={onWindow}
          >
            <Icon name="window" size={14} />
          </Button>
          <Button
            kind="ghost"
            size="icon"
            aria-label={isMaximised ? 'Restore' : 'Maximise'}
            title={maximise}
            aria-pressed={isMaximised}
            onClick={() => workspace.toggleMaximised(pane.id)}
          >
            <Icon name={isMaximised ? 'restore' : 'maximise'} size={14} />
          </Button>
        </>
      )}
      {onClose === null ? null : (
        <Button kind="ghost" size="icon" aria-label="Close pane" title={close} onClick={onClose}>
          <Icon name="close" size={14} />
        </Button>
      )}
    </div>
  );
}

export function PaneHead(props: PaneHeadProps): ReactNode {
  const { pane, workspace, factsRef } = props;
  const entry = paneEntry(pane.kind);
  return (
    <header className="pane-head">
      <LinkMenu
        pane={pane}
        links={workspace.layout.links}
        onLink={(link) => workspace.change(pane.id, { link })}
        onTimeframe={(group, isLinked) => workspace.linkTimeframe(group, isLinked, pane.id)}
      />
      <h2>{entry?.title ?? pane.kind}</h2>
      <InstrumentPick
        instrumentId={pane.instrumentId}
        onPick={(instrumentId) => workspace.change(pane.id, { instrumentId })}
      />
      {entry?.hasTimeframe === true ? (
        <TimeframePick
          timeframe={pane.timeframe}
          onPick={(timeframe) => workspace.change(pane.id, { timeframe })}
          {...barsPick(pane, (settings) => workspace.change(pane.id, { settings }))}
        />
      ) : null}
      <LineMark instrumentId={pane.instrumentId} />
      <div className="pane-facts" ref={factsRef} />
      <Acts {...props} />
    </header>
  );
}
