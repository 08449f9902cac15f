import { useTranslation } from 'react-i18next';
import { notice } from '../../api/notice.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import type { LateMenuProps } from '../../components/ui/late-menu.tsx';
import { chooseLanguage } from '../../features/settings/settings-store.ts';
import { offeredLocales, useLocale } from '../../i18n/language.ts';

/** The languages by their own names, so that somebody with the wrong language can read theirs. */
export const LanguageChoices = ({ button }: LateMenuProps) => {
  const { t } = useTranslation();
  const current = useLocale();
  const choose = (code: string) => chooseLanguage(code).catch(() => notice.error(t('errors.network')));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
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
