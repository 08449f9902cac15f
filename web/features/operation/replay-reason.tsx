import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextAreaField } from '../../components/form/text-area-field.tsx';

/** Asks why something is replayed, for the record. */
export const ReplayReason = ({ control }: Readonly<{ control: Control<{ reason: string }> }>) => {
  const { t } = useTranslation();
  return (
    <TextAreaField
      name="reason"
      control={control}
      label={t('operations.replay.reason')}
      help={t('operations.replay.reason-help')}
      required
      maximum={500}
      rows={3}
    />
  );
};
