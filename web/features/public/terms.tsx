import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { termsVersion } from '#domain/user/terms.ts';
import { useSession } from '../../api/session.tsx';
import { useTitle } from '../../components/layout/use-title.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Contents } from './contents.tsx';
import { termsSections } from './terms-sections.ts';
import { TermsText } from './terms-text.tsx';

/** Says whether the reader has accepted the terms. TermsGate asks for the acceptance. */
const Accepted = () => {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.termsAccepted !== termsVersion) return null;
  return (
    <p className="flex items-center gap-2 text-success text-table">
      <CircleCheck className="size-4 shrink-0" />
      {t('public.terms-accepted')}
    </p>
  );
};

/** The terms as a separate page, open to everybody. `#privacy` leads to a part. */
export const Terms = () => {
  const t = useLazyTexts('terms');
  useTitle(t('terms.title'));
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className="mx-auto grid w-full max-w-[1120px] gap-x-16 gap-y-8 px-4 pt-12 pb-20 sm:px-6 lg:grid-cols-[1fr_220px] lg:pt-16">
      <header className="flex max-w-[44rem] flex-col gap-3 lg:col-span-2">
        <h1 className="text-balance font-semibold text-[2rem] leading-[1.14] tracking-[-0.028em]">
          {t('terms.title')}
        </h1>
        <Accepted />
      </header>
      <div className="min-w-0 max-w-[44rem]">
        <TermsText heading="h2" anchored />
      </div>
      <Contents
        label={t('terms.contents')}
        parts={termsSections.map((id) => ({ id, title: t(`terms.title-${id}`) }))}
      />
    </div>
  );
};
