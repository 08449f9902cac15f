/** How long a notice is shown, in milliseconds. */
const durations = { success: 2000, info: 2000, warning: 2500, error: 3000 } as const;

type Kind = keyof typeof durations;

type Options = Readonly<{
  /** Names the cause. A second notice with the same cause replaces the first. Default: the text. */
  cause?: string;
  description?: string;
  /** Stays until the user closes it. */
  persistent?: boolean;
  /** A button in the notice, which then stays. */
  action?: Readonly<{ label: string; onClick: () => void }>;
}>;

export type Notice = Readonly<{
  kind: Kind;
  text: string;
  id: string;
  duration: number;
  closeButton: boolean;
  description?: string;
  action?: Options['action'];
}>;

/** Notices from before the toasts were loaded. Their code comes after the first screen (app/toasts.tsx). */
const waiting: Notice[] = [];
let draw: (notice: Notice) => void = (notice) => waiting.push(notice);

/** Registers the function that draws notices, and passes it the waiting ones. */
export const showNoticesWith = (drawNotice: (notice: Notice) => void): void => {
  draw = drawNotice;
  for (const notice of waiting.splice(0)) draw(notice);
};

const show =
  (kind: Kind) =>
  (text: string, { cause = text, description, action, persistent = action !== undefined }: Options = {}): void =>
    draw({
      kind,
      text,
      id: cause,
      duration: persistent ? Number.POSITIVE_INFINITY : durations[kind],
      closeButton: persistent,
      ...(description === undefined ? {} : { description }),
      ...(action === undefined ? {} : { action }),
    });

/** The only way to show a toast. There is one toast for each cause, shown as long as `durations` says. */
export const notice = { success: show('success'), info: show('info'), warning: show('warning'), error: show('error') };
