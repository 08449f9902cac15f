import { CircleAlert, CircleCheck, Loader } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpecProblem } from '#domain/api/lint.ts';
import { asProblem } from '../../api/problem-error.ts';
import { ProblemLine, problemKey } from '../../components/text/problem-line.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import type { LintState } from './use-lint.ts';

type Props = Readonly<{ problems: readonly SpecProblem[]; state: LintState; onGo: (problem: SpecProblem) => void }>;

const Summary = ({ problems, state }: Pick<Props, 'problems' | 'state'>) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (state.status === 'failed') {
    return (
      <>
        <CircleAlert className="text-danger" />
        {t('editor.problems-failed', { reason: errorText(asProblem(state.error)) })}
      </>
    );
  }
  if (state.status === 'checking') {
    return (
      <>
        <Loader className="animate-spin" />
        {t('editor.problems-checking')}
      </>
    );
  }
  if (state.total === 0) {
    return (
      <>
        <CircleCheck className="text-success" />
        {t('editor.problems-none')}
      </>
    );
  }
  return (
    <>
      {t('editor.problems', { count: state.total })}
      {state.total > problems.length && <span>{t('editor.problems-first', { count: problems.length })}</span>}
    </>
  );
};

/** The server's problems with the text, errors first. A click goes to the line. It never blocks saving. */
export const ProblemsPanel = memo(({ problems, state, onGo }: Props) => {
  const { t } = useTranslation();
  return (
    <section aria-label={t('editor.problems-title')} className="flex max-h-44 shrink-0 flex-col border-border border-t">
      <p
        role="status"
        className="flex items-center gap-2 px-3 py-1.5 text-muted text-table [&_svg]:size-4 [&_svg]:shrink-0"
      >
        <Summary problems={problems} state={state} />
      </p>
      {problems.length > 0 && (
        <ul className="min-h-0 overflow-y-auto px-1 pb-1">
          {problems.map((problem) => (
            <li key={problemKey(problem)}>
              <ProblemLine problem={problem} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});
