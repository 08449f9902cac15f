import { useQuery } from '@tanstack/react-query';
import { type MailChoices, type MailTopic, mailTimes } from '#domain/mail/choices.ts';
import { useCommand } from '../../api/use-command.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../components/ui/select.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { mailChoicesOptions, saveMailChoicesCommand } from './queries.ts';
import { SettingRow } from './setting-row.tsx';
import { SettingsGroup } from './settings-group.tsx';

const topics = ['toDecide', 'decided', 'maintained', 'handedOver'] as const satisfies readonly MailTopic[];

const Choice = ({ topic, choices }: { topic: MailTopic; choices: MailChoices }) => {
  const t = useLazyTexts('mails');
  const { run, state } = useCommand(saveMailChoicesCommand);
  return (
    <SettingRow label={t(`mails.topic.${topic}`)} help={t(`mails.help.${topic}`)}>
      {(control) => (
        <Select
          value={choices[topic]}
          disabled={state === 'sending'}
          onValueChange={(time) => void run({ body: { [topic]: time } })}
        >
          <SelectTrigger {...control} className="w-48">
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {mailTimes.map((time) => (
              <SelectItem key={time} value={time}>
                {t(`mails.time.${time}`)}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </SettingRow>
  );
};

/** When one gets mails, by topic. Each choice is saved at once. */
export const MailSettings = () => {
  const t = useLazyTexts('mails');
  const choices = useQuery(mailChoicesOptions);
  return (
    <SettingsGroup title={t('mails.title')}>
      <QueryView query={choices} skeleton={<Skeleton className="h-48" />}>
        {(known) => (
          <>
            {topics.map((topic) => (
              <Choice key={topic} topic={topic} choices={known} />
            ))}
            <p className="px-4 py-3 text-muted text-table sm:px-5">{t('mails.always')}</p>
          </>
        )}
      </QueryView>
    </SettingsGroup>
  );
};
