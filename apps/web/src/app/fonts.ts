/** Waits for the fonts of the interface: text that is laid out in another one first would move when they come. */

const FONTS = ['IBM Plex Sans', 'IBM Plex Sans Condensed'].flatMap((family) =>
  [400, 500, 600].map((weight) => `${weight} 1em "${family}"`),
);
/** The longest wait for a font; the page then starts in the next one of its list. */
const MAX_MS = 1000;

/** Resolves when the fonts are here, when one of them failed, or after a second. Never rejects. */
export async function fontsLoaded(): Promise<void> {
  const wait = new Promise<void>((resolve) => {
    setTimeout(resolve, MAX_MS);
  });
  const loaded = Promise.allSettled(FONTS.map((font) => document.fonts.load(font)));
  await Promise.race([loaded, wait]);
}
