/** Chooses files to upload. */
import { type ReactNode, useRef } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { useUploadQueue } from './use-upload-queue.ts';

export function UploadButton(): ReactNode {
  const { add } = useUploadQueue();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => picker.current?.click()}>
        <Icon name="upload" size={14} />
        Upload recording
      </Button>
      <input
        ref={picker}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label="DBN files"
        multiple
        accept=".dbn,.zst"
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          // The same file may be picked again
          event.target.value = '';
        }}
      />
    </>
  );
}
