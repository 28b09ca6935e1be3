/** A mutation that runs once at a time: the second of two quick clicks comes before its button is off. */
import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** Starting it while it runs does nothing: the server would refuse what is done already, and hide that it was done. */
export function useSingleMutation<Answer, Input>(
  options: Pick<UseMutationOptions<Answer, Error, Input>, 'mutationFn' | 'onSuccess'>,
): UseMutationResult<Answer, Error, Input> {
  const isRunning = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      isRunning.current = false;
    },
  });
  const mutate: typeof mutation.mutate = (...given) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}
