/** The queue of dropped files joined to the server and to the toasts. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { waitBeforeRetryMs } from '#api/client/api-error.ts';
import { readRemembered, useImportTrades, useRemember, useUndoImport } from '#api/journal/trade-imports.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { toast } from '#ui/overlays/toast-state.ts';
import { type ImportPorts, ImportQueue } from './import-queue.ts';
import { WorkerReader } from './import-reader.ts';
import { accountsToKeep, layoutToKeep, rememberedFor } from './remembered-answers.ts';

export function useImportQueue(): ImportQueue {
  const client = useQueryClient();
  const save = useImportTrades();
  const undo = useUndoImport();
  const remember = useRemember();
  const ports: ImportPorts = {
    reader: new WorkerReader(),
    remembered: async (result) => {
      if (!result.ok) return {};
      try {
        return rememberedFor(result.preview, await readRemembered(client));
      } catch {
        // Without the stored answers the file raises the same questions as the first time
        return {};
      }
    },
    remember: async (item) => {
      const kept = await readRemembered(client);
      const accounts = accountsToKeep(item, kept.accounts);
      const mapping = layoutToKeep(item);
      if (accounts.length > 0 || mapping !== null) await remember.mutateAsync({ accounts, mapping });
    },
    save: (file, answers, onProgress) => save.mutateAsync({ file, answers, onProgress }),
    undo: async (importId) => (await undo.mutateAsync(importId)).removed,
    say: toast,
    wordsOf: readableError,
    retryAfterMs: waitBeforeRetryMs,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
  // The functions of the mutations stay the same until the page unloads: the first ports suffice.
  const [queue] = useState(() => new ImportQueue(ports));
  const closing = useRef(queue);
  useEffect(() => () => closing.current.close(), []);
  return queue;
}
