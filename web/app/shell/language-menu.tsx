import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../api/notice.ts';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import { chooseLanguage } from '../../features/settings/settings-store.ts';
import { offeredLocales, useLocale } from '../../i18n/language.ts';

/** The languages by their own names, so that somebody with the wrong language can read theirs. */
export const LanguageMenu = () => {
  const { t } = useTranslation();
  const current = useLocale();
  if (offeredLocales.length < 2) return null;
  const choose = (code: string) => chooseLanguage(code).catch(() => notice.error(t('errors.network')));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon" aria-label={t('shell.language', { language: current.name })}>
          <Languages />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup value={current.code} onValueChange={choose}>
          {offeredLocales.map(({ code, tag, name, dir }) => (
            <DropdownMenuRadioItem key={code} value={code}>
              <span lang={tag} dir={dir}>
                {name}
              </span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
