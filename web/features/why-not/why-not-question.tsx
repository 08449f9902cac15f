import { useId } from 'react';
import { environments } from '#domain/core/environment.ts';
import { beyondOf } from '#domain/why-not/beyond-table.ts';
import { actions, type WhyNotAnswer, type WhyNotQuery, type WhyNotSubject } from '#domain/why-not/schema.ts';
import { fieldOf, subjectsOf } from '#domain/why-not/subjects-of.ts';
import { SelectInput } from '../../components/form/select-input.tsx';
import { SelectFilter } from '../../components/table/select-filter.tsx';
import { Label } from '../../components/ui/label.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { SubjectPicker } from '../as-of/shared/subject-picker.tsx';
import { whyNotSubjectsOptions } from './shared/queries.ts';

type Question = Omit<WhyNotQuery, 'action'> & { action?: WhyNotQuery['action'] | undefined };

type Props = Readonly<{
  question: Question;
  answer: WhyNotAnswer | undefined;
  onChange: (patch: Partial<Question>) => void;
}>;

/** What a thing is called in the answer. */
const nameIn = (answer: WhyNotAnswer | undefined, of: WhyNotSubject): string | undefined => {
  if (!answer) return undefined;
  const { person, about } = answer;
  return { ...about, person, 'event-category': about.eventCategory }[of]?.name;
};

const noThing = {
  apiId: undefined,
  applicationId: undefined,
  eventCategoryId: undefined,
  organizationId: undefined,
  userId: undefined,
  env: undefined,
};

/** Who wants to do what, and with which thing: only what the rules of the action look at is asked for. */
export const WhyNotQuestion = ({ question, answer, onChange }: Props) => {
  const t = useLazyTexts('why-not');
  const actionId = useId();
  const { action, env } = question;
  const picker = (of: WhyNotSubject) => (
    <SubjectPicker
      key={of}
      label={t(`why-not.of.${of}`)}
      optionsOf={(words) => whyNotSubjectsOptions(of, words)}
      id={question[fieldOf[of]]}
      name={nameIn(answer, of)}
      onChoose={(id) => onChange({ [fieldOf[of]]: id })}
    />
  );
  return (
    <section
      aria-label={t('why-not.question')}
      className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(12rem,1fr)_minmax(16rem,1.5fr)_minmax(12rem,1fr)_minmax(12rem,1fr)]"
    >
      {picker('person')}
      <div className="grid min-w-0 content-start gap-1.5">
        <Label htmlFor={actionId}>{t('why-not.action-label')}</Label>
        <SelectInput
          id={actionId}
          label={t('why-not.action-label')}
          options={actions.map((value) => ({ value, label: t(`why-not.action.${value}`) }))}
          placeholder={t('why-not.choose')}
          value={action}
          onChange={(next) => onChange({ ...noThing, action: next as Question['action'] })}
        />
      </div>
      {action && subjectsOf(action).map(picker)}
      {action && beyondOf(action).includes('two-people') && (
        <SelectFilter
          label={t('why-not.environment')}
          options={environments.map((value) => ({ value, label: value }))}
          value={env}
          onChange={(next) => onChange({ env: next })}
        />
      )}
    </section>
  );
};
