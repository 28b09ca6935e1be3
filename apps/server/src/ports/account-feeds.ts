/** The ports of connected accounts: live lines that only their owner sees, and which line's views a viewer gets. */
import type { RithmicFeed } from '@undertow/feeds';
import type { AccountMarket } from './account-market.ts';
import type { Entitlement } from './entitlements.ts';
import type { LiveViews } from './live-views.ts';

/**
 * One live line per connected user, beside the platform feed. What it shows and stores is its owner's alone.
 */
export interface AccountFeedLines {
  /**
   * Takes ownership of the feed, and closes it with the line. Replaces the user's previous line. `onResync` receives
   * each book
   * that was rebuilt after a gap, and how long it had no data.
   */
  open(userId: string, feed: RithmicFeed, onResync: (withoutDataMs: number) => void): Promise<void>;
  /** No effect where the user has none. */
  close(userId: string): Promise<void>;
}

/** The viewer. An administrator in a view as the user is not the owner of what the user connected. */
export interface Viewer {
  readonly userId: string;
  readonly view?: { readonly administratorId: string };
}

/** Where a viewer's views come from: their account feed in real time, or the platform feed with the delay of their plan. */
export interface ViewSource {
  readonly views: LiveViews;
  readonly delaySeconds: number;
  /** True for the viewer's account feed: nothing of it is in the house's stores. */
  readonly isAccountFeed: boolean;
  /** What is stored of the account feed; null for the platform feed, and where nothing is stored. */
  readonly market: AccountMarket | null;
}

export interface ViewResolver {
  /** A memory lookup. */
  resolve(viewer: Viewer, entitlement: Entitlement): ViewSource;
  /** What is stored of the viewer's own feed, connected or not; null where nothing is, and in a view as the user. */
  marketOf(viewer: Viewer): AccountMarket | null;
  /** The viewer's own source first, then the platform feed where that is another one: alerts refer to it. */
  resolveAll(viewer: Viewer, entitlement: Entitlement): readonly ViewSource[];
}
