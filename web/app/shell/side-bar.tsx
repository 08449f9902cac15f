import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import type { sideMenu } from './nav.ts';
import { SideMenu } from './side-menu.tsx';

const collapsedKey = 'apim-menu-collapsed';

const storedCollapsed = (): boolean => {
  try {
    return localStorage.getItem(collapsedKey) === '1';
  } catch {
    return false;
  }
};

/** The side menu of a wide screen. It can be collapsed to its icons. */
export const SideBar = ({ groups }: { groups: ReturnType<typeof sideMenu> }) => {
  const { t } = useTranslation();
  const [collapsed, setCollapsed] = useState(storedCollapsed);
  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(collapsedKey, collapsed ? '0' : '1');
    } catch {
      // Storage is blocked. The choice lasts until the page is left.
    }
  };
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div
      className={cn(
        'sticky top-(--header-offset) hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col justify-between gap-4 overflow-y-auto border-border border-e px-3 py-4 md:flex',
        collapsed ? 'w-14' : 'w-[260px]',
      )}
    >
      <SideMenu groups={groups} collapsed={collapsed} />
      <Button
        variant="quiet"
        size="icon"
        aria-expanded={!collapsed}
        aria-label={collapsed ? t('shell.expand') : t('shell.collapse')}
        onClick={toggle}
      >
        <Icon className="rtl:-scale-x-100" />
      </Button>
    </div>
  );
};
