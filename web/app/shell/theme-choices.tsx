import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '../../components/ui/dropdown-menu.tsx';
import type { LateMenuProps } from '../../components/ui/late-menu.tsx';
import { ThemeItems } from './theme-items.tsx';

export const ThemeChoices = ({ button }: LateMenuProps) => (
  <DropdownMenu>
    <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
    <DropdownMenuContent>
      <ThemeItems />
    </DropdownMenuContent>
  </DropdownMenu>
);
