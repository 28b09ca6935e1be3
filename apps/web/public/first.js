/** Runs before everything else: what must stand before the first paint and before the first module. */

// zod probes `new Function` while schemas are made, unless this stands before it is loaded; the content security policy forbids it.
globalThis.__zod_globalConfig = { jitless: true };

// The chosen theme and palette go on the document now, so that no white frame appears.
(() => {
  const root = document.documentElement;
  let theme = null;
  let palette = null;
  try {
    theme = localStorage.getItem('theme');
    palette = localStorage.getItem('palette');
  } catch {
    // Storage is refused in some private windows: the light theme stands.
    theme = null;
  }
  root.classList.toggle('dark', theme === 'dark');
  root.classList.toggle('light', theme !== 'dark');
  if (palette === 'cvd') root.dataset.palette = 'cvd';
})();
