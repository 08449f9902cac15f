import type { OperationRow } from '#domain/operation/schema.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { cn } from '../../components/ui/cn.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { subjectText } from './shared/subject-text.ts';

type Props = Readonly<{ operation: Pick<OperationRow, 'kind' | 'subject'>; className?: string }>;

/** Names an operation: what is done, and to what. @param className of the second part. */
export const OperationTitle = ({ operation, className }: Props) => {
  const t = useLazyTexts('operations');
  const text = subjectText(t, operation);
  const classes = cn('font-normal text-muted', className);
  return (
    <>
      {t(`operations.kind.${operation.kind}`)} {/* Words follow the language's direction, paths do not. */}
      {text === operation.subject ? (
        <Ltr className={cn('font-mono', classes)}>{text}</Ltr>
      ) : (
        <span className={classes}>{text}</span>
      )}
    </>
  );
};
