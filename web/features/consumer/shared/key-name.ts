import { useTranslation } from 'react-i18next';
import type { ConsumerRow } from '#domain/consumer/schema.ts';

/** Returns a function that names a key by its nickname, or else by its number. */
export const useKeyName = () => {
  const { t } = useTranslation();
  return ({ id, nickname }: Pick<ConsumerRow, 'id' | 'nickname'>): string =>
    nickname || t('consumers.no-nickname', { id });
};
