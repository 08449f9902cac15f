import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { LateMenu, lateMenu } from '../../components/ui/late-menu.tsx';
import { offeredLocales, useLocale } from '../../i18n/language.ts';

const choices = lateMenu<object>(() =>
  import('./language-choices.tsx').then((module) => ({ default: module.LanguageChoices })),
);

/** The button of the language menu, for everybody. */
export const LanguageMenu = () => {
  const { t } = useTranslation();
  const current = useLocale();
  if (offeredLocales.length < 2) return null;
  return (
    <LateMenu
      menu={choices}
      more={{}}
      button={
        <Button variant="quiet" size="icon" aria-label={t('shell.language', { language: current.name })}>
          <Languages />
        </Button>
      }
    />
  );
};
