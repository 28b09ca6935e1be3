/** Runs a step whose failure must not reach the steps after it. */
export function isolated(step: () => void, onFault: (error: unknown) => void): void {
  try {
    step();
  } catch (error) {
    onFault(error);
  }
}
