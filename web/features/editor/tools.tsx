import { Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Page } from '../../components/layout/page.tsx';

/** Lists the tools. There is one so far. */
export const Tools = () => {
  const { t } = useTranslation();
  return (
    <Page title={t('tools.title')} description={t('tools.text')}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <li className="relative flex gap-3 rounded-card border border-border bg-surface p-4 focus-within:border-accent hover:border-muted/60">
          <div className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-text">
            <Wrench className="size-5" />
          </div>
          <div className="min-w-0">
            <h2 className="font-semibold text-[0.9375rem]">
              <Link
                href="/tools/editor"
                className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {t('tools.editor')}
              </Link>
            </h2>
            <p className="mt-0.5 text-muted text-table">{t('tools.editor-text')}</p>
          </div>
        </li>
      </ul>
    </Page>
  );
};
