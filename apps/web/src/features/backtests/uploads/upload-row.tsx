/** One file of the user's recordings: how far it is, what is in it, and its removal. */
import type { UploadDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useRemoveUpload } from '#api/backtests/uploads.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { DeleteButton } from '#ui/overlays/delete-button.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import type { SentFile } from './upload-queue.ts';
import { percentText, UPLOAD_LOOKS, uploadText } from './upload-words.ts';

function RemoveUpload({ upload }: { readonly upload: UploadDto }): ReactNode {
  const remove = useRemoveUpload();
  const { id, fileName } = upload;
  const start = (close: () => void): void =>
    remove.mutate(id, {
      onSuccess: () => {
        close();
        toast({ title: 'Recording Deleted', text: `${fileName} was deleted.` });
      },
      onError: (error) => toastError(error, 'Failed to Delete Recording'),
    });
  return (
    <DeleteButton
      name={fileName}
      what="recording"
      text={`${fileName} and what was found in its sessions. Results of backtests on them are kept.`}
      isBusy={remove.isPending}
      onConfirm={start}
    />
  );
}

export function UploadRow({ upload }: { readonly upload: UploadDto }): ReactNode {
  const { fileName, state, progress, expiresAt } = upload;
  const { tone, text } = UPLOAD_LOOKS[state];
  return (
    <li className="upload-row">
      <span className="upload-name" title={`Kept until ${formatDateTime(Date.parse(expiresAt))}`}>
        {fileName}
      </span>
      <Badge tone={tone}>{text}</Badge>
      <RemoveUpload upload={upload} />
      <span className="upload-line">{uploadText(upload)}</span>
      {state === 'reading' ? (
        <progress
          className="bt-progress"
          max={1}
          value={progress?.fraction ?? 0}
          aria-label={`Progress of ${fileName}`}
        />
      ) : null}
    </li>
  );
}

export interface SentRowProps {
  readonly file: SentFile;
  readonly onDismiss: () => void;
}

/** A file that this window sends, or could not send. */
export function SentRow({ file: { fileName, bytes, sent, failure }, onDismiss }: SentRowProps): ReactNode {
  return (
    <li className="upload-row">
      <span className="upload-name">{fileName}</span>
      {failure === null ? <Badge tone="info">Sending</Badge> : <Badge tone="bad">Not sent</Badge>}
      {failure === null ? (
        <span />
      ) : (
        <Button
          kind="ghost"
          size="icon"
          aria-label={`Dismiss ${fileName}`}
          title="Dismiss"
          onClick={onDismiss}
        >
          <Icon name="close" size={14} />
        </Button>
      )}
      {failure === null ? (
        <>
          <span className="upload-line">{percentText(sent, bytes)} sent. Keep this window open</span>
          <progress className="bt-progress" max={bytes} value={sent} aria-label={`Sent of ${fileName}`} />
        </>
      ) : (
        <span className="upload-line" role="alert">
          {failure}
        </span>
      )}
    </li>
  );
}
