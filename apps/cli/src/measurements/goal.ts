/** A measured value beside the goal of the product: a row of the note. */
export interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly reached: string;
  readonly met: boolean;
}
