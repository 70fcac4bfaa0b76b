import type { ReactNode } from "react";

const shapes = {
  alert: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5v5.5M12 16.3v.01" />
    </>
  ),
  arrow: <path d="M4.5 12h15M13.5 6l6 6-6 6" />,
  bag: <path d="M5 8.5h14l1 12H4zM8.5 8.5V7a3.5 3.5 0 0 1 7 0v1.5" />,
  cash: (
    <>
      <path d="M3 7h18v10.5H3zM6 10v.01M18 14.5v.01" />
      <circle cx="12" cy="12.25" r="2.5" />
    </>
  ),
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5l3.5 2" />
    </>
  ),
  copy: <path d="M9 9h11v11H9zM5 15H4V4h11v1" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  drag: <path d="M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01" />,
  filter: (
    <>
      <path d="M4 7h9M18 7h2M4 17h2M11 17h9" />
      <circle cx="15.5" cy="7" r="2.3" />
      <circle cx="8.5" cy="17" r="2.3" />
    </>
  ),
  grid: <path d="M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z" />,
  heart: (
    <path d="M12 20S3.5 15 3.5 8.9C3.5 6.2 5.6 4.5 7.8 4.5c1.8 0 3.3 1 4.2 2.6.9-1.6 2.4-2.6 4.2-2.6 2.2 0 4.3 1.7 4.3 4.4C20.5 15 12 20 12 20z" />
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.7v.01" />
    </>
  ),
  menu: <path d="M3.5 7h17M3.5 12h17M3.5 17h11" />,
  minus: <path d="M5.5 12h13" />,
  pen: <path d="M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z" />,
  phone: (
    <path d="M5 4h4l1.5 4.5L8 10.5a11 11 0 0 0 5.5 5.5l2-2.5L20 15v4c0 .8-.7 1.5-1.5 1.5C11 20.5 3.5 13 3.5 5.5 3.5 4.7 4.2 4 5 4z" />
  ),
  play: <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />,
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  star: <path d="m12 3.5 2.6 5.5 6 .7-4.4 4.1 1.2 6-5.4-3-5.4 3 1.2-6L3.4 9.7l6-.7z" />,
  trash: <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13" />,
  truck: (
    <>
      <path d="M2.5 6h11v10.5h-11zM13.5 10h4l4 3.5v3h-8" />
      <circle cx="7" cy="17.5" r="1.9" />
      <circle cx="17.5" cy="17.5" r="1.9" />
    </>
  ),
  turnLeft: <path d="M8 5 4.5 8.5 8 12M5 8.5h8a6 6 0 0 1 0 11H9" />,
  turnRight: <path d="m16 5 3.5 3.5L16 12M19 8.5h-8a6 6 0 0 0 0 11h4" />,
  up: <path d="M12 19.5v-15M6 10.5l6-6 6 6" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 20.5c1-4 4.2-5.5 8-5.5s7 1.5 8 5.5" />
    </>
  ),
  x: <path d="m6 6 12 12M18 6 6 18" />,
  zoom: <path d="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

interface IconProps {
  name: IconName;
  /** 18 px instead of 24. */
  isSmall?: boolean;
  /** Mirrored in right-to-left text, for arrows. */
  isMirrored?: boolean;
}

/** Renders a decorative line icon; the label is in the text next to it or on its button. */
export function Icon({ name, isSmall, isMirrored }: IconProps) {
  return (
    <svg
      className={`icon${isSmall ? " icon--s" : ""}${isMirrored ? " icon--flip" : ""}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
