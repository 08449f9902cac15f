import type { ReviewRoundRow } from '#domain/review-round/schema.ts';
import { Progress } from '../../components/ui/progress.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Returns how many lines of a round nobody has decided yet. */
export const openOf = ({ lines, kept, revoked, ended }: ReviewRoundRow): number => lines - kept - revoked - ended;

/** How far a round is, as a bar with words. */
export const ReviewProgress = ({ round }: Readonly<{ round: ReviewRoundRow }>) => {
  const t = useLazyTexts('review-rounds');
  const done = round.lines - openOf(round);
  const text = t('review-rounds.done-of', { done, count: round.lines });
  return (
    <span className="grid w-full min-w-32 gap-1">
      <span className="tabular-nums">{text}</span>
      <Progress aria-label={text} value={round.lines === 0 ? 100 : (done / round.lines) * 100} />
    </span>
  );
};
