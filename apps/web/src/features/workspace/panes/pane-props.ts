/** What a pane gets: the contract between the workspace and everything that is drawn in it. */
import type { PaneSettings, TimeframeName } from '@undertow/contracts';
import type { PaneLink } from '#features/workspace/links/link-bus.ts';

export interface PaneProps {
  readonly paneId: string;
  /** Always an active instrument of the user: the frame shows a sentence in place of the pane otherwise. */
  readonly instrumentId: number;
  readonly timeframe: TimeframeName;
  /** Instant, price and event that the panes of its colour share. */
  readonly link: PaneLink;
  /** What this pane keeps; missing names have the pane's own defaults. */
  readonly settings: PaneSettings;
  /** Stores the changed names and leaves the others. */
  readonly onSettings: (change: PaneSettings) => void;
  /** Pixels inside the frame, without its head; 0 before the first layout. */
  readonly size: { readonly width: number; readonly height: number };
  /** Its letters act: exactly one pane of a window has them. */
  readonly isFocused: boolean;
}

/** The content of the settings of a pane, in a popover of its head. */
export type PaneSettingsProps = Pick<PaneProps, 'instrumentId' | 'settings' | 'onSettings'>;
