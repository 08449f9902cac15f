import { FileUp, KeyRound, Layers, Rocket } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const steps = [
  { icon: Layers, title: 'applications.guide-add', text: 'applications.guide-add-text' },
  { icon: FileUp, title: 'applications.guide-publish', text: 'applications.guide-publish-text' },
  { icon: Rocket, title: 'applications.guide-deploy', text: 'applications.guide-deploy-text' },
  { icon: KeyRound, title: 'applications.guide-key', text: 'applications.guide-key-text' },
] as const;

/**
 * Shown when there are no applications: what one is, and the way from it to the first call.
 *
 * @property action undefined for people who may not add one.
 */
export const EmptyApplications = ({ action }: { action: ReactNode }) => {
  const t = useLazyTexts('applications');
  return (
    <section className="mx-auto grid w-full max-w-3xl gap-6 rounded-card border border-border bg-surface p-6 sm:p-8">
      <div className="grid gap-1">
        <h2 className="font-semibold text-base">{t('applications.empty')}</h2>
        <p className="max-w-prose text-pretty text-muted">
          {t(action ? 'applications.empty-text' : 'applications.empty-text-ask')}
        </p>
      </div>
      <ol className="grid gap-4 sm:grid-cols-2">
        {steps.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <span className="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
              <Icon className="size-4" />
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{t(title)}</span>
              <span className="block text-pretty text-muted text-table">{t(text)}</span>
            </span>
          </li>
        ))}
      </ol>
      {action && <div>{action}</div>}
    </section>
  );
};
