import { useTranslation } from 'react-i18next';
import type { OperationRow } from '#domain/operation/schema.ts';
import { OperationStepper } from './operation-stepper.tsx';

type Props = Readonly<{
  /** Undefined until it has been requested. Nothing is shown then. */
  operation: OperationRow | undefined;
  /** Says what to do if it has failed. */
  failed: string;
}>;

/** The state of a form's operation, below the fields. */
export const OperationSection = ({ operation, failed }: Props) => {
  const { t } = useTranslation();
  if (!operation) return null;
  return (
    <section
      aria-label={t('operations.steps-title')}
      className="grid gap-3 rounded-card border border-border bg-background p-4"
    >
      <OperationStepper operation={operation} />
      {operation.state === 'failed' && <p>{failed}</p>}
    </section>
  );
};
