import { MessageSquareWarning, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { SearchField } from '../../components/table/search-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ApiResponse } from './answer.tsx';
import { type FrequentQuestion, matches, questionGroups } from './questions.ts';
import { ReportDialog } from './report-dialog.tsx';

/** Questions and answers about the portal, and the way to support. `?q=` searches, `?report=1` opens the report, with a
 * `title` and a `description` that it begins with. */
export const Faq = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('faq');
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';

  const set = (name: 'q' | 'report', value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value !== '') next.set(name, value);
        else for (const each of name === 'report' ? ['report', 'title', 'description'] : [name]) next.delete(each);
        return next;
      },
      { replace: true },
    );
  const report = () => set('report', '1');

  const groups = questionGroups.flatMap(({ id, questions }) => {
    const name = t(`faq.group-${id}`);
    const found = (questions as readonly FrequentQuestion[]).filter((question) =>
      matches(query, name, t(`faq.question-${question.id}`), t(`faq.answer-${question.id}`)),
    );
    return found.length > 0 ? [{ id, name, found }] : [];
  });
  const count = groups.reduce((sum, { found }) => sum + found.length, 0);

  return (
    <Page
      title={words('help.title')}
      description={words('help.text')}
      width="narrow"
      actions={
        <Button variant="primary" onClick={report}>
          <MessageSquareWarning />
          {words('help.report')}
        </Button>
      }
    >
      <div className="flex flex-col gap-2 sm:flex-row sm:items-center">
        <SearchField
          label={words('help.search')}
          value={query}
          onChange={(value) => set('q', value)}
          className="w-full sm:max-w-md"
        />
        <p className="text-muted text-table tabular-nums sm:ms-auto" aria-live="polite">
          {query !== '' && words('help.results', { count })}
        </p>
      </div>
      {groups.map(({ id, name, found }) => (
        <section key={id} aria-labelledby={`group-${id}`} className="flex flex-col gap-2">
          <h2 id={`group-${id}`} className="font-semibold text-sm">
            {name}
          </h2>
          <Card className="overflow-hidden">
            {found.map((question) => (
              <ApiResponse key={`${question.id} ${query}`} question={question} open={query !== ''} />
            ))}
          </Card>
        </section>
      ))}
      {count === 0 && (
        <Empty
          icon={SearchX}
          title={words('help.not-found-title')}
          text={words('help.not-found-text')}
          action={<Button onClick={() => set('q', '')}>{words('common.clear-filters')}</Button>}
        />
      )}
      <ReportDialog
        open={search.has('report')}
        title={search.get('title') ?? ''}
        description={search.get('description') ?? ''}
        onClose={() => set('report', '')}
      />
    </Page>
  );
};
