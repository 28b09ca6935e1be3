/** The description of the public API, as programs read it. */
import { useQuery } from '@tanstack/react-query';
import { API_PREFIX } from '@undertow/contracts';

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: { readonly type?: string; readonly enum?: readonly string[]; readonly default?: unknown };
  readonly $ref?: string;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly 'x-scope': string;
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
}

export interface ApiDescription {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

export const DESCRIPTION_PATH = `${API_PREFIX}/openapi.json`;

export function useApiDescription() {
  return useQuery({
    queryKey: [DESCRIPTION_PATH],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<ApiDescription> => {
      const response = await fetch(DESCRIPTION_PATH);
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      // A file of this release, held to the contracts by a test
      return (await response.json()) as ApiDescription;
    },
  });
}
