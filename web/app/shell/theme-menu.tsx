import { SunMoon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '../../components/ui/dropdown-menu.tsx';
import { ThemeItems } from './theme-items.tsx';

/** The theme menu, for people who are not logged in. */
export const ThemeMenu = () => {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon" aria-label={t('shell.theme-button')}>
          <SunMoon />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <ThemeItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
