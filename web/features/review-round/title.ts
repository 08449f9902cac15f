import type { TFunction } from 'i18next';
import type { ReviewRoundRow } from '#domain/review-round/schema.ts';
import type { useFormat } from '../../i18n/format.ts';

/** A round is called by the day on which it began. */
export const titleOf = (
  t: TFunction,
  format: ReturnType<typeof useFormat>,
  { startedAt }: Pick<ReviewRoundRow, 'startedAt'>,
): string => t('review-rounds.title-of', { day: format.day(startedAt.slice(0, 10)) });
