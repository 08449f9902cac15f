import { ArrowRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { UserDetail } from '#domain/user/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '../../components/ui/dialog.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { firstSteps, partsOf, stepLinks } from './first-steps.ts';
import { seeWelcomeCommand } from './shared/queries.ts';
import { RoleChips } from './shared/role-chips.tsx';

type Props = Readonly<{ user: UserDetail }>;

const headingClasses = 'font-semibold text-sm';

const Who = ({ user }: Props) => {
  const t = useLazyTexts('welcome');
  const { organizationName, organizationExternal, roles, ownerApps } = user;
  return (
    <section>
      <h3 className={headingClasses}>{t('welcome.who')}</h3>
      <dl className="mt-3 flex flex-col gap-4">
        <div>
          <dt className="text-muted text-xs">{t('welcome.organization')}</dt>
          <dd className="mt-1 flex flex-wrap items-center gap-2">
            <bdi>{organizationName}</bdi>
            <Badge>{t(organizationExternal ? 'welcome.organization-external' : 'welcome.organization-internal')}</Badge>
          </dd>
        </div>
        <div>
          <dt className="text-muted text-xs">{t('welcome.roles')}</dt>
          <dd className="mt-1">{roles.length > 0 ? <RoleChips roles={roles} /> : t('welcome.no-roles')}</dd>
        </div>
        {ownerApps.length > 0 && (
          <div>
            <dt className="text-muted text-xs">{t('welcome.applications')}</dt>
            <dd className="mt-1">
              <ul>
                {ownerApps.map(({ id, name }) => (
                  <li key={id}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
};

const Can = ({ user }: Props) => {
  const t = useLazyTexts('welcome');
  const parts = partsOf(user);
  if (parts.length === 0) return null;
  return (
    <section>
      <h3 className={headingClasses}>{t('welcome.can')}</h3>
      <ul className="mt-3 flex flex-col gap-3">
        {parts.map((part) => (
          <li key={part} className="text-pretty">
            {t(`welcome.can-${part}`)}
          </li>
        ))}
      </ul>
    </section>
  );
};

const Steps = ({ user, onGo }: Props & { onGo: () => void }) => {
  const t = useLazyTexts('welcome');
  return (
    <section>
      <h3 className={headingClasses}>{t('welcome.steps')}</h3>
      <ul className="mt-3 flex flex-col gap-2">
        {firstSteps(partsOf(user)).map((step) => {
          const { href, icon: Icon } = stepLinks[step];
          return (
            <li key={step}>
              <Link
                href={href}
                onClick={onGo}
                className="group flex items-center gap-3 rounded-card border border-border px-3 py-2.5 transition-colors hover:border-accent hover:bg-accent-soft"
              >
                <Icon className="size-4 shrink-0 text-accent-text" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{t(`welcome.step-${step}`)}</span>
                  <span className="block text-pretty text-muted text-xs">{t(`welcome.step-${step}-text`)}</span>
                </span>
                <ArrowRight className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const Content = ({ user, onClose }: Props & { onClose: () => void }) => {
  const t = useLazyTexts('welcome');
  return (
    <DialogContent className="top-[8vh] flex max-h-[84vh] max-w-none flex-col gap-6 p-5 sm:max-w-[80vw] sm:p-8">
      <div className="grid gap-1">
        <DialogTitle className="text-xl tracking-[-0.015em]">
          {t('welcome.title', { name: user.firstname || user.email })}
        </DialogTitle>
        <DialogDescription>{t('welcome.text')}</DialogDescription>
      </div>
      <div className="grid gap-x-10 gap-y-7 lg:grid-cols-[1fr_1.3fr_1.4fr]">
        <Who user={user} />
        <Can user={user} />
        <Steps user={user} onGo={onClose} />
      </div>
      <DialogFooter className="sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
        <Button variant="primary" size="large" onClick={onClose}>
          {t('welcome.done')}
        </Button>
      </DialogFooter>
    </DialogContent>
  );
};

/**
 * Shown once, at the first login: who the user is here, what they can do, and where to start. Every way of closing it
 * counts.
 */
export const WelcomeDialog = ({ user }: Props) => {
  const [open, setOpen] = useState(true);
  const command = useCommand(seeWelcomeCommand);
  const close = () => {
    setOpen(false);
    void command.run({});
  };
  return (
    <Dialog open={open} onOpenChange={close}>
      <Suspense>
        <Content user={user} onClose={close} />
      </Suspense>
    </Dialog>
  );
};
