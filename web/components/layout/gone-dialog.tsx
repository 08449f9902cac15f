import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem-error.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { DialogClose, DialogFooter } from '../ui/dialog.tsx';

type Props = Readonly<{ title: string; text: string; error: unknown; onClose: () => void }>;

/** Says that what should be opened is not there, or why it could not be read. */
export const GoneDialog = ({ title, text, error, onClose }: Props) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <FormDialog
      open
      onClose={onClose}
      title={error ? t('common.failed-title') : title}
      text={error ? errorText(asProblem(error)) : text}
    >
      <DialogFooter>
        <DialogClose asChild>
          <Button>{t('common.close')}</Button>
        </DialogClose>
      </DialogFooter>
    </FormDialog>
  );
};
