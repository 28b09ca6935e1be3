/** What was wrong: counts by kind, and the first ones in words. */

/**
 * `unparsable`: outside of the contract or of the protocol. `reordered`: a view's time went back. `repeated`: the frame before, again.
 * `too young`: younger than the plan's delay allows, or than the server's own present. `not of the plan`: an instrument or a type of event
 * that the plan does not have. `refused`: an instrument of one's own that the server refused. `content`: bars, book, events, depth or executions that a second source has otherwise.
 */
export const FAULT_KINDS = [
  'unparsable',
  'reordered',
  'repeated',
  'too young',
  'not of the plan',
  'refused',
  'content',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** One sentence. */
  readonly text: string;
}

const MAX_SHOWN_OF_A_KIND = 5;

export class FaultTally {
  readonly #counts = new Map<FaultKind, number>();
  readonly #shown: string[] = [];

  add(who: string, { kind, text }: Fault): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= MAX_SHOWN_OF_A_KIND) this.#shown.push(`${kind}: ${who}: ${text}`);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  get byKind(): Readonly<Partial<Record<FaultKind, number>>> {
    return Object.fromEntries(
      FAULT_KINDS.flatMap((kind) => {
        const count = this.#counts.get(kind);
        return count === undefined ? [] : [[kind, count]];
      }),
    );
  }

  /** The first ones of each kind. */
  get shown(): readonly string[] {
    return this.#shown;
  }
}
