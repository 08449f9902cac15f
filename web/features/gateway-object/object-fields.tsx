import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Code } from '../../components/text/code.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';

/** A value that the portal does not keep. Two that are equal have the same fingerprint. */
export const HiddenValue = ({ fingerprint }: { fingerprint: string }) => {
  const { t } = useTranslation();
  return (
    <Tooltip text={t('kong-objects.hidden')}>
      <span className="inline-flex items-center gap-1 text-muted">
        <LockKeyhole className="size-3.5" />
        <Code>{fingerprint}</Code>
      </span>
    </Tooltip>
  );
};

type Hidden = Readonly<{ fingerprint: string }>;
const isHidden = (value: object): value is Hidden =>
  'fingerprint' in value && typeof value.fingerprint === 'string' && Object.keys(value).length === 1;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isHidden(value);

/** Returns the fields with what is inside them, named as the gateway's own messages name them: `config.queue.max_bytes`. */
const fieldsOf = (body: object, before = ''): (readonly [name: string, value: unknown])[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const inner = isRecord(value) ? fieldsOf(value, `${before}${name}.`) : [];
    return inner.length > 0 ? inner : [[`${before}${name}`, value] as const];
  });

const Value = ({ value }: { value: unknown }) => {
  const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  if (isEmpty || isRecord(value)) return <span className="text-muted">–</span>;
  if (Array.isArray(value))
    return (
      <ul className="grid gap-0.5">
        {value.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is all that tells them apart.
          <li key={index}>{isRecord(each) ? <Code>{JSON.stringify(each)}</Code> : <Value value={each} />}</li>
        ))}
      </ul>
    );
  return typeof value === 'object' ? (
    <HiddenValue fingerprint={(value as Hidden).fingerprint} />
  ) : (
    <Code>{String(value)}</Code>
  );
};

/** What is shown elsewhere in the panel. */
const shownElsewhere = new Set(['id', 'name', 'tags', 'created_at', 'updated_at', 'enabled']);

/** All fields of an object as the gateway has them, those that this portal does not know too. */
export const ObjectFields = ({ body }: { body: Readonly<Record<string, unknown>> }) => (
  <dl className="grid gap-1.5">
    {fieldsOf(body)
      .filter(([name]) => !shownElsewhere.has(name))
      .map(([name, value]) => (
        <div key={name} className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          <dt className="min-w-0 text-muted">
            <Code>{name}</Code>
          </dt>
          <dd className="min-w-0">
            <Value value={value} />
          </dd>
        </div>
      ))}
  </dl>
);
