/** The port of news sources: feeds of headlines and calendars of releases, as the operator set them. */

export interface NewsSource {
  readonly kind: 'feed' | 'calendar';
  readonly url: string;
}

/** What a source said of its last response, so that the same one is not sent again. */
export interface SourceVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Why a published time is not used: none is stated, its zone is not, it does not exist, or it lies in the future. */
export const TIME_FAULTS = ['none', 'no-zone', 'not-a-time', 'future'] as const;
export type TimeFault = (typeof TIME_FAULTS)[number];

/** A headline as plain text. */
export interface ReadHeadline {
  /** The source's own name of it. */
  readonly uid: string;
  readonly title: string;
  /** An https address; null without one. */
  readonly link: string | null;
  /** Milliseconds since 1970 UTC; null with the reason. */
  readonly publishedMs: number | null;
  readonly timeFault: TimeFault | null;
}

/** One date of a calendar. */
export interface ReadRelease {
  /** Stable when the date is moved. */
  readonly uid: string;
  readonly title: string;
  /** YYYY-MM-DD where the calendar states it. */
  readonly day: string;
  /** Milliseconds since 1970 UTC; null for a whole day, and where the zone is not known. */
  readonly atMs: number | null;
  readonly isCancelled: boolean;
  /** Figures as the calendar writes them. */
  readonly actual: string | null;
  readonly expected: string | null;
}

export type SourceContent =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'feed'; readonly headlines: readonly ReadHeadline[]; readonly version: SourceVersion }
  | {
      readonly kind: 'calendar';
      readonly releases: readonly ReadRelease[];
      /** Every date of the calendar within these instants is among the releases. */
      readonly fromMs: number;
      readonly toMs: number;
      readonly version: SourceVersion;
    };

/** The source could not be read: a sentence for the operator. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}

export interface NewsSources {
  /** Reads a source anew, or learns that it is unchanged. Throws `SourceFailure`. */
  read(
    source: NewsSource,
    version: SourceVersion,
    nowMs: number,
    ending?: AbortSignal,
  ): Promise<SourceContent>;
}
