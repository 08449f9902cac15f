import { SunMoon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { LateMenu, lateMenu } from '../../components/ui/late-menu.tsx';

const choices = lateMenu<object>(() =>
  import('./theme-choices.tsx').then((module) => ({ default: module.ThemeChoices })),
);

/** The theme menu, for people who are not logged in. */
export const ThemeMenu = () => {
  const { t } = useTranslation();
  return (
    <LateMenu
      menu={choices}
      more={{}}
      button={
        <Button variant="quiet" size="icon" aria-label={t('shell.theme-button')}>
          <SunMoon />
        </Button>
      }
    />
  );
};
