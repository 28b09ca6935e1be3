/** The switches and the notice as administrators set them. */
import { type UseMutationResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Controls, listControls, type SwitchKind, setNotice, setSwitch } from '@undertow/contracts';
import type { z } from 'zod';
import { call } from '#api/client/call.ts';
import { useAdminChange } from './people.ts';

export interface SwitchChange {
  readonly kind: SwitchKind;
  readonly key: string;
  readonly off: boolean;
  readonly reason: string;
}

export type NewNotice = z.input<NonNullable<(typeof setNotice)['body']>>['notice'];

export function useControls(): UseQueryResult<Controls> {
  return useQuery({
    queryKey: [listControls.path],
    queryFn: ({ signal }) => call(listControls, { signal }),
    staleTime: 0,
  });
}

export function useSetSwitch(): UseMutationResult<unknown, Error, SwitchChange> {
  return useAdminChange(({ kind, key, off, reason }: SwitchChange) =>
    call(setSwitch, { params: { kind, key }, body: { off, reason } }),
  );
}

export function useSetNotice(): UseMutationResult<unknown, Error, NewNotice> {
  return useAdminChange((notice: NewNotice) => call(setNotice, { body: { notice } }));
}
