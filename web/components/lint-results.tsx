import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LintResult } from '#domain/api/schema.ts';
import { Ltr } from './ltr.tsx';

/** What the rules say about a document, errors first, each with its line. Advice: nothing is kept from anybody. */
export const LintResults = ({ result: { problems, total } }: { result: LintResult }) => {
  const { t } = useTranslation();
  if (total === 0) {
    return (
      <p role="status" className="flex items-center gap-2 text-table">
        <CircleCheck className="size-4 shrink-0 text-success" />
        {t('apis.lint-none')}
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <p role="status" className="text-muted text-table">
        {t('apis.lint-found', { count: total })} {t('apis.lint-advice')}
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keyboard too
        tabIndex={0}
        aria-label={t('apis.lint-title')}
        className="grid max-h-72 gap-1.5 overflow-y-auto rounded-card border border-border p-3 text-table"
      >
        {problems.map(({ severity, message, rule, line, column }) => (
          <li key={`${line}:${column}:${rule}:${message}`} className="flex gap-2">
            {severity === 'error' ? (
              <CircleX role="img" aria-label={t('apis.lint-error')} className="mt-0.5 size-4 shrink-0 text-danger" />
            ) : (
              <TriangleAlert
                role="img"
                aria-label={t('apis.lint-warning')}
                className="mt-0.5 size-4 shrink-0 text-warning"
              />
            )}
            <div className="min-w-0">
              <p className="text-muted text-xs tabular-nums">{t('apis.lint-place', { line, column })}</p>
              <bdi>{message}</bdi> <Ltr className="font-mono text-muted text-xs">{rule}</Ltr>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
};
