import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { TermsText } from './terms-text.tsx';

const Waiting = () => (
  <div className="flex flex-col gap-3" aria-busy>
    <Skeleton className="late h-5 w-1/3" />
    <Skeleton className="late h-24 w-full" />
    <Skeleton className="late h-24 w-full" />
  </div>
);

/** The terms in a dialog. The text scrolls, also by keyboard, and the buttons stay in sight. */
export const TermsScroll = () => {
  const { t } = useTranslation();
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('public.terms-title')}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-border border-y px-5 py-5 -outline-offset-2 sm:px-7"
    >
      <div className="mx-auto max-w-[44rem]">
        <Suspense fallback={<Waiting />}>
          <TermsText heading="h3" />
        </Suspense>
      </div>
    </section>
  );
};
