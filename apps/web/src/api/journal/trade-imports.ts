/** Imports of trade files: saving, undoing, what is there already, and what was answered about accounts and layouts. */
import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type ImportAnswersDto,
  importTrades,
  listTradeAccounts,
  listTradeImports,
  listTradeMappings,
  saveTradeAccount,
  saveTradeMapping,
  type TradeAccountDto,
  type TradeImportDto,
  undoTradeImport,
} from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { sendBytes } from '#api/client/send-bytes.ts';
import { rereadTrades } from './trades.ts';

export interface FileToImport {
  readonly file: File;
  /** Answers in the words of the contract; sent as JSON. */
  readonly answers: object;
  readonly onProgress: (share: number) => void;
}

/** Newest first. */
export function useTradeImports(): UseQueryResult<TradeImportDto[]> {
  return useQuery({
    queryKey: [listTradeImports.path],
    queryFn: ({ signal }) => call(listTradeImports, { signal }),
  });
}

/** Sends a file; everything derived from trades is then read again. */
export function useImportTrades(): UseMutationResult<TradeImportDto, Error, FileToImport> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, answers, onProgress }: FileToImport) =>
      sendBytes(importTrades, {
        bytes: file,
        query: { fileName: file.name, answers: JSON.stringify(answers) },
        onProgress,
      }),
    onSuccess: () => rereadTrades(client),
  });
}

/** Removes the trades of an import. */
export function useUndoImport(): UseMutationResult<{ removed: number }, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(undoTradeImport, { params: { id } }),
    onSuccess: () => rereadTrades(client),
  });
}

/** What is remembered of files: the accounts with their zones, and answers by layout. */
export interface RememberedAnswers {
  readonly accounts: readonly TradeAccountDto[];
  readonly mappings: readonly { readonly layoutKey: string; readonly answers: ImportAnswersDto }[];
}

/** Read when a file needs it, not with the page. */
export async function readRemembered(client: QueryClient): Promise<RememberedAnswers> {
  const [accounts, mappings] = await Promise.all([
    client.fetchQuery({ queryKey: [listTradeAccounts.path], queryFn: () => call(listTradeAccounts) }),
    client.fetchQuery({ queryKey: [listTradeMappings.path], queryFn: () => call(listTradeMappings) }),
  ]);
  return { accounts, mappings };
}

export interface AnswersToKeep {
  readonly accounts: readonly TradeAccountDto[];
  readonly mapping: { readonly layoutKey: string; readonly answers: ImportAnswersDto } | null;
}

/** Keeps zones and currencies of accounts, and what was answered about a layout. */
export function useRemember(): UseMutationResult<void, Error, AnswersToKeep> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ accounts, mapping }: AnswersToKeep) => {
      for (const body of accounts) await call(saveTradeAccount, { body });
      if (mapping !== null) await call(saveTradeMapping, { body: mapping });
    },
    onSettled: () =>
      Promise.all(
        [listTradeAccounts, listTradeMappings].map(({ path }) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}
