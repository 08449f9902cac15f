import type { WhyNotChange, WhyNotPart } from '#domain/why-not/schema.ts';
import { Contact } from '../../../components/text/contact.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

/** The people of a rule: by name where the reader may know them, else by what they are. */
const Who = ({ who, place }: Readonly<{ who: WhyNotChange['who'][number]; place: string | undefined }>) => {
  const t = useLazyTexts('why-not');
  return (
    <li className="grid gap-0.5">
      <span>
        {t(`why-not.rule.${who.rule}`)}
        {place && (
          <span className="text-muted">
            {' · '}
            <bdi>{place}</bdi>
          </span>
        )}
      </span>
      {who.people.map(({ id, name, email }) => (
        <span key={id} className="flex flex-wrap gap-x-2 text-muted">
          <bdi>{name}</bdi>
          <Contact text={email} />
        </span>
      ))}
      {who.more && <span className="text-muted">{t('why-not.more')}</span>}
    </li>
  );
};

/** For each fact that was missing: who could make it true. */
export const Changes = ({ changes }: Pick<WhyNotPart, 'changes'>) => {
  const t = useLazyTexts('why-not');
  return (
    <div className="grid gap-2">
      <h3 className="font-medium text-sm">{t('why-not.changes')}</h3>
      <dl className="grid gap-3 text-table">
        {changes.map(({ fact, by, who, organization, application }) => (
          <div key={fact} className="grid gap-1">
            <dt className="text-muted">{t(`why-not.fact.${fact}`)}</dt>
            <dd>
              {by === null ? (
                t('why-not.nobody')
              ) : (
                <ul className="grid gap-1.5">
                  {who.map((each) => (
                    <Who
                      key={each.rule}
                      who={each}
                      place={
                        each.rule === 'maintainer'
                          ? application?.name
                          : each.rule === 'companyAdminOfIt'
                            ? organization?.name
                            : undefined
                      }
                    />
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
};
