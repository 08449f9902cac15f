import { useTranslation } from 'react-i18next';
import { Dialog, DialogContent, DialogHead } from '../ui/dialog.tsx';
import { Textarea } from '../ui/textarea.tsx';

/** Shows a text, selected, where the browser refused to copy it. */
export const CopyByHand = ({ value, onClose }: Readonly<{ value: string; onClose: () => void }>) => {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHead title={t('common.copy-by-hand')} text={t('common.copy-by-hand-text')} />
        <Textarea
          readOnly
          dir="ltr"
          aria-label={t('common.copy-by-hand')}
          className="font-mono text-xs"
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
      </DialogContent>
    </Dialog>
  );
};
