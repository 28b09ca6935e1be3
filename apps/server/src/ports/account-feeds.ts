/** The ports of connected accounts: live lines that only their owner sees, and which line's views a viewer gets. */
import type { RithmicFeed } from '@undertow/feeds';
import type { Entitlement } from './entitlements.ts';
import type { LiveViews } from './live-views.ts';

/** One live line a connected user, beside the house's. Nothing of it is stored, published or shown to anybody else. */
export interface AccountFeedLines {
  /**
   * Takes the feed over, and closes it with the line. Replaces the user's line before. `onResync` receives each book that
   * had a hole and is whole again, and how long it had no data.
   */
  open(userId: string, feed: RithmicFeed, onResync: (withoutDataMs: number) => void): Promise<void>;
  /** Nothing happens where the user has none. */
  close(userId: string): Promise<void>;
}

/** Who looks. An administrator who looks as the user is not the owner of what the user connected. */
export interface Viewer {
  readonly userId: string;
  readonly view?: { readonly administratorId: string };
}

/** Where a viewer's views come from: their own feed in real time, or the house's with the delay of their plan. */
export interface ViewSource {
  readonly views: LiveViews;
  readonly delaySeconds: number;
  /** True for the viewer's own feed: nothing of it is in any store. */
  readonly isAccountFeed: boolean;
}

export interface ViewResolver {
  /** A memory lookup. */
  resolve(viewer: Viewer, entitlement: Entitlement): ViewSource;
  /** The viewer's own source first, then the house where that is another one: what alerts of the house point to. */
  resolveAll(viewer: Viewer, entitlement: Entitlement): readonly ViewSource[];
}
