/** Linked panes in two windows: what one shows the other follows, without an echo. */
import { expect, test } from 'vitest';
import type { WindowMessage } from '#lib/browser/window-channel.ts';
import { bridgeLinks } from './bridge-links.ts';
import { LinkBus } from './link-bus.ts';

/** Two channels, each of which reaches the other. */
function pair() {
  const sent: WindowMessage[] = [];
  const listeners: ((message: WindowMessage) => void)[][] = [[], []];
  const channel = (at: 0 | 1) => ({
    post: (message: WindowMessage) => {
      sent.push(message);
      for (const listener of listeners[1 - at] ?? []) listener(message);
    },
    listen: (listener: (message: WindowMessage) => void) => {
      listeners[at]?.push(listener);
      return () => {
        listeners[at] = [];
      };
    },
  });
  return { sent, one: channel(0), other: channel(1) };
}

test('a crosshair and a chosen event reach the other window once', () => {
  const { sent, one, other } = pair();
  const [here, there] = [new LinkBus(), new LinkBus()];
  const stop = bridgeLinks(here, one);
  bridgeLinks(there, other);
  const point = { atMs: 1_764_000_000_000, priceTicks: 18_266, paneId: 'p1' };
  here.group('A').point.set(point);
  here.group('B').eventId.set('e7');
  expect(there.group('A').point.get()).toEqual(point);
  expect(there.group('B').eventId.get()).toBe('e7');
  expect(there.group('A').eventId.get()).toBeNull();
  expect(sent).toHaveLength(2);
  stop();
  here.group('A').point.set(null);
  expect(there.group('A').point.get()).toEqual(point);
});

test('a pinned pane shares nothing, and keeps what is its own', () => {
  const bus = new LinkBus();
  const own = bus.linkOf('p3', null);
  own.eventId.set('e1');
  expect(bus.linkOf('p3', null)).toBe(own);
  expect(bus.linkOf('p4', null).eventId.get()).toBeNull();
  expect(bus.linkOf('p3', 'A')).toBe(bus.group('A'));
});
