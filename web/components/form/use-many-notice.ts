import { notice } from '../../api/notice.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Outcome = Readonly<{
  /** How many were decided. */
  text: string;
  /** What could not be decided so, each with the code of its reason. */
  left: readonly Readonly<{ code: string }>[];
  /** Says how many stay as they are. */
  leftText: (count: number) => string;
  /** What else there is to say where none is left. */
  more?: string;
}>;

/** Returns what tells the outcome of a decision about many things. What could not be decided stays on the screen until it is closed. */
export const useManyNotice = (): ((outcome: Outcome) => void) => {
  useLazyTexts('errors');
  const errorText = useErrorText();
  return ({ text, left, leftText, more }) => {
    if (left.length === 0) return notice.success(text, more ? { description: more } : undefined);
    // Each reason once, however many things it keeps.
    const reasons = new Set(left.map(({ code }) => errorText({ code })));
    notice.warning(text, { persistent: true, description: [leftText(left.length), ...reasons].join(' ') });
  };
};
