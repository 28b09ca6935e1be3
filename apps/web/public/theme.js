/** Runs before the first paint: puts the chosen theme and palette on the document, so that no white frame appears. */
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
