import { useQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { asOfSubjects } from '#domain/as-of/subjects.ts';
import type { AuditRow } from '#domain/audit/schema.ts';
import type { Role } from '#domain/core/role.ts';
import { asProblem } from '../../api/problem-error.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Code } from '../../components/text/code.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { HistoryOutcomeDot } from '../history/shared/history-outcome-dot.tsx';
import { UndoLine } from '../history/shared/undo-line.tsx';
import { RoleChips } from '../user/shared/role-chips.tsx';
import { AuditPerson } from './audit-person.tsx';
import { AuditThen } from './audit-then.tsx';
import { nounText, thingText } from './audit-words.ts';
import { auditEntryOptions } from './queries.ts';
import { FieldChanges } from './shared/field-changes.tsx';
import { useFieldWords } from './shared/field-words.ts';

type Props = Readonly<{ entry: AuditRow }>;

const Facts = ({ entry }: Props) => {
  const t = useLazyTexts('audit');
  const { t: words } = useTranslation();
  const format = useFormat();
  const dock = useDock();
  const { user, isOther, roles, rule, address, organization, environment, operationId, outcome, subject } = entry;
  const isPerson = user !== null || isOther;
  return (
    <DescriptionList
      entries={[
        [
          t('audit.who'),
          <span key="who" className="grid justify-items-start gap-0.5">
            <AuditPerson user={user} isOther={isOther} />
            {user && <bdi className="text-muted text-xs">{user.organizationName}</bdi>}
          </span>,
        ],
        [
          t('audit.when'),
          <time key="when" dateTime={entry.happenedAt}>
            {format.dateTime(entry.happenedAt)}
          </time>,
        ],
        [t('audit.from'), address ? <Ltr key="from">{address}</Ltr> : '–'],
        [t('audit.what'), t(`audit.act.${entry.act}`)],
        [
          t('audit.on'),
          <span key="on" className="grid justify-items-start gap-0.5">
            <bdi>{thingText(t, entry) || nounText(t, entry.noun)}</bdi>
            <Code>{`${entry.noun}-${entry.thing}`}</Code>
          </span>,
        ],
        ...(subject && subject !== thingText(t, entry)
          ? [[t('audit.subject'), <Ltr key="subject">{subject}</Ltr>] as const]
          : []),
        [t('audit.organization'), <bdi key="organization">{organization?.name ?? words('common.product')}</bdi>],
        ...(environment
          ? [[t('audit.environment'), <EnvironmentTag key="environment" environment={environment} />] as const]
          : []),
        ...(outcome && operationId
          ? [
              [
                t('audit.outcome'),
                <Button
                  key="outcome"
                  variant="link"
                  className="text-table"
                  onClick={() => dock.push('operation', operationId)}
                >
                  <HistoryOutcomeDot outcome={outcome} />
                </Button>,
              ] as const,
            ]
          : []),
        [
          t(entry.act === 'refused' ? 'audit.rule-refused' : 'audit.rule'),
          rule ? (
            <Code key="rule">{rule}</Code>
          ) : (
            <span key="rule" className="text-muted">
              {t('audit.no-rule')}
            </span>
          ),
        ],
        ...(isPerson && !isOther
          ? [[t('audit.roles'), <RoleChips key="roles" roles={roles as readonly Role[]} />] as const]
          : []),
        [t('audit.event'), <Code key="event">{`${entry.type} ${entry.version}`}</Code>],
        [t('audit.entry'), <Code key="entry">{entry.id}</Code>],
      ]}
    />
  );
};

const Details = ({ entry: { changes, values } }: Props) => {
  const t = useLazyTexts('audit');
  const words = useFieldWords();
  const details = Object.entries(values);
  return (
    <>
      {changes.length > 0 && (
        <section className="grid gap-2 border-border border-t pt-4">
          <h3 className="font-semibold text-sm">{t('audit.changes')}</h3>
          <FieldChanges changes={changes} />
        </section>
      )}
      {details.length > 0 && (
        <section className="border-border border-t pt-4">
          <h3 className="mb-3 font-semibold text-sm">{t('audit.details')}</h3>
          <DescriptionList
            entries={details.map(([name, value]) => [
              words.label(name),
              <bdi key={name} className="[overflow-wrap:anywhere]">
                {words.detail(name, value)}
              </bdi>,
            ])}
          />
        </section>
      )}
    </>
  );
};

/** What leads on: the thing as it is now, and what else happened to it or was done by the person. */
const Links = ({ entry: { noun, thing, about, user, happenedAt } }: Props) => {
  const t = useLazyTexts('audit');
  const dock = useDock();
  return (
    <div className="flex flex-col items-start gap-2 border-border border-t pt-4">
      {about.noun === 'api' && (
        <Button variant="link" className="text-table" onClick={() => dock.push('api', about.id)}>
          {t('audit.open-api')}
        </Button>
      )}
      {about.noun === 'api' && (
        <Button variant="link" className="text-table" asChild>
          <Link href={`/audit?thing=api-${about.id}`}>{t('audit.of-api')}</Link>
        </Button>
      )}
      {(asOfSubjects as readonly string[]).includes(about.noun) && (
        <Button variant="link" className="text-table" asChild>
          <Link href={`/as-of?${new URLSearchParams({ of: about.noun, id: String(about.id), at: happenedAt })}`}>
            {t('audit.as-of')}
          </Link>
        </Button>
      )}
      <Button variant="link" className="text-table" asChild>
        <Link href={`/audit?thing=${about.noun === 'user' ? `user-${about.id}` : `${noun}-${thing}`}`}>
          {t('audit.of-thing')}
        </Link>
      </Button>
      {user && (
        <Button variant="link" className="text-table" asChild>
          <Link href={`/audit?userId=${user.id}`}>{t('audit.of-person')}</Link>
        </Button>
      )}
    </div>
  );
};

/** The dock view of one entry: who, what, when, where from, why it was allowed, from which value to which. */
export const AuditPanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('audit');
  const query = useQuery(auditEntryOptions(id));
  const isGone = query.error !== null && [400, 404].includes(asProblem(query.error).status);
  return (
    <DockPanel
      title={query.data ? thingText(t, query.data) || nounText(t, query.data.noun) : t('audit.title')}
      subtitle={query.data && t(`audit.act.${query.data.act}`)}
    >
      {isGone ? (
        <Empty icon={Compass} title={t('audit.gone')} text={t('audit.gone-text')} />
      ) : (
        <QueryView query={query} skeleton={<Skeleton className="late h-60 w-full" />}>
          {(entry) => (
            <>
              <Facts entry={entry} />
              <Details entry={entry} />
              <UndoLine entry={entry} tellsNever />
              <AuditThen id={entry.id} />
              <Links entry={entry} />
            </>
          )}
        </QueryView>
      )}
    </DockPanel>
  );
};
