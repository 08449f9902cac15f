import { type ExternalToast, toast } from 'sonner';

/** Milliseconds (specification 1, section 9). */
const durations = { success: 2000, info: 2000, warning: 2500, error: 3000 } as const;

type Kind = keyof typeof durations;

type Options = Readonly<{
  /** What it is about: a second notice with the same cause replaces the first. The text itself unless given. */
  cause?: string;
  description?: string;
  /** Stays until it is closed. */
  persistent?: boolean;
}>;

const show =
  (kind: Kind) =>
  (text: string, { cause = text, description, persistent = false }: Options = {}): void => {
    const options: ExternalToast = {
      id: cause,
      duration: persistent ? Number.POSITIVE_INFINITY : durations[kind],
      closeButton: persistent,
    };
    toast[kind](text, description === undefined ? options : { ...options, description });
  };

/** The only way to a toast: one for one cause, as long as the specification says. */
export const notice = { success: show('success'), info: show('info'), warning: show('warning'), error: show('error') };
