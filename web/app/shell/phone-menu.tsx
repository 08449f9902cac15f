import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Sheet, SheetContent, SheetTitle } from '../../components/ui/sheet.tsx';
import type { NavItem, sideMenu } from './nav.ts';
import { SideMenu, sideLinkClasses } from './side-menu.tsx';

type Props = Readonly<{
  entries: readonly NavItem[];
  groups: ReturnType<typeof sideMenu>;
  isOpen: boolean;
  onClose: () => void;
}>;

/** Both menus in one sheet, for screens below 768 px. */
export const PhoneMenu = ({ entries, groups, isOpen, onClose }: Props) => {
  const { t } = useTranslation();
  const [location] = useLocation();
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <SheetContent>
        <SheetTitle className="flex h-14 shrink-0 items-center border-border border-b px-4 font-semibold">
          {t('shell.menu')}
        </SheetTitle>
        <div className="flex flex-col gap-5 overflow-y-auto p-3">
          <nav aria-label={t('shell.main-menu')}>
            <ul className="flex flex-col gap-0.5">
              {entries.map(({ path, label, icon: Icon }) => (
                <li key={path}>
                  <Link
                    href={path}
                    onClick={onClose}
                    aria-current={location === path ? 'page' : undefined}
                    className={sideLinkClasses}
                  >
                    <Icon />
                    {t(label)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <SideMenu groups={groups} onNavigate={onClose} />
        </div>
      </SheetContent>
    </Sheet>
  );
};
