/** Everything the pages stand on: queries, theme, tooltips, toasts. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '#api/query-client.ts';
import { ThemeProvider } from '#lib/theme.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { TooltipProvider } from '#ui/tooltip.tsx';
import { onReadOnly } from './read-only.ts';
import { onUnauthorized } from './unauthorized.ts';

export function Providers({ children }: { readonly children: ReactNode }): ReactNode {
  const [client] = useState(() => createQueryClient({ onUnauthorized, onReadOnly }));
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <TooltipProvider>
          {children}
          <Toaster />
        </TooltipProvider>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
