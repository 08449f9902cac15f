import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { asOfPageSize, asOfQuery, asOfStates } from '#domain/as-of/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ExportLinks } from '../audit/shared/export-links.tsx';
import { asOfColumns } from './as-of-columns.tsx';
import { AsOfQuestion } from './as-of-question.tsx';
import { AsOfRights } from './as-of-rights.tsx';
import { asOfFileUrl, asOfOptions } from './queries.ts';

/** Who could do what at a moment. The address holds the question, so it is a link to the answer. */
export const AsOfScreen = () => {
  const t = useLazyTexts('as-of', 'audit');
  const format = useFormat();
  const list = useListParams(asOfQuery);
  const [params, setParams] = list;
  const [opened] = useState(() => new Date().toISOString());
  const { of, id, at = opened, search, state } = params;
  const isToCome = Date.parse(at) > Date.now() + 60_000;
  const isAsked = id !== undefined && !isToCome;
  const asked = { ...params, at };
  const answer = useQuery(asOfOptions(asked, isAsked));
  const columns = useMemo(() => asOfColumns(t, format), [t, format]);
  const { about, rights } = answer.data ?? {};
  const isMissing = isAsked && answer.data?.about === null;
  return (
    <Page
      title={t('shell.as-of')}
      description={t('as-of.text')}
      actions={
        <>
          {isAsked && <CopyButton value={window.location.href} label={t('as-of.copy-link')} />}
          {isAsked && !isMissing && <ExportLinks urlOf={(fileFormat) => asOfFileUrl(asked, fileFormat)} />}
          <Button asChild>
            <Link href={id === undefined ? '/audit' : `/audit?${auditOf[of](id)}`}>{t('as-of.audit')}</Link>
          </Button>
        </>
      }
    >
      <AsOfQuestion
        question={params}
        at={at}
        isToCome={isToCome}
        name={about?.id === id ? about?.name : undefined}
        onChange={(patch) => setParams(patch, { replace: !('id' in patch) })}
      />
      {!isAsked || isMissing ? (
        <Empty
          icon={CalendarClock}
          title={t(isMissing ? 'as-of.missing' : 'as-of.begin')}
          text={t(isMissing ? 'as-of.missing-text' : 'as-of.begin-text')}
        />
      ) : (
        <ListScreen
          list={list}
          search={{
            label: t('as-of.search'),
            value: search,
            onChange: (words) => setParams({ search: words }),
          }}
          filters={
            <ChoiceFilter
              label={t('as-of.state')}
              value={state}
              choices={asOfStates}
              textOf={(each) => t(`as-of.states.${each}`)}
              onChange={(next) => setParams({ state: next })}
            />
          }
          unfiltered={{ search: '', state: undefined }}
          results={(count) => t('as-of.results', { count })}
          label={t('shell.as-of')}
          columns={columns}
          query={answer}
          rows={(data) => data.rows}
          pageSize={asOfPageSize}
          empty={<Empty icon={CalendarClock} title={t('as-of.empty')} text={t('as-of.empty-text')} />}
        >
          {rights && <AsOfRights rights={rights} />}
        </ListScreen>
      )}
    </Page>
  );
};

/** The entries of what is asked about, as the audit's address has them. */
const auditOf = {
  api: (id: number) => `thing=api-${id}`,
  organization: (id: number) => `organizationId=${id}`,
  user: (id: number) => `thing=user-${id}`,
  'event-topic': (id: number) => `thing=event-topic-${id}`,
} as const;
