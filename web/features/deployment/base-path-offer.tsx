import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { callPrefix, endsInBasePath, ownPrefix, withBasePath, withoutPath } from '#domain/deployment/base-path.ts';
import type { CallPaths } from '#domain/deployment/call-paths.ts';
import { Code } from '../../components/text/code.tsx';
import { Button } from '../../components/ui/button.tsx';
import { type DeployInput, type DeployValues, isTarget } from './deploy-values.ts';
import { callPathsOptions } from './shared/queries.ts';

type Props = Readonly<{ form: UseFormReturn<DeployInput, unknown, DeployValues>; api: ApiDetail }>;

type BasePaths = Pick<CallPaths, 'basePath' | 'otherBasePaths'>;

/** Returns the first base path that a target does not lead to. */
const missedBy = (target: string, { basePath, otherBasePaths }: BasePaths) =>
  otherBasePaths.find(({ basePath: own }) => ownPrefix(target, basePath, own) === undefined);

/** Returns what there is to say of a target: a text with its values, and a better target. */
const adviceOn = (target: string, paths: BasePaths) => {
  const { basePath } = paths;
  const missed = missedBy(target, paths);
  if (missed) {
    const values = { path: missed.basePath || '/', example: missed.paths[0] ?? '' };
    return { text: 'deployments.base-path-missed', values, better: withoutPath(target) } as const;
  }
  if (endsInBasePath(target, basePath)) return undefined;
  const better = withBasePath(target, basePath);
  const isBare = callPrefix(target, basePath) !== '';
  return {
    text: isBare ? 'deployments.base-path-written' : 'deployments.base-path-replaced',
    values: { path: basePath },
    better: missedBy(better, paths) ? undefined : better,
  } as const;
};

/**
 * Explains the effect of a target that does not end in the description's base path or does not lead to all of its paths, and
 * offers the target that does.
 */
export const BasePathOffer = ({ form, api }: Props) => {
  const { t } = useTranslation();
  const target = useWatch({ control: form.control, name: 'upstreamUrl' })?.trim() ?? '';
  const paths = useQuery(callPathsOptions(api)).data;
  const advice = paths && isTarget(target) ? adviceOn(target, paths) : undefined;
  if (!advice) return null;
  const { text, values, better } = advice;
  return (
    <div role="status" className="flex gap-2 rounded-card bg-info/10 px-3 py-2.5 text-table">
      <Info className="mt-px size-4 shrink-0 text-info" />
      <div className="grid min-w-0 gap-2">
        <p className="[overflow-wrap:anywhere]">
          <Trans
            i18nKey={text}
            values={values}
            components={[<bdi key="path" dir="ltr" className="font-mono text-xs" />]}
          />
        </p>
        {better !== undefined && (
          <Button
            size="small"
            className="h-auto min-h-7 w-fit max-w-full whitespace-normal py-1 text-start"
            onClick={() => form.setValue('upstreamUrl', better, { shouldValidate: true, shouldDirty: true })}
          >
            <span className="min-w-0">
              {t('deployments.base-path-use')} <Code>{better}</Code>
            </span>
          </Button>
        )}
      </div>
    </div>
  );
};
