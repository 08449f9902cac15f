import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The document's title: the screen's, then the product's. */
export const useTitle = (title: string): void => {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('common.product')}`;
  }, [title, t]);
};
