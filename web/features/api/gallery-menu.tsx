import { Ellipsis, Radio } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';

/**
 * The menu entry of the other gallery. It says that this gallery does not exist yet. The keyboard reaches it, so that
 * everybody can read it.
 */
export const GalleryMenu = () => {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon" aria-label={t('apis.menu')}>
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-72">
        <DropdownMenuItem aria-disabled onSelect={(event) => event.preventDefault()} className="items-start">
          <Radio className="mt-0.5 text-muted" />
          <span>
            <span className="block">{t('apis.events')}</span>
            <span className="block text-pretty text-muted text-xs">{t('apis.events-later')}</span>
          </span>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
