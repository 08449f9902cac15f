import { useQuery } from '@tanstack/react-query';
import { Bell, Download, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { environments } from '#domain/core/environment.ts';
import { DockPanel } from '../components/layout/dock-panel.tsx';
import { DataTable } from '../components/table/data-table.tsx';
import { ListBar } from '../components/table/list-bar.tsx';
import { Code } from '../components/text/code.tsx';
import { Contact } from '../components/text/contact.tsx';
import { CopyButton } from '../components/text/copy-button.tsx';
import { EnvironmentTag } from '../components/text/environment-tag.tsx';
import { Ltr } from '../components/text/ltr.tsx';
import { RelativeTime } from '../components/text/relative-time.tsx';
import { StatusDot } from '../components/text/status-dot.tsx';
import { VersionTag } from '../components/text/version-tag.tsx';
import { Badge } from '../components/ui/badge.tsx';
import { Button } from '../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../components/ui/card.tsx';
import { CountMark } from '../components/ui/count-mark.tsx';
import { Label } from '../components/ui/label.tsx';
import { Switch } from '../components/ui/switch.tsx';

/*
 * Each small part in each place where it stands in the portal. `data-part` and `data-place` are what
 * e2e/nothing-is-stretched-or-cut.spec.ts measures: a part has the same size everywhere, and nothing leaves its place.
 */

/** @property isText the part takes the size of the text around it. */
type Part = Readonly<{ id: string; part: ReactNode; isText?: boolean }>;

const useParts = (): readonly Part[] => {
  const { t } = useTranslation();
  const at = new Date(Date.now() - 90_000).toISOString();
  return [
    ...environments.map((environment) => ({
      id: `environment-tag ${environment}`,
      part: <EnvironmentTag environment={environment} />,
    })),
    { id: 'badge', part: <Badge tone="accent">{t('account.role-company-admin')}</Badge> },
    {
      id: 'status-dot',
      isText: true,
      part: (
        <StatusDot tone="info" pulse>
          {t('deployments.states.undeploying')}
        </StatusDot>
      ),
    },
    { id: 'version-tag', part: <VersionTag version="1.4.0" /> },
    { id: 'relative-time', isText: true, part: <RelativeTime at={at} /> },
    { id: 'ltr', isText: true, part: <Ltr>/payments-dev</Ltr> },
    { id: 'contact', isText: true, part: <Contact text="ada@portico.example" /> },
    { id: 'code', part: <Code>apikey</Code> },
    { id: 'copy-button', part: <CopyButton value="text" /> },
    { id: 'switch', part: <Switch aria-label={t('common.close')} /> },
    {
      id: 'button',
      part: (
        <Button size="small">
          <Plus />
          {t('access.export')}
        </Button>
      ),
    },
    {
      id: 'icon button with a number',
      part: (
        <Button variant="quiet" size="icon" aria-label={t('shell.notices')} className="relative">
          <Bell />
          <CountMark count="99+" />
        </Button>
      ),
    },
  ];
};

const InPlace = ({ place, part: { id, isText = false, part } }: { place: string; part: Part }) => (
  <span data-place={place} data-part={id} data-text={isText} className="contents">
    {part}
  </span>
);

const InTable = ({ parts }: { parts: readonly Part[] }) => {
  const { i18n } = useTranslation();
  // Not the parts: in development an element leads to all of React's tree, and a key is made a text.
  const queryKey = ['parts', i18n.language];
  const query = useQuery({ queryKey, queryFn: () => ({ total: parts.length, page: 0, parts }) });
  return (
    <DataTable
      label="Table"
      query={query}
      rows={({ parts: rows }) => rows}
      rowId={({ id }) => id}
      params={{ page: 0, sort: 'id', order: 'asc' }}
      onParams={() => undefined}
      onClearFilters={undefined}
      pageSize={parts.length}
      columns={[
        { id: 'id', header: 'Part', cell: ({ id }) => <Ltr>{id}</Ltr> },
        {
          id: 'part',
          header: 'In a cell',
          cell: (part) => <InPlace place="table" part={part} />,
        },
      ]}
      empty={null}
    />
  );
};

/** The small parts in a table cell, a card, a dock and a form, and alone: the size that each has by itself. */
export const PlaceSamples = () => {
  const parts = useParts();
  const { t } = useTranslation();
  const all = (place: string, frame: (part: ReactNode, id: string) => ReactNode) =>
    parts.map((part) => frame(<InPlace key={part.id} place={place} part={part} />, part.id));
  return (
    <>
      <div className="grid justify-items-start gap-2">
        {all('alone', (part, id) => (
          <div key={id} className="inline-flex">
            {part}
          </div>
        ))}
      </div>
      <div data-frame="table">
        <InTable parts={parts} />
      </div>
      <Card data-frame="card" className="w-80">
        <CardHeader>
          <CardTitle>In a card</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-wrap items-center gap-2">{all('card', (part) => part)}</CardContent>
      </Card>
      <div data-frame="dock" className="h-96 w-80 border border-border">
        <DockPanel title="In a dock" subtitle={<Badge>{t('account.role-company-user')}</Badge>}>
          {all('dock', (part, id) => (
            <div key={id} className="flex items-center justify-between gap-2 px-4">
              <Ltr className="truncate">{id}</Ltr>
              {part}
            </div>
          ))}
        </DockPanel>
      </div>
      <form data-frame="form" className="grid w-80 gap-4" noValidate>
        {all('form', (part, id) => (
          <div key={id} className="grid gap-1.5">
            <Label>{id}</Label>
            <div>{part}</div>
          </div>
        ))}
      </form>
      <Card data-frame="card with a long line" className="w-80">
        <CardContent className="grid gap-3">
          <div>
            <p className="truncate">{`${t('operations.state.requested')} /payments-of-partners-in-other-countries-dev`}</p>
          </div>
        </CardContent>
      </Card>
      <div data-frame="bar of a list" className="max-w-[900px]">
        <ListBar
          search={{ label: t('shell.search'), value: '', onChange: () => undefined }}
          results={t('access.waiting-count', { count: 1_234 })}
          csvUrl="#"
        >
          {(['DEV', 'TEST', 'UAT'] as const).map((environment) => (
            <Button key={environment}>
              <Download />
              {`${environment} · ${t('deployments.states.undeploying')}`}
            </Button>
          ))}
        </ListBar>
      </div>
    </>
  );
};
