import { useTranslation } from 'react-i18next';
import { DropdownMenuRadioGroup, DropdownMenuRadioItem } from '../../components/ui/dropdown-menu.tsx';
import { type Appearance, themes } from '../../features/settings/appearance.ts';
import { chooseAppearance, useAppearance } from '../../features/settings/settings-store.ts';

/** The themes as menu choices. The menu stays open after a choice. */
export const ThemeItems = () => {
  const { t } = useTranslation();
  const { theme } = useAppearance();
  return (
    <DropdownMenuRadioGroup
      value={theme}
      onValueChange={(value) => chooseAppearance({ theme: value as Appearance['theme'] })}
    >
      {themes.map((name) => (
        <DropdownMenuRadioItem key={name} value={name} onSelect={(event) => event.preventDefault()}>
          {t(`shell.theme-${name}`)}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  );
};
