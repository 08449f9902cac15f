import { ChevronRight, Pencil, ServerCog, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { cn } from '../../components/ui/cn.ts';
import { DeploymentDetails } from './deployment-details.tsx';
import { DeploymentState, isBusy } from './shared/deployment-state.tsx';

type Props = Readonly<{
  deployment: DeploymentRow;
  api: ApiDetail;
  /** Open until the user closes it. */
  startsOpen: boolean;
  /** Undefined if the user may not delete it. */
  onDelete?: (() => void) | undefined;
  /** Shows the gateway's configuration. Undefined if the user may not see it. */
  onConfig?: (() => void) | undefined;
}>;

/** One deployment: its row, with details that open below. */
export const DeploymentRows = ({ deployment, api, startsOpen, onDelete, onConfig }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const { state, path } = deployment;
  const auth = t(`deployments.auth.${deployment.auth}`);
  const isOpen = chosen ?? (startsOpen || isBusy(state) || state === 'failed');
  const cell = 'h-11 px-2 first:ps-3 last:pe-2';
  return (
    <tbody className="border-border border-t">
      <tr>
        <td className={cell}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t('deployments.show-details', { path })}
            onClick={() => setChosen(!isOpen)}
            className="-ms-1 flex items-center gap-1.5 rounded-control p-1 hover:bg-hover"
          >
            <ChevronRight
              className={cn(
                'size-4 text-muted transition-transform duration-150 rtl:-scale-x-100',
                isOpen && 'rotate-90 rtl:-rotate-90',
              )}
            />
            <EnvironmentTag environment={deployment.env} />
          </button>
        </td>
        <td className={cn(cell, '@max-lg:hidden')}>{auth}</td>
        <td className={cn(cell, 'max-w-0')}>
          <Ltr className="block break-all py-1 font-mono text-xs">{path}</Ltr>
          <span className="flex @lg:hidden flex-wrap gap-x-3 text-xs">
            <DeploymentState state={state} />
            <span className="text-muted">{auth}</span>
          </span>
          <div className="-ms-1.5 flex flex-wrap">
            {onDelete && state !== 'undeploying' && (
              <RowAction
                icon={Pencil}
                word={t('common.edit')}
                label={t('deployments.edit', { path })}
                href={`/api-deploy/${deployment.apiId}?id=${deployment.id}`}
              />
            )}
            {onConfig && (
              <RowAction
                icon={ServerCog}
                word={t('gateway.config-word')}
                label={t('gateway.config', { path })}
                onClick={onConfig}
              />
            )}
            {onDelete && state !== 'undeploying' && (
              <RowAction
                icon={Trash2}
                word={t('common.delete')}
                label={t('deployments.delete', { path })}
                onClick={onDelete}
              />
            )}
          </div>
        </td>
        <td className={cn(cell, '@max-lg:hidden whitespace-nowrap')}>
          <DeploymentState state={state} />
        </td>
      </tr>
      <tr id={id} hidden={!isOpen}>
        <td colSpan={4} className="px-3 pt-1 pb-4">
          {isOpen && <DeploymentDetails deployment={deployment} api={api} />}
        </td>
      </tr>
    </tbody>
  );
};
