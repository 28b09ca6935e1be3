/** The user's own recordings, newest first, and the room that is left for them. */
import type { ReactNode } from 'react';
import { type UploadList, useUploads } from '#api/backtests/uploads.ts';
import { formatBytes } from '#lib/format/bytes.ts';
import { countOf } from '#lib/format/formats.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { SentRow, UploadRow } from './upload-row.tsx';
import { useUploadQueue } from './use-upload-queue.ts';

function roomText({ uploads, mostBytes, keptDays }: UploadList): string {
  const used = uploads.reduce((sum, { bytes }) => sum + bytes, 0);
  return `${formatBytes(used)} of ${formatBytes(mostBytes)}, kept ${countOf(keptDays, 'day')}`;
}

export function UploadsCard(): ReactNode {
  const query = useUploads();
  const { files, dismiss } = useUploadQueue();
  const { data } = query;
  // The window shows its own progress of what it sends
  const others = data?.uploads.filter(({ id }) => files.every(({ uploadId }) => uploadId !== id)) ?? [];
  return (
    <Card title="Your recordings" note={data === undefined ? undefined : roomText(data)}>
      {data === undefined ? (
        <QueryState query={query} failed="Your recordings could not be listed" rows={2} height={40} />
      ) : others.length + files.length === 0 ? (
        <EmptyBlock
          title="No recordings of your own"
          text="Upload DBN files (MBO, MBP or trades), plain or zstd, to test rules on their sessions. Nobody else sees them."
        />
      ) : (
        <ul aria-label="Your recordings">
          {files.map((file) => (
            <SentRow key={file.key} file={file} onDismiss={() => dismiss(file.key)} />
          ))}
          {others.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </Card>
  );
}
