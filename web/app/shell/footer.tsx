import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { paths } from '../routes/paths.ts';
import { socialLinks } from './social-links.ts';

const TermsDialog = lazy(() =>
  import('../../features/public/terms-dialog.tsx').then((module) => ({ default: module.TermsDialog })),
);

/** The version shown beside the copyright. */
const version = '1.0.0';

const linkClasses = 'rounded-control underline-offset-4 transition-colors hover:text-foreground hover:underline';

/** The footer, only for people who are not logged in. */
export const Footer = () => {
  const { t } = useTranslation();
  const [terms, setTerms] = useState<'not-asked' | 'open' | 'closed'>('not-asked');
  const year = new Date().getFullYear();
  return (
    <footer className="border-border border-t">
      <div className="mx-auto flex max-w-[1120px] flex-col gap-5 px-4 py-8 text-muted text-xs sm:px-6">
        <div className="flex flex-wrap justify-between gap-x-10 gap-y-4">
          <nav aria-label={t('public.footer-menu')}>
            <ul className="flex flex-wrap gap-x-5 gap-y-2">
              <li>
                <Link href={paths.about()} className={linkClasses}>
                  {t('shell.nav-about')}
                </Link>
              </li>
              <li>
                <Link href={paths.features()} className={linkClasses}>
                  {t('public.nav-guide')}
                </Link>
              </li>
              <li>
                <Link href={`${paths.terms()}#privacy`} className={linkClasses}>
                  {t('public.footer-privacy')}
                </Link>
              </li>
              <li>
                <Link href={`${paths.terms()}#disclaimer`} className={linkClasses}>
                  {t('public.footer-disclaimer')}
                </Link>
              </li>
              <li>
                <button type="button" aria-haspopup="dialog" className={linkClasses} onClick={() => setTerms('open')}>
                  {t('public.terms-link')}
                </button>
              </li>
            </ul>
          </nav>
          <ul aria-label={t('public.footer-social')} className="flex flex-wrap gap-x-5 gap-y-2">
            {socialLinks.map(({ name, url }) => (
              <li key={name}>
                <a href={url} target="_blank" rel="noreferrer" className={linkClasses}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap justify-between gap-2">
          <span>{t('public.footer-copyright', { year, product: t('common.product') })}</span>
          <span>{t('shell.footer-version', { version })}</span>
        </div>
      </div>
      {terms !== 'not-asked' && (
        <Suspense>
          <TermsDialog open={terms === 'open'} onOpenChange={(open) => setTerms(open ? 'open' : 'closed')} />
        </Suspense>
      )}
    </footer>
  );
};
