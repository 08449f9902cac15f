/** Milliseconds that a notice is shown. */
const durations = { success: 2000, info: 2000, warning: 2500, error: 3000 } as const;

type Kind = keyof typeof durations;

type Options = Readonly<{
  /** What it is about: a second notice with the same cause replaces the first. The text itself unless given. */
  cause?: string;
  description?: string;
  /** Stays until it is closed. */
  persistent?: boolean;
}>;

export type Notice = Readonly<{
  kind: Kind;
  text: string;
  id: string;
  duration: number;
  closeButton: boolean;
  description?: string;
}>;

/** What was said before the toasts were there; their code comes after the first screen (app/toasts.tsx). */
const waiting: Notice[] = [];
let draw: (notice: Notice) => void = (notice) => waiting.push(notice);

/** Registers what draws notices, and hands it those that wait. */
export const showNoticesWith = (drawNotice: (notice: Notice) => void): void => {
  draw = drawNotice;
  for (const notice of waiting.splice(0)) draw(notice);
};

const show =
  (kind: Kind) =>
  (text: string, { cause = text, description, persistent = false }: Options = {}): void =>
    draw({
      kind,
      text,
      id: cause,
      duration: persistent ? Number.POSITIVE_INFINITY : durations[kind],
      closeButton: persistent,
      ...(description === undefined ? {} : { description }),
    });

/** The only way to a toast: one for one cause, shown as long as `durations` says. */
export const notice = { success: show('success'), info: show('info'), warning: show('warning'), error: show('error') };
