import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { NavItem, sideMenu } from './nav.ts';
import { SideMenu, sideLinkClasses } from './side-menu.tsx';

type Props = { entries: readonly NavItem[]; groups: ReturnType<typeof sideMenu>; onNavigate: () => void };

/** Both menus in one sheet, under 768 px. */
export const PhoneMenu = ({ entries, groups, onNavigate }: Props) => {
  const { t } = useTranslation();
  const [location] = useLocation();
  return (
    <div className="flex flex-col gap-5 overflow-y-auto p-3">
      <nav aria-label={t('shell.main-menu')}>
        <ul className="flex flex-col gap-0.5">
          {entries.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <Link
                href={path}
                onClick={onNavigate}
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
      <SideMenu groups={groups} onNavigate={onNavigate} />
    </div>
  );
};
