import { ChevronRight, Copy, KeyRound, Pencil, ServerCog, Trash2 } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import { RowAction } from '../../components/table/row-action.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { cn } from '../../components/ui/cn.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { DeploymentDetails } from './deployment-details.tsx';
import { DeploymentState, isBusy } from './shared/deployment-state.tsx';

/** Loaded for those who may move it. */
const MoveAction = lazy(() => import('./move-action.tsx').then((module) => ({ default: module.MoveAction })));

type Props = Readonly<{
  deployment: DeploymentRow;
  api: ApiDetail;
  /** Open until the user closes it. */
  startsOpen: boolean;
  /** Undefined if the user may not delete it. */
  onDelete?: (() => void) | undefined;
  /** Shows the gateway's configuration. Undefined if the user may not see it. */
  onConfig?: (() => void) | undefined;
  /** Asks before it, or the other deployment of a move, is deleted. Undefined if the user may not delete it. */
  onEnd?: ((id: number) => void) | undefined;
  /** Adds a key. Undefined if the user may not, or it is not deployed. */
  onKey?: (() => void) | undefined;
}>;

/** One deployment: its row, with details that open below. */
export const DeploymentRows = ({ deployment, api, startsOpen, onDelete, onConfig, onKey, onEnd }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const errorText = useErrorText();
  const { state, path, moving, isReadOnly } = deployment;
  // The gateway takes no changes: what would be one is off, and says why.
  const change = { isOff: isReadOnly, why: errorText({ code: readOnlyCode }) };
  // Its form follows that of another one.
  const follows = moving !== null && !moving.isLeader;
  const auth = t(`deployments.auth.${deployment.auth}`);
  const isOpen = chosen ?? (startsOpen || isBusy(state) || state === 'failed' || moving !== null);
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
            {onDelete && state !== 'undeploying' && !follows && (
              <RowAction
                icon={Pencil}
                word={t('common.edit')}
                label={t('deployments.edit', { path })}
                {...change}
                href={`/api-deploy/${deployment.apiId}?id=${deployment.id}`}
              />
            )}
            {onDelete && state !== 'undeploying' && (
              <RowAction
                icon={Copy}
                word={t('common.copy')}
                label={t('deployments.copy', { path })}
                href={`/api-deploy/${deployment.apiId}?copy=${deployment.id}`}
              />
            )}
            {onDelete && state === 'deployed' && !moving && (
              <Suspense>
                <MoveAction deployment={deployment} api={api} />
              </Suspense>
            )}
            {onConfig && (
              <RowAction
                icon={ServerCog}
                word={t('gateway.config-word')}
                label={t('gateway.config', { path })}
                onClick={onConfig}
              />
            )}
            {onKey && (
              <RowAction
                icon={KeyRound}
                word={t('consumers.add')}
                label={`${t('consumers.add')}: ${path}`}
                {...change}
                onClick={onKey}
              />
            )}
            {onDelete && state !== 'undeploying' && (
              <RowAction
                icon={Trash2}
                word={t('common.delete')}
                label={t('deployments.delete', { path })}
                {...change}
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
          {isOpen && <DeploymentDetails deployment={deployment} api={api} onEnd={onEnd} />}
        </td>
      </tr>
    </tbody>
  );
};
