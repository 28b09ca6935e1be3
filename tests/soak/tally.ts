/** What the soak saw from outside: responses by status, refusals that nobody expected, and complaints of its parts. */

export interface Refusal {
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

const MAX_KEPT = 200;

export class Tally {
  readonly counts = new Map<string, number>();
  /** Responses of 500 and above. */
  readonly failures: Refusal[] = [];
  /** Refusals that the call did not expect. */
  readonly refusals: Refusal[] = [];
  /** Whatever else went wrong, one sentence each. */
  readonly complaints: string[] = [];

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  responded(what: string, status: number, text: string, expected: readonly number[]): void {
    this.count(`responses ${Math.floor(status / 100)}xx`);
    const refusal = { what, status, text: text.slice(0, 200) };
    if (status >= 500) keep(this.failures, refusal);
    else if (status >= 400 && !expected.includes(status)) keep(this.refusals, refusal);
  }

  complain(text: string): void {
    keep(this.complaints, text);
  }

  /** Runs a part of the soak; what it throws is a complaint, and the others go on. */
  async watch(what: string, part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      this.complain(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** The first ones say enough. */
function keep<T>(list: T[], one: T): void {
  if (list.length < MAX_KEPT) list.push(one);
}
