/** Generates the insights again, and reports the outcome. */
import type { ReactNode } from 'react';
import { useGenerateInsights } from '#api/journal/insights.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

export function GenerateInsightsButton(): ReactNode {
  const generate = useGenerateInsights();
  const start = (): void =>
    generate.mutate(undefined, {
      onSuccess: () =>
        toast({
          title: 'Insights Generated',
          text: 'New trading insights have been generated based on your trade data.',
        }),
      onError: (error) =>
        toastError(readableError(error) || 'Failed to generate insights', 'Failed to Generate Insights'),
    });
  return (
    <Button kind="primary" busy={generate.isPending} busyText="Generating..." onClick={start}>
      Generate Insights
    </Button>
  );
}
