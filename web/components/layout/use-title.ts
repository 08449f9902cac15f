import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { screenIsShown } from '../ui/when-idle.ts';

/** Sets the document title: the screen, then the product. */
export const useTitle = (title: string): void => {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('common.product')}`;
  }, [title, t]);
  useEffect(screenIsShown, []);
};
