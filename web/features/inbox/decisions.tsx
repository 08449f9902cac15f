import { Check, RotateCcw, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxKind, InboxRow } from '#domain/inbox/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const DecideManyDialog = lazy(() =>
  import('../access/shared/decide-many-dialog.tsx').then((module) => ({ default: module.DecideManyDialog })),
);
const AnswerManyDialog = lazy(() =>
  import('../difference/shared/answer-many-dialog.tsx').then((module) => ({ default: module.AnswerManyDialog })),
);
const DenyManyDialog = lazy(() =>
  import('../organization/shared/deny-many-dialog.tsx').then((module) => ({ default: module.DenyManyDialog })),
);

/** Kinds of which many are decided in one act. Others ask for something about each. */
const manyKinds = ['access', 'deletion', 'drift'] as const satisfies readonly InboxKind[];
type ManyKind = (typeof manyKinds)[number];

export const isOfMany = ({ kind }: Pick<InboxRow, 'kind'>): boolean => manyKinds.some((each) => each === kind);

type Props = Readonly<{
  /** All of one kind. */
  rows: readonly InboxRow[];
  isTooMany: boolean;
  /** @param left the rows that stay as they are. */
  onDone: (left: readonly InboxRow[]) => void;
}>;

type Verb = 'approve' | 'deny' | 'ignore' | 'reapply';
const verbs: Readonly<Record<ManyKind, readonly Verb[]>> = {
  access: ['approve', 'deny'],
  deletion: ['deny'],
  drift: ['ignore', 'reapply'],
};
const icons = { approve: Check, deny: X, ignore: Check, reapply: RotateCcw } as const;

const Dialog = ({ verb, rows, onClose, onDone }: Props & Readonly<{ verb: Verb; onClose: () => void }>) => {
  const doneWith = (left: readonly (number | string)[]) =>
    onDone(rows.filter(({ key }) => left.map(String).includes(key)));
  if (verb === 'ignore' || verb === 'reapply')
    return (
      <AnswerManyDialog
        answer={verb}
        differences={rows.map(({ key, seen, subject, detail }) => ({
          id: key,
          seen,
          name: subject,
          details: [detail],
        }))}
        onClose={onClose}
        onDone={doneWith}
      />
    );
  if (rows[0]?.kind === 'deletion')
    return (
      <DenyManyDialog
        requests={rows.map(({ key, subject, asker }) => ({ id: Number(key), name: subject, details: [asker] }))}
        onClose={onClose}
        onDone={doneWith}
      />
    );
  return (
    <DecideManyDialog
      verb={verb}
      requests={rows.map(({ key, subject, organization }) => ({ id: Number(key), subject, organization }))}
      onClose={onClose}
      onDone={doneWith}
    />
  );
};

/** The buttons that decide selected things of one kind in one act, each with its dialog. */
export const Decisions = ({ rows, isTooMany, onDone }: Props) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('inbox', 'drift');
  const [verb, setVerb] = useState<Verb>();
  const kind = rows[0]?.kind as ManyKind | undefined;
  const textOf = (each: Verb) =>
    each === 'approve' || each === 'deny' ? words(`access.${each}`) : t(`drift.answer-${each}`);
  return (
    <>
      {kind &&
        verbs[kind].map((each) => {
          const Icon = icons[each];
          return (
            <Button key={each} size="small" disabled={isTooMany} onClick={() => setVerb(each)}>
              <Icon />
              {textOf(each)}
            </Button>
          );
        })}
      {verb && kind && (
        <Suspense>
          <Dialog
            verb={verb}
            rows={rows}
            isTooMany={isTooMany}
            onClose={() => setVerb(undefined)}
            onDone={(left) => {
              setVerb(undefined);
              onDone(left);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
