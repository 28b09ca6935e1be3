/** Panes of a layout that are open in windows of their own, by what those windows say of themselves. */
import { useEffect, useState } from 'react';
import type { WindowChannel } from '#lib/browser/window-channel.ts';

/** A window that was killed says nothing: one that stays silent this long gives its pane back. */
const ASK_MS = 2000;
const SILENT_MS = 5000;

/** Address of a pane in a window of its own. */
export function paneAddress(layoutId: string, paneId: string): string {
  return `/panes/${encodeURIComponent(`${layoutId}~${paneId}`)}`;
}

/** What `paneAddress` was made of; null for another name. */
export function paneOfAddress(name: string): { readonly layoutId: string; readonly paneId: string } | null {
  const at = name.lastIndexOf('~');
  return at <= 0 || at === name.length - 1
    ? null
    : { layoutId: name.slice(0, at), paneId: name.slice(at + 1) };
}

export interface PaneWindows {
  /** Ids of panes that are elsewhere. */
  readonly elsewhere: ReadonlySet<string>;
  /** False where the browser refused the window. */
  open(paneId: string): boolean;
  bringBack(paneId: string): void;
}

export function usePaneWindows(channel: WindowChannel | null, layoutId: string): PaneWindows {
  const [elsewhere, setElsewhere] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (channel === null) return;
    const seenMs = new Map<string, number>();
    const publish = (): void => setElsewhere(new Set(seenMs.keys()));
    const stop = channel.listen((message) => {
      if (!('layoutId' in message) || message.layoutId !== layoutId) return;
      const isKnown = seenMs.has(message.paneId);
      if (message.type === 'open') seenMs.set(message.paneId, performance.now());
      if (message.type === 'closed') seenMs.delete(message.paneId);
      if (seenMs.has(message.paneId) !== isKnown) publish();
    });
    const ask = setInterval(() => {
      for (const [paneId, atMs] of seenMs) {
        if (performance.now() - atMs > SILENT_MS) {
          seenMs.delete(paneId);
          publish();
        }
      }
      if (seenMs.size > 0) channel.post({ type: 'who' });
    }, ASK_MS);
    channel.post({ type: 'who' });
    return () => {
      stop();
      clearInterval(ask);
      setElsewhere(new Set());
    };
  }, [channel, layoutId]);
  return {
    elsewhere,
    open: (paneId) => {
      const opened = window.open(
        paneAddress(layoutId, paneId),
        `undertow-${layoutId}-${paneId}`,
        'popup,width=900,height=640',
      );
      return opened !== null;
    },
    bringBack: (paneId) => channel?.post({ type: 'return', layoutId, paneId }),
  };
}

/** The window's side: says that it has the pane, and leaves when it is called back. */
export function useOwnWindow(channel: WindowChannel | null, layoutId: string, paneId: string): void {
  useEffect(() => {
    if (channel === null) return;
    const here = { layoutId, paneId };
    const announce = (): void => channel.post({ type: 'open', ...here });
    const leave = (): void => channel.post({ type: 'closed', ...here });
    const stop = channel.listen((message) => {
      if (message.type === 'who') announce();
      if (message.type === 'return' && message.layoutId === layoutId && message.paneId === paneId) {
        leave();
        window.close();
      }
    });
    announce();
    window.addEventListener('pagehide', leave);
    return () => {
      stop();
      leave();
      window.removeEventListener('pagehide', leave);
    };
  }, [channel, layoutId, paneId]);
}
