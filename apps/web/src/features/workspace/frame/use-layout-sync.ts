/** Keeps the layouts of this page in step with the user's other windows and devices: channel, links, what a conflict kept. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { layoutSaver } from '#api/workspace/layout-saver.ts';
import { bridgeLinks } from '#features/workspace/links/bridge-links.ts';
import { LinkBus } from '#features/workspace/links/link-bus.ts';
import { WindowChannel } from '#lib/browser/window-channel.ts';
import { formatClock } from '#lib/format/times.ts';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { layoutAddress } from './layout-address.ts';

export interface LayoutSync {
  readonly bus: LinkBus;
  /** Null until the page is there. */
  readonly channel: WindowChannel | null;
}

export function useLayoutSync(userId: string): LayoutSync {
  const [bus] = useState(() => new LinkBus());
  const [channel, setChannel] = useState<WindowChannel | null>(null);
  const saver = layoutSaver(useQueryClient());
  const [, navigate] = useLocation();
  useEffect(() => {
    const opened = new WindowChannel(userId);
    setChannel(opened);
    const stopLinks = bridgeLinks(bus, opened);
    const stopRows = opened.listen((message) => {
      if (message.type === 'layout') saver.adopt(message.row);
    });
    saver.listen({
      onRow: (row) => opened.post({ type: 'layout', row }),
      onRefused: (error) => toastError(error, 'Layout not saved'),
      onMoved: (_from, to) => navigate(layoutAddress(to.id), { replace: true }),
      onReplaced: (copy, saved) =>
        toast({
          title: 'Also changed on another device',
          text: `“${saved.layout?.name ?? 'This layout'}” now is as you see it here. The other version, of ${formatClock(Date.parse(copy.savedAt))}, is kept as “${copy.layout?.name ?? 'copy'}”.`,
          action: { label: 'Open the copy', onPick: () => navigate(layoutAddress(copy.id)) },
        }),
    });
    // What waits to be stored is sent when the page is left, and tried again when the network returns
    const leave = (): void => void saver.flush(true);
    const retry = (): void => void saver.flush();
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', retry);
      void saver.flush();
      saver.listen(null);
      stopRows();
      stopLinks();
      opened.close();
      setChannel(null);
    };
  }, [bus, saver, userId, navigate]);
  return { bus, channel };
}
