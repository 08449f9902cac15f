import { useTranslation } from 'react-i18next';

/** Specification 1, section 9. */
const version = '1.0.0';

export const Footer = () => {
  const { t } = useTranslation();
  return (
    <footer className="border-border border-t">
      <div className="mx-auto flex max-w-[1120px] flex-wrap justify-between gap-2 px-4 py-6 text-muted text-xs sm:px-6">
        <span>{t('shell.footer')}</span>
        <span>{t('shell.footer-version', { version })}</span>
      </div>
    </footer>
  );
};
