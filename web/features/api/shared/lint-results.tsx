import { ChevronRight, CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LintResult, SpecProblem } from '#domain/api/lint.ts';
import { ProblemLine, problemKey } from '../../../components/text/problem-line.tsx';
import { problemTextOf } from '../../../components/text/problem-text.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { lintWordOf } from './lint-rules.ts';

/** A part that opens, with a line that names its content. */
const Fold = ({ title, open, children }: { title: ReactNode; open?: boolean; children: ReactNode }) => (
  <details open={open} className="group">
    <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-control py-1 hover:bg-hover [&::-webkit-details-marker]:hidden">
      <ChevronRight className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90" />
      {title}
    </summary>
    {children}
  </details>
);

/** Problems grouped by kind, under the words of the kind. */
const Groups = ({ problems }: { problems: readonly SpecProblem[] }) => {
  const t = useLazyTexts('lint');
  const format = useFormat();
  const groups = Map.groupBy(problems, ({ rule }) => lintWordOf(rule) ?? rule);
  return (
    <ul className="ms-5">
      {[...groups].map(([key, group]) => {
        const word = lintWordOf(group[0]?.rule ?? '');
        const title = word ? t(`lint.rule.${word}`) : <bdi lang="en">{group[0]?.message}</bdi>;
        return (
          <li key={key}>
            <Fold
              title={
                <>
                  <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
                  <Badge>{format.number(group.length)}</Badge>
                </>
              }
            >
              <ul className="ms-5 grid gap-1.5 py-1">
                {group.map((problem) => (
                  <li key={problemKey(problem)}>
                    <ProblemLine problem={problem} />
                  </li>
                ))}
              </ul>
            </Fold>
          </li>
        );
      })}
    </ul>
  );
};

/** Says why a text can't be published. */
const Unreadable = ({ problem }: { problem: SpecProblem | undefined }) => {
  const t = useLazyTexts('lint');
  const errorText = useErrorText();
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-card bg-danger/8 px-3.5 py-3 text-table">
      <CircleX className="mt-0.5 size-4.5 shrink-0 text-danger" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-medium">{t('lint.unreadable')}</p>
        {problem && <p>{problemTextOf(errorText, problem)}</p>}
      </div>
    </div>
  );
};

/**
 * Shows the kind of a document, its violations of OpenAPI, then the advice of the rules. None of them prevents
 * publishing.
 */
export const LintResults = ({ result: { document, problems, errors, total } }: { result: LintResult }) => {
  const t = useLazyTexts('lint');
  if (!document) return <Unreadable problem={problems[0]} />;
  const [against, advice] = [problems.slice(0, errors), problems.slice(errors)];
  const about = { version: document.openapi, count: document.operations };
  const Icon = errors > 0 ? TriangleAlert : CircleCheck;
  return (
    <div className="grid gap-2 text-table">
      <p
        role="status"
        className={`flex items-center gap-2.5 rounded-card px-3.5 py-3 font-medium ${errors > 0 ? 'bg-warning/8' : 'bg-success/8'}`}
      >
        <Icon className={`size-4.5 shrink-0 ${errors > 0 ? 'text-warning' : 'text-success'}`} />
        {errors > 0 ? t('lint.read', about) : t('lint.valid', about)}
      </p>
      {errors > 0 && (
        <Fold open title={<span className="font-medium">{t('lint.errors', { count: errors })}</span>}>
          <p className="ms-5 text-muted">{t('lint.errors-text')}</p>
          <Groups problems={against} />
        </Fold>
      )}
      {total > errors && (
        <Fold title={t('lint.advice', { count: total - errors })}>
          <p className="ms-5 text-muted">{t('lint.advice-text')}</p>
          <Groups problems={advice} />
        </Fold>
      )}
      {problems.length < total && <p className="text-muted">{t('lint.first', { count: problems.length, total })}</p>}
    </div>
  );
};
