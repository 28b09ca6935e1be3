/** State of the sandbox's Stripe: collections by kind, every change written to a journal. */
import type { Kind, Kinds } from '#stripe/objects/kinds.ts';
import type { StripeObject } from '#stripe/objects/stripe-object.ts';

export interface Change {
  readonly kind: Kind;
  readonly id: string;
  /** Null removes it. */
  readonly object: StripeObject | null;
}

export class Store {
  readonly #collections = new Map<Kind, Map<string, StripeObject>>();
  readonly #onChange: (change: Change) => void;

  constructor(onChange: (change: Change) => void) {
    this.#onChange = onChange;
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#collection(kind).get(id);
  }

  /** For ids that the sandbox itself wrote: one that names nothing is a broken invariant. */
  need<K extends Kind>(kind: K, id: string): Kinds[K] {
    const found = this.get(kind, id);
    if (found === undefined) throw new Error(`the sandbox lost ${kind} ${id}`);
    return found;
  }

  /** Oldest first: a replaced object keeps its place. */
  all<K extends Kind>(kind: K): readonly Kinds[K][] {
    return [...this.#collection(kind).values()];
  }

  /** The same without a copy, for a look at each. */
  each<K extends Kind>(kind: K): Iterable<Kinds[K]> {
    return this.#collection(kind).values();
  }

  put<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
    this.#collection(kind).set(object.id, object);
    this.#onChange({ kind, id: object.id, object });
    return object;
  }

  remove(kind: Kind, id: string): void {
    this.#collection(kind).delete(id);
    this.#onChange({ kind, id, object: null });
  }

  /** Restores changes of a journal, without writing them again. */
  restore(changes: Iterable<Change>): void {
    for (const { kind, id, object } of changes) {
      if (object === null) this.#collection(kind).delete(id);
      else this.#collection(kind).set(id, object as Kinds[typeof kind]);
    }
  }

  /** The current state, for a compact journal. */
  *snapshot(): Iterable<Change> {
    for (const [kind, objects] of this.#collections) {
      for (const [id, object] of objects) yield { kind, id, object };
    }
  }

  #collection<K extends Kind>(kind: K): Map<string, Kinds[K]> {
    let collection = this.#collections.get(kind);
    if (collection === undefined) {
      collection = new Map();
      this.#collections.set(kind, collection);
    }
    // One collection holds one kind; the type of the map cannot express it
    return collection as unknown as Map<string, Kinds[K]>;
  }
}
