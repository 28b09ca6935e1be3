/** Where the data of a test comes from, in words. */
import { FEED_WORDS } from '#lib/words/words.ts';

/** A file is replayed, whoever recorded it. */
export function sourceText(source: string): string {
  if (source === 'replay') return 'your own files';
  return source in FEED_WORDS ? FEED_WORDS[source as keyof typeof FEED_WORDS] : source;
}
