/** Loads a part of a page, again while the server cannot be reached: until then the page is shown without it. */

const RETRY_MS = 3_000;

/** Never rejects: where a page needs the part for anything at all, its error is the better answer. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
