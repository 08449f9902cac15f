import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { callPrefix, endsInBasePath, withBasePath } from '#domain/deployment/base-path.ts';
import { Code } from '../../components/text/code.tsx';
import { Button } from '../../components/ui/button.tsx';
import { type DeployInput, type DeployValues, isTarget } from './deploy-values.ts';
import { callPathsOptions } from './shared/queries.ts';

type Props = Readonly<{ form: UseFormReturn<DeployInput, unknown, DeployValues>; api: ApiDetail }>;

/**
 * Explains the effect of a target that does not end in the description's base path, and offers the target that does.
 */
export const BasePathOffer = ({ form, api }: Props) => {
  const { t } = useTranslation();
  const target = useWatch({ control: form.control, name: 'upstreamUrl' })?.trim() ?? '';
  const basePath = useQuery(callPathsOptions(api)).data?.basePath ?? '';
  if (!isTarget(target) || endsInBasePath(target, basePath)) return null;
  const better = withBasePath(target, basePath);
  const isBare = callPrefix(target, basePath) !== '';
  return (
    <div role="status" className="flex gap-2 rounded-card bg-info/10 px-3 py-2.5 text-table">
      <Info className="mt-px size-4 shrink-0 text-info" />
      <div className="grid min-w-0 gap-2">
        <p className="[overflow-wrap:anywhere]">
          <Trans
            i18nKey={isBare ? 'deployments.base-path-written' : 'deployments.base-path-replaced'}
            values={{ path: basePath }}
            components={[<bdi key="path" dir="ltr" className="font-mono text-xs" />]}
          />
        </p>
        <Button
          size="small"
          className="h-auto min-h-7 w-fit max-w-full whitespace-normal py-1 text-start"
          onClick={() => form.setValue('upstreamUrl', better, { shouldValidate: true, shouldDirty: true })}
        >
          <span className="min-w-0">
            {t('deployments.base-path-use')} <Code>{better}</Code>
          </span>
        </Button>
      </div>
    </div>
  );
};
