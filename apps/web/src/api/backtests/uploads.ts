/** The user's uploads: polled while one of them is read, begun, sent in pieces and removed. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { beginUpload, listUploads, removeUpload, sendUploadPiece, type UploadDto } from '@undertow/contracts';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';
import { POLL_MS } from '#api/client/query-client.ts';
import { sendBytes } from '#api/client/send-bytes.ts';

export type UploadList = z.output<(typeof listUploads)['response']>;

const isBusy = ({ state }: UploadDto): boolean => state === 'waiting' || state === 'reading';

export function useUploads(): UseQueryResult<UploadList> {
  return useQuery({
    queryKey: [listUploads.path],
    queryFn: ({ signal }) => call(listUploads, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.uploads.some(isBusy) === true ? POLL_MS.runningBacktests : false,
  });
}

/** Reads the list again. */
export function useUploadsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listUploads.path] });
}

export function useRemoveUpload(): UseMutationResult<unknown, Error, string> {
  const changed = useUploadsChanged();
  return useMutation({
    mutationFn: (id: string) => call(removeUpload, { params: { id } }),
    onSettled: changed,
  });
}

export const uploadCalls = {
  list: (): Promise<UploadList> => call(listUploads),
  begin: (fileName: string, bytes: number): Promise<UploadDto> =>
    call(beginUpload, { body: { fileName, bytes } }),
  send: (id: string, offset: number, bytes: Blob, onProgress: (share: number) => void): Promise<UploadDto> =>
    sendBytes(sendUploadPiece, { bytes, params: { id }, query: { offset: String(offset) }, onProgress }),
} as const;
