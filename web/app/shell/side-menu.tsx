import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { navGroups } from '../../components/layout/screen.ts';
import { cn } from '../../components/ui/cn.ts';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import type { NavItem, sideMenu } from './nav.ts';

type Groups = ReturnType<typeof sideMenu>;

export const sideLinkClasses =
  'flex min-h-8 items-center gap-2.5 rounded-control px-2 py-1 font-medium text-[0.8125rem] text-muted transition-colors hover:bg-hover hover:text-foreground aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text [&_svg]:size-4 [&_svg]:shrink-0';

const Item = ({
  item,
  collapsed,
  onNavigate,
}: {
  item: NavItem;
  collapsed: boolean;
  onNavigate?: (() => void) | undefined;
}) => {
  const { t } = useTranslation();
  const [location] = useLocation();
  const Icon = item.icon;
  const Count = item.count;
  const link = (
    <Link
      href={item.path}
      onPointerEnter={item.prepare}
      onFocus={item.prepare}
      aria-current={location === item.path ? 'page' : undefined}
      aria-label={collapsed ? t(item.label) : undefined}
      onClick={onNavigate}
      className={cn(sideLinkClasses, 'relative', collapsed && 'justify-center px-0')}
    >
      <Icon />
      {!collapsed && <span className="min-w-0">{t(item.label)}</span>}
      {Count && (
        <Suspense>
          <span className={collapsed ? 'absolute -end-1.5 -top-1' : 'ms-auto flex'}>
            <Count />
          </span>
        </Suspense>
      )}
    </Link>
  );
  return collapsed ? (
    <Tooltip text={t(item.label)} side="inline-end">
      {link}
    </Tooltip>
  ) : (
    link
  );
};

/** The groups of the left menu. Shows only icons when collapsed. */
export const SideMenu = ({
  groups,
  collapsed = false,
  onNavigate,
}: {
  groups: Groups;
  collapsed?: boolean;
  onNavigate?: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('shell.side-menu')} className="flex flex-col gap-5">
      {groups.map(({ group, items }) => (
        <div key={group}>
          {!collapsed && <p className="px-2 pb-1.5 font-medium text-muted text-xs">{t(navGroups[group])}</p>}
          <ul className="flex flex-col gap-0.5">
            {items.map((item) => (
              <li key={item.path}>
                <Item item={item} collapsed={collapsed} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
};
