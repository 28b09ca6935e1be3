/** What a deletion of stored data removed, in words. */
import type { DeletedOwnData } from '@undertow/contracts';
import { formatBytes } from '#lib/format/bytes.ts';
import { countOf, listWords } from '#lib/format/formats.ts';

/** `Deleted: 1,203 events, 12 alerts and 3 recorded sessions (45 MB).` What was not there is left out. */
export function deletedWords(deleted: DeletedOwnData): string {
  const { recordings, recordingBytes } = deleted;
  const counted = (
    [
      [deleted.events, 'event'],
      [deleted.patterns, 'AI pattern'],
      [deleted.bars, 'bar'],
      [deleted.outcomes, 'outcome'],
      [deleted.alerts, 'alert'],
    ] as const
  ).flatMap(([count, one]) => (count === 0 ? [] : [countOf(count, one)]));
  const words =
    recordings === 0
      ? counted
      : [...counted, `${countOf(recordings, 'recorded session')} (${formatBytes(recordingBytes)})`];
  return words.length === 0 ? 'Nothing was stored.' : `Deleted: ${listWords(words)}.`;
}
