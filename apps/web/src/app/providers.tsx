/** What every page needs around it: queries, theme, toasts. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '#api/client/query-client.ts';
import { ThemeProvider } from '#lib/browser/theme.tsx';
import { onReadOnly } from './read-only.ts';
import { Toasts } from './toasts.tsx';
import { onUnauthorized } from './unauthorized.ts';

export function Providers({ children }: { readonly children: ReactNode }): ReactNode {
  const [client] = useState(() => createQueryClient({ onUnauthorized, onReadOnly }));
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        {children}
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>
  );
}
