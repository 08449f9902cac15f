import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';

/** What a key is called: its nickname, or its number. */
export const useKeyName = () => {
  const { t } = useTranslation();
  return ({ id, nickname }: Pick<ConsumerRow, 'id' | 'nickname'>): string =>
    nickname || t('consumers.no-nickname', { id });
};
