/** The products of journeys: the warm one that they share, and those of their own that begin with the same market. */
import { inject } from 'vitest';
import { type Product, type ProductOptions, startProduct } from './product.ts';

/** The warm product belongs to the run: a journey neither stops it nor changes what others see of it. */
export type WarmProduct = Pick<Product, 'origin' | 'stripe' | 'mailbox'>;

async function request<T>(path: string): Promise<T> {
  const response = await fetch(inject('journeyProducts') + path);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

/** The product that all journeys share: ES, live, with hours of history and an iceberg every few seconds. */
export function warmProduct(): Promise<WarmProduct> {
  return request('/warm');
}

/** What the warm product printed so far. */
export async function outputOfWarmProduct(): Promise<string> {
  return (await request<{ output: string }>('/output')).output;
}

/** A product of the file's own, with the history of the warm one; the file stops it. */
export async function startOwnProduct(options: ProductOptions = {}): Promise<Product> {
  const { folder } = await request<{ folder: string }>('/market');
  return startProduct({ seed: 7, past: folder, ...options, env: { SIM_INSTRUMENTS: 'ES', ...options.env } });
}
