/**
 * Where files are dropped or picked; a file dropped anywhere on the page counts, so that none opens in the tab instead.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ACCEPTED_ENDINGS } from '#features/trades/import/accept-file.ts';
import { SUPPORTED } from '#features/trades/import/import-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';

const ACCEPT = [...ACCEPTED_ENDINGS, 'text/csv'].join(',');

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** True while files are dragged over the page; what is dropped is handed on. */
function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      // Left to outside the window: between two elements there is a related one
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return isOver;
}

export interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** A file is on screen: the zone is one line, for further ones. */
  readonly isSmall: boolean;
}

export function DropZone({ onFiles, isSmall }: DropZoneProps): ReactNode {
  const isOver = useDroppedFiles(onFiles);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="drop-zone" data-over={isOver} data-small={isSmall}>
      {isSmall ? null : <Icon name="upload" size={22} />}
      <p className={isSmall ? 'text-text-2' : 'font-medium'}>
        {isOver ? 'Drop to read the files' : isSmall ? 'Further files are queued' : 'Drop files here, or'}
      </p>
      <Button size={isSmall ? 'small' : 'normal'} onClick={() => picker.current?.click()}>
        Choose files
      </Button>
      <input
        ref={picker}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label="Trade files"
        multiple
        accept={ACCEPT}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be picked again
          event.target.value = '';
        }}
      />
      {isSmall ? null : (
        <p className="max-w-[560px] text-center text-text-3 t-12">
          {SUPPORTED} Accepted are .csv, .txt, .htm, .html and .xlsx files, several at once.
        </p>
      )}
    </div>
  );
}
