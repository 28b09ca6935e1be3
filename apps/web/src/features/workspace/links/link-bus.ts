/** What linked panes share while they are open: the point of a crosshair and the chosen event. A pinned pane has its own. */
import type { LinkGroup } from '@undertow/contracts';
import { Observable } from '#lib/state/observable.ts';

/** Where a crosshair is, by instant, so that panes of other timeframes find it in their own bars. */
export interface LinkPoint {
  /** Milliseconds since 1970 UTC: the start of the bar, or the instant, under the pointer. */
  readonly atMs: number;
  /** Null where the pane has no prices at its crosshair. */
  readonly priceTicks: number | null;
  /** The pane whose pointer it is: it draws its own crosshair already. */
  readonly paneId: string;
}

export interface PaneLink {
  readonly point: Observable<LinkPoint | null>;
  /** Id of the event that a pane of the group chose; null after it was closed. */
  readonly eventId: Observable<string | null>;
}

const newLink = (): PaneLink => ({
  point: new Observable<LinkPoint | null>(null),
  eventId: new Observable<string | null>(null),
});

export class LinkBus {
  readonly #groups: Readonly<Record<LinkGroup, PaneLink>> = { A: newLink(), B: newLink(), C: newLink() };
  readonly #pinned = new Map<string, PaneLink>();

  group(group: LinkGroup): PaneLink {
    return this.#groups[group];
  }

  /** The link of a pane's group; its own where it is pinned. */
  linkOf(paneId: string, group: LinkGroup | null): PaneLink {
    if (group !== null) return this.#groups[group];
    let own = this.#pinned.get(paneId);
    if (own === undefined) {
      own = newLink();
      this.#pinned.set(paneId, own);
    }
    return own;
  }
}
