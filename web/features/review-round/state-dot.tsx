import type { ReviewLineRow } from '#domain/review-round/schema.ts';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const tones = { open: 'warning', kept: 'success', revoked: 'danger', ended: 'neutral' } as const satisfies Record<
  NonNullable<ReviewLineRow['verdict']> | 'open',
  StatusTone
>;

/** What became of a line. */
export const LineState = ({ verdict }: Pick<ReviewLineRow, 'verdict'>) => {
  const t = useLazyTexts('review-rounds');
  const state = verdict ?? 'open';
  return <StatusDot tone={tones[state]}>{t(`review-rounds.state.${state}`)}</StatusDot>;
};
