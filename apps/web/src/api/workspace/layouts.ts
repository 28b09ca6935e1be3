/** The user's layouts: the list, a new one, a removed one. Changes go through the saver. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createLayout, type Layout, listLayouts, removeLayout, type StoredLayout } from '@undertow/contracts';
import { call } from '#api/client/call.ts';
import { LAYOUTS_KEY, layoutSaver } from './layout-saver.ts';

export function useLayouts(): UseQueryResult<StoredLayout[]> {
  return useQuery({ queryKey: LAYOUTS_KEY, queryFn: ({ signal }) => call(listLayouts, { signal }) });
}

export function useCreateLayout(): UseMutationResult<StoredLayout, Error, Layout> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (layout: Layout) => call(createLayout, { body: { layout } }),
    onSuccess: (row) => layoutSaver(client).adopt(row),
  });
}

export function useRemoveLayout(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => {
      layoutSaver(client).forget(id);
      return call(removeLayout, { params: { id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: LAYOUTS_KEY }),
  });
}
