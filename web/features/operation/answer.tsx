import { PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OperationRow } from '#domain/operation/schema.ts';
import { askWhyNot } from '../../api/why-not.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{ operation: OperationRow }>;

const Other = ({ id, text }: Readonly<{ id: string; text: string }>) => {
  const dock = useDock();
  return (
    <Button variant="link" className="text-table" onClick={() => dock.push('operation', id)}>
      {text} <Ltr className="font-mono text-xs">{id.slice(0, 8)}</Ltr>
    </Button>
  );
};

/** Leads to the failed operation that this one asks for anew, and to the one that asks for this one. */
export const AnswerLinks = ({ operation: { answers, answeredBy } }: Props) => {
  const t = useLazyTexts('desk');
  if (answers === null && answeredBy === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {answers && <Other id={answers} text={t('desk.answers')} />}
      {answeredBy && <Other id={answeredBy} text={t('desk.answered-by')} />}
    </p>
  );
};

/** Opens the form with what a failed operation asked for, or says who may. */
export const AnswerAction = ({ operation: { id, apiId, deploymentId, answerable, may } }: Props) => {
  const { t } = useTranslation();
  const texts = useLazyTexts('desk');
  if (!answerable || apiId === null || deploymentId === null) return null;
  if (may.answer)
    return (
      <Button asChild className="self-start">
        <Link href={`/api-deploy/${apiId}?id=${deploymentId}&answers=${id}`}>
          <PencilLine />
          {texts('desk.answer')}
        </Link>
      </Button>
    );
  return (
    <p className="text-muted text-table">
      {texts('desk.answer-not-yours')}{' '}
      <Button
        variant="link"
        className="text-table"
        onClick={() => askWhyNot({ status: 403, why: { action: 'deployment.request', apiId } })}
      >
        {t('common.why-not')}
      </Button>
    </p>
  );
};
