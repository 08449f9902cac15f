import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem-error.ts';
import { askWhyNot } from '../../api/why-not.ts';
import { errorTextOf } from '../../i18n/error-text.ts';
import { CopyButton } from '../text/copy-button.tsx';
import { Ltr } from '../text/ltr.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';

type Props = Readonly<{ error: unknown; title?: string; onRetry?: () => void; className?: string }>;

/** Returns whether a retry can't help: the user may not see it (403) or it does not exist (404). */
const isLasting = (status: number) => status === 403 || status === 404;

/** Shows what failed, what it means, a retry button or why it was refused, and the id to quote of an unexpected error. */
export const ErrorNotice = ({ error, title, onRetry, className }: Props) => {
  const { t } = useTranslation();
  const problem = asProblem(error);
  return (
    <div role="alert" className={cn('flex flex-col items-center gap-1 px-6 py-14 text-center', className)}>
      <div className="mb-3 flex size-11 items-center justify-center rounded-full bg-danger/10 text-danger">
        <CircleAlert className="size-5" />
      </div>
      <p className="font-medium">{title ?? t('common.failed-title')}</p>
      <p className="max-w-md text-muted">{errorTextOf(t, problem)}</p>
      {onRetry && !isLasting(problem.status) && (
        <Button className="mt-4" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
      {problem.why && (
        <Button className="mt-4" onClick={() => askWhyNot(problem)}>
          {t('common.why-not')}
        </Button>
      )}
      {problem.isUnexpected && problem.correlationId && (
        <p className="mt-4 flex items-center gap-1 text-muted text-xs">
          {t('common.error-id')}
          <Ltr className="font-mono">{problem.correlationId}</Ltr>
          <CopyButton value={problem.correlationId} />
        </p>
      )}
    </div>
  );
};
