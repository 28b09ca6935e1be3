/** Line icons of the design, drawn in the current colour in a box of 16 by 16. */
import type { ReactNode } from 'react';

const PATHS = {
  activity: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
  sliders: 'M2 4h5M10 4h4M2 8h2M7 8h7M2 12h7M12 12h2',
  chart: 'M3 2v12h11M5.5 10.5l2.5-3 2 2 3.5-4.5',
  flask: 'M5.8 1.8h4.4M6.6 1.8v4.4L2.9 12.6a1 1 0 0 0 .9 1.5h8.4a1 1 0 0 0 .9-1.5L9.4 6.2V1.8M4.7 10h6.6',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.5 14.5h3',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.8-4.1L2.5 5.5M2.5 2.5v3h3M8 5v3.2l2 1.3',
  gear: 'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4',
  shield: 'M8 1.5l5.5 2v4c0 3.5-2.3 5.8-5.5 7-3.2-1.2-5.5-3.5-5.5-7v-4z',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.8-4.1l1.8 1.6M13.5 2.5v3h-3',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  left: 'M10 4L6 8l4 4',
  right: 'M6 4l4 4-4 4',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  plus: 'M8 3v10M3 8h10',
  warning: 'M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.6v.3',
  info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 7.2v4M8 4.8v.4',
  lock: 'M3.5 7h9v7h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  layers: 'M8 2l6 3-6 3-6-3zM2 8.2l6 3 6-3M2 11l6 3 6-3',
  book: 'M2.5 3.5h5M2.5 6.5h7M2.5 9.5h11M2.5 12.5h8',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5 3v10M11 3v10',
  upload: 'M8 10.5v-8M4.5 5.5L8 2l3.5 3.5M2.5 10.5v3h11v-3',
  download: 'M8 2.5v8M4.5 7.5L8 11l3.5-3.5M2.5 13.5h11',
  pencil: 'M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2z',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  undo: 'M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  window: 'M9 3h4v4M13 3L8 8M7 4H3.5v8.5H12V9',
  maximise: 'M3.5 6.5v-3h3M9.5 3.5h3v3M12.5 9.5v3h-3M6.5 12.5h-3v-3',
  restore: 'M6.5 3.5v3h-3M12.5 6.5h-3v-3M9.5 12.5v-3h3M3.5 9.5h3v3',
  settings: 'M3 5h6M12 5h1M3 11h1M7 11h6M10.5 3.5v3M5.5 9.5v3',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5l3.5 3.5',
  panes: 'M2.5 3h11v10h-11zM8 3v10M8 8h5.5',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  ladder: 'M5 2v12M11 2v12M5 5h6M5 8h6M5 11h6',
  person: 'M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM3 13.5c0-2.8 2.3-4 5-4s5 1.2 5 4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
