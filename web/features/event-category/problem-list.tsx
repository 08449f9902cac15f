import { CircleAlert } from 'lucide-react';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import type { DocumentProblem } from './read-document.ts';

type Props = Readonly<{ text: string; problems: readonly DocumentProblem[]; onGo: (offset: number) => void }>;

/** What is wrong with a document, each problem with its line. A click goes there. */
export const ProblemList = ({ text, problems, onGo }: Props) => {
  const t = useLazyTexts('event-categories');
  const errorText = useErrorText();
  return (
    <section aria-label={t('event-categories.problems')} className="grid gap-1 rounded-card bg-danger/8 px-3.5 py-3">
      <p role="alert" className="flex items-start gap-2.5 font-medium text-table">
        <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" />
        {t('event-categories.invalid')}
      </p>
      <ul className="grid max-h-44 gap-0.5 overflow-y-auto">
        {problems.map((problem) => (
          <li key={`${problem.from} ${problem.code}`}>
            <button
              type="button"
              onClick={() => onGo(problem.from)}
              className="w-full rounded-control px-2 py-1 text-start text-table [overflow-wrap:anywhere] hover:bg-hover"
            >
              <span className="me-2 text-muted tabular-nums">
                {t('event-categories.line', { line: text.slice(0, problem.from).split('\n').length })}
              </span>
              {errorText(problem)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
