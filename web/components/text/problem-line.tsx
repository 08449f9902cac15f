import { CircleAlert, Lightbulb } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SpecProblem } from '#domain/api/lint.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { cn } from '../ui/cn.ts';
import { isOfReader, problemTextOf } from './problem-text.ts';

const looks = {
  error: { icon: CircleAlert, tone: 'text-danger' },
  warning: { icon: Lightbulb, tone: 'text-muted' },
} as const;

type Props = Readonly<{
  problem: SpecProblem;
  /** Goes to the problem's place in the text, if there is a text. */
  onGo?: (problem: SpecProblem) => void;
}>;

const textClassName = 'min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]';
const className = 'flex w-full items-start gap-2 text-start text-table';

/**
 * One problem in a description: severity, place, text and rule. Problems of the rules are in English, as the rules are.
 * Problems of the reader are in the user's language.
 */
export const ProblemLine = ({ problem, onGo }: Props) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { severity, rule, line, column } = problem;
  const text = problemTextOf(errorText, problem);
  const { icon: Icon, tone } = looks[severity];
  const content = (
    <>
      <Icon role="img" aria-label={t(`apis.lint-${severity}`)} className={cn('mt-0.5 size-4 shrink-0', tone)} />
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span className="w-32 shrink-0 text-muted tabular-nums">{t('apis.lint-place', { line, column })}</span>
        {isOfReader(problem) ? (
          <span className={textClassName}>{text}</span>
        ) : (
          <span lang="en" dir="ltr" className={textClassName}>
            {text} <span className="font-mono text-muted text-xs">{rule}</span>
          </span>
        )}
      </span>
    </>
  );
  if (!onGo) return <div className={className}>{content}</div>;
  return (
    <button
      type="button"
      onClick={() => onGo(problem)}
      className={cn(className, 'rounded-control px-2 py-1 hover:bg-hover')}
    >
      {content}
    </button>
  );
};

/** Returns a key that is unique among the problems of one text. */
export const problemKey = ({ line, column, rule, message }: SpecProblem): string =>
  `${line}:${column}:${rule}:${message}`;
