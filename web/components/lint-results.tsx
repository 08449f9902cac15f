import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LintResult } from '#domain/api/schema.ts';
import { ProblemLine, problemKey } from './problem-line.tsx';

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
        {problems.map((problem) => (
          <li key={problemKey(problem)}>
            <ProblemLine problem={problem} />
          </li>
        ))}
      </ul>
    </div>
  );
};
