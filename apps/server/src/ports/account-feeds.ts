/** The ports of users' own feeds: live lines that only their owner sees, and the choice of what a viewer looks at. */
import type { RithmicFeed } from '@undertow/feeds';
import type { Entitlement } from './entitlements.ts';
import type { LiveViews } from './live-views.ts';

/** One live line a connected user, beside the house's. Nothing of it is stored, published or shown to anybody else. */
export interface OwnLines {
  /**
   * Takes the feed over, and closes it with the line. Replaces the user's line before. `onResync` hears each book that
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

/** What a viewer looks at: his own feed in real time, or the house's with the delay of his plan. */
export interface Sight {
  readonly views: LiveViews;
  readonly delaySeconds: number;
  /** True for his own feed: nothing of it is in any store. */
  readonly isOwn: boolean;
}

export interface Sights {
  /** A memory lookup. */
  of(viewer: Viewer, entitlement: Entitlement): Sight;
  /** What he looks at first, then the house where that is something else: what alerts of the house point to. */
  all(viewer: Viewer, entitlement: Entitlement): readonly Sight[];
}
