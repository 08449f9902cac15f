import { FileCode2, KeyRound, Layers, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Redirect } from 'wouter';
import { useSession } from '../../api/session.tsx';
import { useTitle } from '../../components/layout/use-title.ts';
import { FirstActions } from './first-actions.tsx';
import { GettingAccess } from './getting-access.tsx';
import { Products } from './products.tsx';
import { SampleCall } from './sample-call.tsx';

const blurbs = [
  { id: '1', icon: FileCode2 },
  { id: '2', icon: KeyRound },
  { id: '3', icon: Layers },
  { id: '4', icon: ScrollText },
] as const;

const Blurbs = () => {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="blurbs">
      <h2 id="blurbs" className="sr-only">
        {t('public.blurbs-title')}
      </h2>
      <ul className="grid gap-x-8 gap-y-8 border-border border-t pt-10 sm:grid-cols-2 lg:grid-cols-4">
        {blurbs.map(({ id, icon: Icon }) => (
          <li key={id}>
            <Icon className="size-5 text-accent-text" strokeWidth={1.75} />
            <h3 className="mt-3 font-semibold text-[0.9375rem]">{t(`public.blurb-${id}-title`)}</h3>
            <p className="mt-1 text-pretty text-muted">{t(`public.blurb-${id}-text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The product page. Logged-in users go on to the gallery. The page stays empty until the session is known. */
export const Landing = () => {
  const { t } = useTranslation();
  const session = useSession();
  useTitle(t('public.landing-title'));
  if (session.status === 'loading') return null;
  if (session.status === 'signed-in') return <Redirect to="/wall" replace />;
  return (
    <div className="mx-auto flex w-full max-w-[1120px] flex-col gap-20 px-4 pt-14 pb-20 sm:px-6 lg:pt-20">
      <section className="grid items-center gap-10 lg:grid-cols-[1.08fr_1fr] lg:gap-16">
        <div>
          <p className="font-medium text-accent-text text-table">{t('public.eyebrow')}</p>
          <h1 className="mt-3 text-balance font-semibold text-[2rem] leading-[1.14] tracking-[-0.028em] sm:text-[2.75rem]">
            {t('public.headline')}
          </h1>
          <p className="mt-5 max-w-xl text-pretty text-base text-muted leading-7">{t('public.lead')}</p>
          <div className="mt-8">
            <FirstActions />
          </div>
        </div>
        <SampleCall />
      </section>
      <Blurbs />
      <Products />
      <GettingAccess />
    </div>
  );
};
