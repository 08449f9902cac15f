import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../layout/empty.tsx';
import { Button } from '../ui/button.tsx';

/** Shown if rows exist, but none matches the filters. */
export const NoMatch = ({ onClear }: { onClear: () => void }) => {
  const { t } = useTranslation();
  return (
    <Empty
      icon={SearchX}
      title={t('common.no-match-title')}
      text={t('common.no-match-text')}
      action={<Button onClick={onClear}>{t('common.clear-filters')}</Button>}
    />
  );
};
