/** The port of users' layouts. */
import type { Layout } from '@undertow/contracts';

export interface LayoutRow {
  readonly id: string;
  readonly version: number;
  /** As it was stored, by whichever release: it is read where it is shown. */
  readonly body: unknown;
  readonly copyOf: string | null;
  readonly savedAtMs: number;
}

export interface LayoutChange {
  /** The version of which the change was made. */
  readonly basedOn: number;
  readonly layout: Layout;
}

export interface LayoutStore {
  /** Oldest first. */
  list(userId: string): Promise<readonly LayoutRow[]>;
  find(userId: string, id: string): Promise<LayoutRow | undefined>;
  /** Undefined when the user has as many as can be stored. */
  add(userId: string, layout: Layout, nowMs: number): Promise<LayoutRow | undefined>;
  /**
   * Stores a change; the last one wins. Another change since the version it is based on becomes a layout of its own, `replaced`.
   * Undefined when the user has no such layout.
   */
  save(
    userId: string,
    id: string,
    change: LayoutChange,
    nowMs: number,
  ): Promise<{ readonly saved: LayoutRow; readonly replaced: LayoutRow | null } | undefined>;
  /** False when the user has no such layout. */
  remove(userId: string, id: string): Promise<boolean>;
}
