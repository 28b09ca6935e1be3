/** Carries what linked panes share to the other windows of the user, and back. */
import { LINK_GROUPS } from '@undertow/contracts';
import type { WindowChannel } from '#lib/browser/window-channel.ts';
import type { LinkBus } from './link-bus.ts';

/** Until the returned function is called. */
export function bridgeLinks(bus: LinkBus, channel: Pick<WindowChannel, 'post' | 'listen'>): () => void {
  // What came from another window is not sent back to it
  let isRemote = false;
  const stops = LINK_GROUPS.flatMap((group) => {
    const { point, eventId } = bus.group(group);
    return [
      point.subscribe(() => {
        if (!isRemote) channel.post({ type: 'point', group, point: point.get() });
      }),
      eventId.subscribe(() => {
        if (!isRemote) channel.post({ type: 'event', group, eventId: eventId.get() });
      }),
    ];
  });
  const stop = channel.listen((message) => {
    isRemote = true;
    if (message.type === 'point') bus.group(message.group).point.set(message.point);
    if (message.type === 'event') bus.group(message.group).eventId.set(message.eventId);
    isRemote = false;
  });
  return () => {
    for (const one of [...stops, stop]) one();
  };
}
