import { ShieldAlert, ShieldCheck, Split } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { isGatewayAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { leftToRight } from '../../i18n/left-to-right.ts';

type Props = Readonly<{ deploymentId: number; path: string; drift: NonNullable<DeploymentRow['drift']> }>;

const Line = ({ icon, tone, children }: Readonly<{ icon: ReactNode; tone: string; children: ReactNode }>) => (
  <p role="status" className={cn('flex gap-2 rounded-control px-3 py-2 text-table', tone)}>
    {icon}
    <span className="min-w-0 break-words">{children}</span>
  </p>
);

/** Says what others did to a deployment on its gateway: protection that was lost and put back, and objects that take or change its calls. */
export const DriftNotice = ({ deploymentId, path, drift: { lost, added, foreign, open } }: Props) => {
  const t = useLazyTexts('operations', 'foreign-objects');
  const format = useFormat();
  const user = useUser();
  const size = 'mt-0.5 size-4 shrink-0';
  const objects = lost?.objects.join(', ') ?? '';
  return (
    <>
      {lost && lost.putBackAt === null && (
        <Line tone="bg-danger/8" icon={<ShieldAlert className={cn(size, 'text-danger')} />}>
          {t('operations.drift.lost', { objects })}
        </Line>
      )}
      {lost && lost.putBackAt !== null && (
        <Line tone="bg-warning/10" icon={<ShieldCheck className={cn(size, 'text-warning')} />}>
          {lost.intactAt === null
            ? t('operations.drift.back-unknown', { to: format.dateTime(lost.putBackAt), objects })
            : t('operations.drift.back', {
                from: format.dateTime(lost.intactAt),
                to: format.dateTime(lost.putBackAt),
                objects,
              })}
        </Line>
      )}
      {added.map(({ effect, name, key }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and the order stays.
        <Line key={index} tone="bg-danger/8" icon={<Split className={cn(size, 'text-danger')} />}>
          {t('operations.drift.added', {
            what: t(`foreign-objects.came-${effect}`, { path: leftToRight(path), name, key: key ?? '' }),
          })}
        </Line>
      ))}
      {(added.length === 0 ? foreign : []).map((name) => (
        <Line key={name} tone="bg-danger/8" icon={<Split className={cn(size, 'text-danger')} />}>
          {t('operations.drift.added', {
            what: t('foreign-objects.came-object', { path: leftToRight(path), name }),
          })}
        </Line>
      ))}
      {open > 0 && (
        <Line tone="bg-warning/10" icon={<Split className={cn(size, 'text-warning')} />}>
          {t('operations.drift.open', { count: open })}
          {isGatewayAdmin(user) && (
            <Button variant="link" className="ms-2 text-table" asChild>
              <Link href={`/kong/drift?deploymentId=${deploymentId}`}>{t('operations.drift.show')}</Link>
            </Button>
          )}
        </Line>
      )}
    </>
  );
};
