/** Runs before everything else: what is needed before the first paint and the first module. */

// zod probes `new Function` while it builds schemas unless this is set before it loads; the content security policy
// forbids the probe.
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
    // Some private windows refuse storage: the light theme stays.
    theme = null;
  }
  root.classList.toggle('dark', theme === 'dark');
  root.classList.toggle('light', theme !== 'dark');
  if (palette === 'cvd') root.dataset.palette = 'cvd';
})();
