import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Says in which Redis calls are counted. */
export const CountedIn = ({ name }: { name: string }) => {
  const t = useLazyTexts('counting');
  return <span>{t('counting.in', { name })}</span>;
};
