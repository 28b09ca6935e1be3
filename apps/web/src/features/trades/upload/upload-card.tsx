/** Upload Trades: files dropped or picked, or pasted text, read at once and shown before they are saved. */
import { type ReactNode, useCallback, useState } from 'react';
import { useTradeImports } from '#api/journal/trade-imports.ts';
import type { ImportQueue } from '#features/trades/import/import-queue.ts';
import { isActive, type QueuedFile } from '#features/trades/import/queued-file.ts';
import { useImportQueue } from '#features/trades/import/use-import-queue.ts';
import { formatSize } from '#lib/format/formats.ts';
import { useObservable } from '#lib/state/observable.ts';
import { Button } from '#ui/controls/button.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Ring } from '#ui/marks/spinner.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportPreview } from './import-preview.tsx';
import { importCounts, PastImports } from './past-imports.tsx';
import { PastePanel } from './paste-panel.tsx';

const TABS = [
  { id: 'file', label: 'File' },
  { id: 'paste', label: 'Paste' },
] as const;
/** Pasted text is a file like any other from here on. */
const PASTED_NAME = 'pasted.csv';

interface ItemProps {
  readonly item: QueuedFile;
  readonly queue: ImportQueue;
}

/** What became of a file, in a sentence. */
function resultText({ step, saved, refusal }: QueuedFile): string {
  if (step === 'waiting') return 'Waiting for the file before it';
  if (step === 'undone') return 'Undone: its trades were removed from the journal';
  if (saved !== null) return importCounts(saved);
  return refusal === null ? '' : `${refusal.title}. ${refusal.text}`;
}

/** An import may have been undone in the list of past ones since. */
function useShownItem(item: QueuedFile): QueuedFile {
  const past = useTradeImports().data?.find(({ id }) => id === item.saved?.id);
  return item.step === 'saved' && past !== undefined && past.undoneAt !== null
    ? { ...item, step: 'undone' }
    : item;
}

function FinishedRow({ item: given, queue }: ItemProps): ReactNode {
  const item = useShownItem(given);
  const isBad = item.step === 'refused';
  return (
    <li className="import-row">
      <span className={isBad ? 'text-bad' : item.step === 'saved' ? 'text-ok' : 'text-text-3'}>
        <Icon name={isBad ? 'warning' : item.step === 'saved' ? 'check' : 'history'} size={16} />
      </span>
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{item.file.name}</p>
        <p className="text-text-2 break-words">{resultText(item)}</p>
      </div>
      {item.step === 'saved' ? (
        <Button size="small" onClick={() => void queue.undo(item.id)}>
          Undo
        </Button>
      ) : null}
      <Button
        kind="ghost"
        size="icon"
        aria-label={`Clear ${item.file.name}`}
        onClick={() => queue.clear(item.id)}
      >
        <Icon name="close" size={14} />
      </Button>
    </li>
  );
}

function ActiveFile({ item, queue }: ItemProps): ReactNode {
  if (item.step === 'preview' && item.preview !== null)
    return <ImportPreview item={item} preview={item.preview} queue={queue} />;
  const isSaving = item.step === 'saving';
  return (
    <div className="loaded-line" role="status">
      {isSaving ? <Icon name="upload" size={16} /> : <Ring size={16} />}
      <p className="min-w-0 grow">
        <span className="font-semibold">{isSaving ? 'Saving' : 'Reading'}</span>{' '}
        <span className="text-text-2">{item.file.name}</span>
      </p>
      {isSaving ? (
        <progress className="progress" value={item.progress} aria-label="Sent to the server" />
      ) : (
        <Button kind="ghost" size="small" onClick={() => queue.clear(item.id)}>
          Cancel
        </Button>
      )}
    </div>
  );
}

export function UploadCard(): ReactNode {
  const queue = useImportQueue();
  const items = useObservable(queue.items);
  const [tab, setTab] = useState('file');
  const active = items.find(isActive);
  const others = items.filter((item) => item !== active);
  const waiting = items.filter(({ step }) => step === 'waiting').length;
  const addFiles = useCallback((files: readonly File[]) => queue.add(files), [queue]);
  return (
    <TabsRoot value={tab} onChange={setTab}>
      <Card
        title="Upload Trades"
        note={waiting === 0 ? undefined : `${formatSize(waiting)} waiting`}
        actions={<TabsList label="Upload trades from" items={TABS} className="card-tabs" />}
      >
        {active === undefined ? null : <ActiveFile key={active.id} item={active} queue={queue} />}
        {others.length === 0 ? null : (
          <ul aria-label="Files">
            {others.map((item) => (
              <FinishedRow key={item.id} item={item} queue={queue} />
            ))}
          </ul>
        )}
        <TabPanel id="file">
          <DropZone onFiles={addFiles} isSmall={active !== undefined} />
        </TabPanel>
        <TabPanel id="paste">
          <PastePanel
            isPending={active !== undefined && active.step !== 'preview'}
            onText={(text) => addFiles([new File([text], PASTED_NAME, { type: 'text/csv' })])}
          />
        </TabPanel>
        <PastImports />
      </Card>
    </TabsRoot>
  );
}
