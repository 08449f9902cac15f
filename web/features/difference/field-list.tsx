import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FieldDifference } from '#domain/difference/difference.ts';
import { Code } from '../../components/text/code.tsx';

/** Fingerprints in a list: the values of a header are secrets, each for itself. */
const listedSecrets = /^\[(?:\{"fingerprint":"[^"]*"\},?)+\]$/;

/** Returns a value with a line for each secret of a list, and whether it is secret. */
const read = (value: string | null) => {
  if (value === null || !listedSecrets.test(value)) return { value, isListed: false };
  const secrets = JSON.parse(value) as { fingerprint: string }[];
  return { value: secrets.map(({ fingerprint }) => fingerprint).join('\n'), isListed: true };
};

type Props = Readonly<{ label: string; value: string | null; isSecret: boolean; others: readonly string[] }>;

/** One side of a field: a line for each text, and those that the other side lacks stand out. */
const Side = ({ label, value, isSecret, others }: Props) => (
  <div className="grid min-w-0 content-start gap-0.5">
    <dt className="text-muted text-xs">{label}</dt>
    {value === null ? (
      <dd className="text-muted">–</dd>
    ) : (
      value.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is all that tells them apart.
        <dd key={index} className={others.includes(line) ? 'text-muted' : 'font-medium'}>
          {isSecret && <LockKeyhole aria-hidden className="me-1 inline size-3.5 text-muted" />}
          <Code>{line}</Code>
        </dd>
      ))
    )}
  </div>
);

const shown = ({ field, applied, held, isSecret = false }: FieldDifference) => {
  const [before, after] = [read(applied), read(held)];
  return { field, applied: before.value, held: after.value, isSecret: isSecret || before.isListed || after.isListed };
};

const linesOf = (value: string | null) => value?.split('\n') ?? [];

/** What was applied and what is there, field by field. `held` says where. */
export const FieldList = ({
  fields,
  held: heldLabel,
}: Readonly<{ fields: readonly FieldDifference[]; held: string }>) => {
  const { t } = useTranslation();
  return (
    <ul className="grid gap-3 text-table">
      {fields.map(shown).map(({ field, applied, held, isSecret }) => (
        <li key={field} className="grid min-w-0 gap-1.5 rounded-card border border-border p-3">
          <h4 className="min-w-0">
            <Code>{field}</Code>
          </h4>
          <dl className="grid min-w-0 gap-x-4 gap-y-2 sm:grid-cols-2">
            <Side label={t('drift.applied')} value={applied} isSecret={isSecret} others={linesOf(held)} />
            <Side label={heldLabel} value={held} isSecret={isSecret} others={linesOf(applied)} />
          </dl>
          {isSecret && <p className="text-muted text-xs">{t('drift.secret')}</p>}
        </li>
      ))}
    </ul>
  );
};
