import { ArrowRight, LogOut, Rocket, Settings, SunMoon } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { UserDetail } from '#domain/user/schema.ts';
import { mayPublish } from '../../api/roles.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '../../components/ui/command.tsx';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '../../components/ui/dialog.tsx';
import { useReturnFocus } from '../../components/ui/use-return-focus.ts';
import { useLogOut } from '../../features/session/shared/use-log-out.ts';
import { themes } from '../../features/settings/appearance.ts';
import { chooseAppearance } from '../../features/settings/settings-store.ts';
import { paths } from '../routes/paths.ts';
import { routes } from '../routes/routes.ts';
import { FoundApis } from './found-apis.tsx';

type Props = { user: UserDetail; isOpen: boolean; onClose: () => void };

type Entry = Readonly<{
  label: string;
  icon: ComponentType<{ className?: string }>;
  run: () => void;
  /** Keeps the palette open, because another question follows. */
  staysOpen?: true;
}>;

/** Returns the screens that this user may open and that need only their address. */
const pagesOf = (user: UserDetail) =>
  routes.filter(({ path, who }) => who !== 'anyone' && who(user) && !path.includes(':'));

/** The command palette: APIs, found by the server, and screens and actions, found here. */
export const Palette = ({ user, isOpen, onClose }: Props) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const dock = useDock();
  const logOut = useLogOut();
  const returnFocus = useReturnFocus();
  const [step, setStep] = useState<'start' | 'deploy'>('start');
  const [text, setText] = useState('');
  const isDeploy = step === 'deploy';

  const close = () => {
    onClose();
    setText('');
    setStep('start');
  };

  const pages: Entry[] = pagesOf(user).map(({ path, titleKey, side, top }) => ({
    label: t(titleKey),
    icon: side?.icon ?? top?.icon ?? (path === paths.settings() ? Settings : ArrowRight),
    run: () => navigate(path),
  }));
  const askWhichApi: Entry = {
    label: t('shell.palette-deploy'),
    icon: Rocket,
    staysOpen: true,
    run: () => {
      setText('');
      setStep('deploy');
    },
  };
  const actions: Entry[] = [
    ...(mayPublish(user) ? [askWhichApi] : []),
    ...themes.map((theme) => ({
      label: t('shell.palette-theme', { theme: t(`shell.theme-${theme}`) }),
      icon: SunMoon,
      run: () => chooseAppearance({ theme }),
    })),
    { label: t('shell.log-out'), icon: LogOut, run: logOut },
  ];

  // Letters scattered through a title are not a match, so that Enter never opens a surprise.
  const wanted = text.trim().toLowerCase();
  const group = (heading: string, entries: readonly Entry[]) => {
    const found = entries.filter(({ label }) => label.toLowerCase().includes(wanted));
    if (isDeploy || found.length === 0) return null;
    return (
      <CommandGroup heading={heading}>
        {found.map(({ label, icon: Icon, run, staysOpen }) => (
          <CommandItem
            key={label}
            value={label}
            onSelect={() => {
              if (!staysOpen) close();
              run();
            }}
          >
            <Icon className="text-muted rtl:-scale-x-100" />
            {label}
          </CommandItem>
        ))}
      </CommandGroup>
    );
  };

  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && close()}>
      <DialogContent className="max-w-xl gap-0 overflow-hidden p-0" {...returnFocus}>
        <DialogTitle className="sr-only">{t('shell.palette')}</DialogTitle>
        <DialogDescription className="sr-only">{t('shell.palette-hint')}</DialogDescription>
        <Command
          label={t('shell.palette')}
          shouldFilter={false}
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
            {group(t('shell.palette-pages'), pages)}
            {group(t('shell.palette-actions'), actions)}
            {(isDeploy || wanted !== '') && (
              <FoundApis
                text={text}
                toDeploy={isDeploy}
                onChoose={(id) => {
                  close();
                  if (isDeploy) navigate(paths.deploy(id));
                  else dock.open('api', id);
                }}
              />
            )}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
};
