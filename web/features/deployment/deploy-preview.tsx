import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeploymentPreview } from '#domain/deployment/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHead } from '../../components/ui/dialog.tsx';
import { GatewayChanges } from './shared/gateway-changes.tsx';

type Props = Readonly<{
  preview: DeploymentPreview;
  isProduction: boolean;
  /** Text of the button, for example "Deploy to DEV". */
  action: string;
  onClose: () => void;
  onDeploy: () => void;
}>;

/** Shows what deploying will change on the gateway, before it happens. */
export const DeployPreview = ({ preview, isProduction, action, onClose, onDeploy }: Props) => {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-[720px] grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden">
        <div className="flex flex-col gap-3">
          <DialogHead
            title={t('gateway.preview-title')}
            text={preview.changes.length === 0 ? t('gateway.preview-nothing') : t('gateway.preview-text')}
          />
          {preview.globalPlugins.length > 0 && (
            <p role="note" className="flex gap-2 rounded-control bg-warning/10 px-3 py-2 text-table">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" />
              <span>{t('gateway.preview-global-plugins', { plugins: preview.globalPlugins.join(', ') })}</span>
            </p>
          )}
          {preview.countsAnew && (
            <p role="note" className="text-sm">
              {t('gateway.preview-counts-anew')}
            </p>
          )}
        </div>
        {preview.changes.length > 0 && (
          <section
            aria-label={t('gateway.preview-title')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a part that scrolls.
            tabIndex={0}
            className="overflow-y-auto"
          >
            <GatewayChanges plan={preview} />
          </section>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button>{t('gateway.preview-back')}</Button>
          </DialogClose>
          <Button variant={isProduction ? 'danger' : 'primary'} onClick={onDeploy}>
            {action}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
};
