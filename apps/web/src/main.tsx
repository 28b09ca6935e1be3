/** Entry of the web application. */
import '@fontsource/ibm-plex-sans/latin-400.css';
import '@fontsource/ibm-plex-sans/latin-500.css';
import '@fontsource/ibm-plex-sans/latin-600.css';
import '@fontsource/ibm-plex-sans-condensed/latin-400.css';
import '@fontsource/ibm-plex-sans-condensed/latin-500.css';
import '@fontsource/ibm-plex-sans-condensed/latin-600.css';
import '@fontsource/ibm-plex-mono/latin-400.css';
import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { fontsLoaded } from '#app/fonts.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');
await fontsLoaded();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
