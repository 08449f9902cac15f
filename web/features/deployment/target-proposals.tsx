import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { type DeployInput, type DeployValues, proposedTargets } from './deploy-values.ts';

type Props = Readonly<{ form: UseFormReturn<DeployInput, unknown, DeployValues>; api: ApiDetail }>;

/**
 * Offers the servers of the API's description as targets with one click. Leaves out the one that is already in the
 * field.
 */
export const TargetProposals = ({ form, api }: Props) => {
  const { t } = useTranslation();
  const current = useWatch({ control: form.control, name: 'upstreamUrl' });
  const proposals = proposedTargets(api).filter((url) => url !== current);
  if (proposals.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-muted text-xs">
      {t('deployments.target-proposals')}
      {proposals.map((url) => (
        <Button
          key={url}
          size="small"
          dir="ltr"
          className="h-6 max-w-full font-mono text-xs"
          onClick={() => form.setValue('upstreamUrl', url, { shouldValidate: true, shouldDirty: true })}
        >
          <span className="min-w-0 break-all">{url}</span>
        </Button>
      ))}
    </div>
  );
};
