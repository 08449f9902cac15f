import { ChevronRight, Minus, Pencil, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FieldChange, GatewayPlan, ObjectChange } from '#domain/core/gateway-plan.ts';
import { Ltr } from '../../../components/text/ltr.tsx';
import { ValueChange } from '../../../components/text/value-change.tsx';
import { cn } from '../../../components/ui/cn.ts';
import { stepText } from '../../operation/shared/operation-steps.tsx';

const looks = {
  add: { icon: Plus, tone: 'bg-success/12 text-success' },
  change: { icon: Pencil, tone: 'bg-warning/12 text-warning' },
  remove: { icon: Minus, tone: 'bg-danger/12 text-danger' },
} as const;

/** If there are more objects, they are folded, so that all can be seen at a glance. */
const openObjects = 3;

const Field = ({ change: { field, removed, added, more } }: { change: FieldChange }) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]">
      <dt className="min-w-0 break-all text-muted">
        <Ltr>{field}</Ltr>
      </dt>
      <dd dir="ltr" className="grid min-w-0 gap-0.5">
        {removed.map((text) => (
          <ValueChange key={text} side="before" text={text} />
        ))}
        {added.map((text) => (
          <ValueChange key={text} side="after" text={text} />
        ))}
        {more > 0 && <bdi className="px-2 text-muted">{t('gateway.more-lines', { count: more })}</bdi>}
      </dd>
    </div>
  );
};

const Change = ({ change, startsOpen }: { change: ObjectChange; startsOpen: boolean }) => {
  const { t } = useTranslation();
  const { action, object, name, fields } = change;
  const { icon: Icon, tone } = looks[action];
  const head = (
    <>
      <span className={cn('flex size-5 shrink-0 items-center justify-center rounded-full [&_svg]:size-3', tone)}>
        <Icon />
      </span>
      <span className="font-medium">{stepText(t, object)}</span>
      {name && <Ltr className="min-w-0 break-all font-mono text-muted text-xs">{name}</Ltr>}
      <span className="ms-auto shrink-0 text-muted text-xs">{t(`gateway.action.${action}`)}</span>
    </>
  );
  if (fields.length === 0) return <div className="flex items-center gap-2 px-3 py-2">{head}</div>;
  return (
    <details open={startsOpen} className="group">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-2 hover:bg-hover">
        <ChevronRight className="size-3.5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90" />
        {head}
      </summary>
      <dl className="grid gap-1.5 px-3 pt-0.5 pb-3 font-mono text-xs">
        {fields.map((field) => (
          <Field key={field.field} change={field} />
        ))}
      </dl>
    </details>
  );
};

const actions = ['add', 'change', 'remove'] as const;

/** Shows the changes on a gateway: counts, then each object with its fields. */
export const GatewayChanges = ({ plan: { changes, more } }: { plan: GatewayPlan }) => {
  const { t } = useTranslation();
  const counts = actions
    .map((action) => ({ action, count: changes.filter((change) => change.action === action).length }))
    .filter(({ count }) => count > 0);
  return (
    <div className="grid gap-2 text-table">
      <p className="flex flex-wrap gap-x-3 text-muted">
        {counts.map(({ action, count }) => (
          <span key={action}>{t(`gateway.count-${action}`, { count })}</span>
        ))}
      </p>
      <ul className="divide-y divide-border overflow-hidden rounded-card border border-border">
        {changes.map((change) => (
          <li key={`${change.action} ${change.object} ${change.name}`}>
            <Change change={change} startsOpen={change.action === 'change' || changes.length <= openObjects} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-muted">{t('gateway.more-objects', { count: more })}</p>}
    </div>
  );
};
