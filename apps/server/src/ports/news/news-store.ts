/** The port of what is stored of news: sources with their state, releases, headlines. */
import type { ReleaseKindId } from '@undertow/market';
import type { NewsSource, ReadHeadline, ReadRelease, SourceVersion, TimeFault } from './news-sources.ts';

export interface NewsSourceState extends NewsSource, SourceVersion {
  /** When it was read last without failure; null never. */
  readonly readAtMs: number | null;
  /** When it is read next. */
  readonly nextAtMs: number;
  /** Since when it fails, how often in a row, and why; null while it does not. */
  readonly failingSinceMs: number | null;
  readonly failures: number;
  readonly failure: string | null;
}

export interface Release {
  readonly id: string;
  readonly kind: ReleaseKindId;
  readonly title: string;
  /** Host of the calendar. */
  readonly source: string;
  readonly day: string;
  /** Milliseconds since 1970 UTC; null where no time is known. */
  readonly atMs: number | null;
  readonly readAtMs: number;
  /** Where it was before, and when that was noticed; null where it was never moved. */
  readonly movedFromMs: number | null;
  readonly movedAtMs: number | null;
  /** When it was found to be called off; null while it takes place. */
  readonly calledOffAtMs: number | null;
  readonly actual: string | null;
  readonly expected: string | null;
}

export interface Headline {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly link: string | null;
  /** Null with the reason: then it counts from when it was read. */
  readonly publishedMs: number | null;
  readonly timeFault: TimeFault | null;
  readonly readAtMs: number;
  readonly instrumentIds: readonly number[];
}

/** A headline with the products that it concerns. */
export interface AssignedHeadline extends ReadHeadline {
  readonly instrumentIds: readonly number[];
}

export interface NewsStore {
  sources(): Promise<readonly NewsSourceState[]>;
  /** Sources that are set no longer are forgotten; what they brought stays, except their releases to come. */
  keepOnly(urls: readonly string[], nowMs: number): Promise<void>;
  noteRead(source: NewsSource, version: SourceVersion, nowMs: number, nextAtMs: number): Promise<void>;
  noteFailure(source: NewsSource, failure: string, nowMs: number, nextAtMs: number): Promise<void>;
  /**
   * Releases of a calendar: one whose time changed keeps the earlier one, and one to come that is there no longer is
   * called off.
   */
  saveReleases(
    source: NewsSource,
    releases: readonly ReadRelease[],
    span: { readonly fromMs: number; readonly toMs: number },
    nowMs: number,
  ): Promise<void>;
  /** Returns how many were new: neither known by their source's name nor the same words within half a day. */
  saveHeadlines(source: NewsSource, headlines: readonly AssignedHeadline[], nowMs: number): Promise<number>;
  /** Those with a time within `fromMs <= time < toMs`, and those of these days without one; the earliest first. */
  releases(fromMs: number, toMs: number): Promise<readonly Release[]>;
  /** The newest first, those that concern the instrument, read by `untilMs`. */
  headlines(instrumentId: number, untilMs: number, limit: number): Promise<readonly Headline[]>;
  /** Removes what is older than kept. */
  purge(nowMs: number): Promise<void>;
}
