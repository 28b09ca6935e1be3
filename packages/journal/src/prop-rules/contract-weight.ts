/** Contracts by their size: ten micros count as one standard contract. */
import { productOfRoot } from '#instruments/futures-table.ts';

const MICROS_A_CONTRACT = 10;

/** A quantity of a root in standard contracts. Unknown roots count as they are. */
export function standardContracts(root: string, quantity: number): number {
  return productOfRoot(root)?.name.startsWith('Micro') === true ? quantity / MICROS_A_CONTRACT : quantity;
}
