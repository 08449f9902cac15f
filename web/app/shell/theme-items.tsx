import { useTranslation } from 'react-i18next';
import { DropdownMenuRadioGroup, DropdownMenuRadioItem } from '#web/components/ui/dropdown-menu.tsx';
import { setTheme, type Theme, themes, useTheme } from '../theme.ts';

/** The themes as choices of a menu that stays open. */
export const ThemeItems = () => {
  const { t } = useTranslation();
  const theme = useTheme();
  return (
    <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
      {themes.map((name) => (
        <DropdownMenuRadioItem key={name} value={name} onSelect={(event) => event.preventDefault()}>
          {t(`shell.theme-${name}`)}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  );
};
