import { useQuery } from '@tanstack/react-query';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { auditThenOptions } from './queries.ts';
import { useFieldWords } from './shared/field-words.ts';

/** The thing of an entry as it was after it. Nothing where it was not there, or where the portal can't tell. */
export const AuditThen = ({ id }: { id: string }) => {
  const t = useLazyTexts('audit');
  const words = useFieldWords();
  const { data } = useQuery(auditThenOptions(id));
  if (!data?.fields || data.fields.length === 0) return null;
  return (
    <section className="border-border border-t pt-4">
      <h3 className="mb-3 font-semibold text-sm">{t('audit.then')}</h3>
      <DescriptionList
        entries={data.fields.map(({ field, value }) => [
          words.label(field),
          <bdi key={field} className="whitespace-pre-line [overflow-wrap:anywhere]">
            {words.value(field, value)}
          </bdi>,
        ])}
      />
    </section>
  );
};
