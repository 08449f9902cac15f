import { ArrowRight, LogOut, Rocket, Settings, SunMoon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { UserDetail } from '#domain/user/schema.ts';
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '#web/components/ui/command.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#web/components/ui/dialog.tsx';
import { useReturnFocus } from '#web/components/ui/use-return-focus.ts';
import { useDock } from '#web/components/use-dock.ts';
import { useLogOut } from '#web/components/use-log-out.ts';
import { themes } from '#web/features/settings/appearance.ts';
import { chooseAppearance } from '#web/features/settings/settings-store.ts';
import { paths } from '../paths.ts';
import { mayPublish } from '../roles.ts';
import { routes } from '../routes.tsx';
import { FoundApis } from './found-apis.tsx';

type Props = { user: UserDetail; isOpen: boolean; onClose: () => void };

/** The screens that this user may open and that need nothing but their address. */
const pagesOf = (user: UserDetail) =>
  routes.filter(({ path, who }) => who !== 'anyone' && who(user) && !path.includes(':'));

/** Letters that are only scattered through a title are no match: Enter must not open a surprise. */
const contains = (value: string, search: string): number =>
  value.toLowerCase().includes(search.trim().toLowerCase()) ? 1 : 0;

const Action = ({ icon, label, onSelect }: { icon: ReactNode; label: string; onSelect: () => void }) => (
  <CommandItem value={label} onSelect={onSelect}>
    {icon}
    {label}
  </CommandItem>
);

/** Everything that can be reached by typing: APIs, screens, actions. */
export const Palette = ({ user, isOpen, onClose }: Props) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const dock = useDock();
  const logOut = useLogOut();
  const returnFocus = useReturnFocus();
  const [step, setStep] = useState<'start' | 'deploy'>('start');
  const [text, setText] = useState('');

  const close = () => {
    onClose();
    setText('');
    setStep('start');
  };
  const and = (action: () => void) => () => {
    close();
    action();
  };
  const isDeploy = step === 'deploy';

  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && close()}>
      <DialogContent className="max-w-xl gap-0 overflow-hidden p-0" {...returnFocus}>
        <DialogTitle className="sr-only">{t('shell.palette')}</DialogTitle>
        <DialogDescription className="sr-only">{t('shell.palette-hint')}</DialogDescription>
        {/* What is found on the server is found; only pages and actions are filtered here. */}
        <Command
          label={t('shell.palette')}
          shouldFilter={!isDeploy}
          filter={contains}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && text === '') setStep('start');
          }}
        >
          <CommandInput
            autoFocus
            dir="auto"
            className="pe-10"
            value={text}
            onValueChange={setText}
            placeholder={isDeploy ? t('shell.palette-deploy-placeholder') : t('shell.palette-placeholder')}
          />
          <CommandList className="max-h-[min(24rem,60vh)]">
            <CommandEmpty>{t('shell.palette-empty')}</CommandEmpty>
            {(isDeploy || text.trim() !== '') && (
              <FoundApis
                text={text}
                my={isDeploy}
                onChoose={(id) => and(() => (isDeploy ? navigate(paths.deploy(id)) : dock.open('api', id)))()}
              />
            )}
            {!isDeploy && (
              <>
                <CommandGroup heading={t('shell.palette-pages')}>
                  {pagesOf(user).map(({ path, titleKey, side, top }) => {
                    const Icon = side?.icon ?? top?.icon ?? (path === paths.settings() ? Settings : ArrowRight);
                    return (
                      <CommandItem key={path} value={`${t(titleKey)} ${path}`} onSelect={and(() => navigate(path))}>
                        <Icon className="text-muted" />
                        {t(titleKey)}
                      </CommandItem>
                    );
                  })}
                </CommandGroup>
                <CommandGroup heading={t('shell.palette-actions')}>
                  {mayPublish(user) && (
                    <Action
                      icon={<Rocket className="text-muted" />}
                      label={t('shell.palette-deploy')}
                      onSelect={() => {
                        setText('');
                        setStep('deploy');
                      }}
                    />
                  )}
                  {themes.map((theme) => (
                    <Action
                      key={theme}
                      icon={<SunMoon className="text-muted" />}
                      label={t('shell.palette-theme', { theme: t(`shell.theme-${theme}`) })}
                      onSelect={and(() => chooseAppearance({ theme }))}
                    />
                  ))}
                  <Action
                    icon={<LogOut className="text-muted rtl:-scale-x-100" />}
                    label={t('shell.log-out')}
                    onSelect={and(() => void logOut())}
                  />
                </CommandGroup>
              </>
            )}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
};
