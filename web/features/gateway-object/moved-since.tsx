import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { movedFields } from '#domain/gateway-object/moved-fields.ts';
import type { ObjectDetails, UpstreamTarget } from '#domain/gateway-object/schema.ts';
import type { OperationRow } from '#domain/operation/schema.ts';
import { Code } from '../../components/text/code.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { objectOptions, targetsOptions } from './queries.ts';

/** What tells a state of something at a gateway, with its fields. */
type Seen = Readonly<{ seen: string; body: Readonly<Record<string, unknown>> }>;

/** Keeps an object as a dialog has shown it, until somebody loads it anew. Then the form begins again. */
export const ShownObject = <Shown extends Seen>({
  object,
  children,
}: Readonly<{
  object: Shown | undefined;
  children: (shown: Shown | undefined, load: (now: Shown) => void) => ReactNode;
}>) => {
  const [shown, load] = useState(object);
  return <Fragment key={shown?.seen ?? ''}>{children(shown, load)}</Fragment>;
};

const Side = ({ label, value }: Readonly<{ label: string; value: string | null }>) => (
  <div className="grid min-w-0 content-start gap-0.5">
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="min-w-0 break-words">
      {value === null ? <span className="text-muted">–</span> : <Code>{value}</Code>}
    </dd>
  </div>
);

type MovedProps<Shown extends Seen> = Readonly<{ shown: Shown; now: Shown | undefined; onLoad: (now: Shown) => void }>;

const Moved = <Shown extends Seen>({ shown, now, onLoad }: MovedProps<Shown>) => {
  const t = useLazyTexts('kong-objects');
  const element = useRef<HTMLElement>(null);
  const isMoved = now !== undefined && now.seen !== shown.seen;
  // It is below fields that nobody has to look at now.
  useEffect(() => {
    if (isMoved) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isMoved]);
  if (!isMoved) return null;
  return (
    <section
      ref={element}
      aria-label={t('kong-objects.moved')}
      className="@container grid gap-3 rounded-card border border-border bg-background p-4 text-table"
    >
      <h3 className="font-semibold text-sm">{t('kong-objects.moved')}</h3>
      <ul className="grid gap-3">
        {movedFields(shown.body, now.body).map(({ field, before, after }) => (
          <li key={field} className="grid min-w-0 gap-1.5">
            <h4 className="min-w-0">
              <Code>{field}</Code>
            </h4>
            <dl className="grid min-w-0 gap-x-4 gap-y-2 @sm:grid-cols-2">
              <Side label={t('kong-objects.moved-shown')} value={before} />
              <Side label={t('kong-objects.moved-now')} value={after} />
            </dl>
          </li>
        ))}
      </ul>
      <p className="text-muted">{t('kong-objects.moved-text')}</p>
      <Button className="justify-self-start" onClick={() => onLoad(now)}>
        <RefreshCw />
        {t('kong-objects.moved-load')}
      </Button>
    </section>
  );
};

/** Returns whether a change was refused because the object is another one than was shown. */
const isRefused = (operation: OperationRow | undefined): boolean =>
  operation?.state === 'failed' && operation.problems.some(({ code }) => code === 'gateway-object.changed');

const MovedObject = (props: Readonly<{ shown: ObjectDetails; onLoad: (now: ObjectDetails) => void }>) => (
  <Moved {...props} now={useQuery(objectOptions(props.shown)).data} />
);

/** What somebody changed at the gateway since a dialog was opened, when a change was refused for that, and the way to go on. */
export const MovedSince = ({
  operation,
  shown,
  onLoad,
}: Readonly<{
  operation: OperationRow | undefined;
  shown: ObjectDetails | undefined;
  onLoad: ((now: ObjectDetails) => void) | undefined;
}>) => (isRefused(operation) && shown && onLoad ? <MovedObject shown={shown} onLoad={onLoad} /> : null);

type TargetProps = Readonly<{
  shown: UpstreamTarget;
  gatewayId: number;
  upstreamId: string;
  onLoad: (now: UpstreamTarget) => void;
}>;

const MovedTargetFields = ({ gatewayId, upstreamId, shown, onLoad }: TargetProps) => {
  const { data } = useQuery(targetsOptions(gatewayId, upstreamId));
  return <Moved shown={shown} now={data?.targets.find(({ id }) => id === shown.id)} onLoad={onLoad} />;
};

/** The same of a target, which is in no list but that of its upstream. */
export const MovedTarget = ({
  operation,
  ...props
}: TargetProps & Readonly<{ operation: OperationRow | undefined }>) =>
  isRefused(operation) ? <MovedTargetFields {...props} /> : null;
