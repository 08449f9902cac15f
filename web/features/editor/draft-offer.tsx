import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';

type Props = Readonly<{ onContinue: () => void; onDiscard: () => void }>;

/** Offers the user's own draft that was not saved. */
export const DraftOffer = ({ onContinue, onDiscard }: Props) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-2 border-border border-b bg-accent-soft px-4 py-1.5 sm:px-6">
      <p className="me-auto">{t('editor.draft')}</p>
      <Button size="small" onClick={onDiscard}>
        {t('editor.draft-discard')}
      </Button>
      <Button size="small" variant="primary" onClick={onContinue}>
        {t('editor.draft-continue')}
      </Button>
    </div>
  );
};
