/** The licences of the open-source packages in this build, from the file that the build writes. */
import { useQuery } from '@tanstack/react-query';

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Index into `texts`; null where the package brings no text. */
  readonly text: number | null;
}

export interface Notices {
  readonly packages: readonly Notice[];
  readonly texts: readonly string[];
}

export function useNotices() {
  return useQuery({
    queryKey: ['/notices.json'],
    queryFn: async (): Promise<Notices> => {
      const response = await fetch('/notices.json');
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      // Written by the build of this very page
      return (await response.json()) as Notices;
    },
  });
}
