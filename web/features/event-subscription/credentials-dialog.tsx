import { Download, ShieldCheck } from 'lucide-react';
import type { EventSubscriptionRow } from '#domain/event-subscription/row.ts';
import type { RevealedSubscription } from '#domain/event-subscription/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { saveFile } from '../../components/text/save-file.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHead } from '../../components/ui/dialog.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { authoritiesFile, configOf, kafkaClients } from './client-config.ts';

const clientNames = { kafkajs: 'kafkajs', java: 'Java', python: 'Python', kcat: 'kcat' } as const;

const Value = ({ value, copy }: { value: string; copy: string }) => (
  <span className="flex items-center justify-between gap-1">
    <Ltr className="min-w-0 break-all font-mono text-xs">{value}</Ltr>
    <CopyButton value={value} label={copy} />
  </span>
);

type Props = Readonly<{
  open: boolean;
  onClose: () => void;
  subscription: Pick<EventSubscriptionRow, 'name' | 'organizationName'>;
  revealed: RevealedSubscription;
}>;

/** Shows the login of a subscription after the view was recorded, with what a client needs. It is 450 px wide. */
export const CredentialsDialog = ({ open, onClose, subscription, revealed }: Props) => {
  const t = useLazyTexts('event-subscriptions');
  const { kafkaUserId, kafkaPassword, address, topicName, group, authorities } = revealed;
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()}>
      <DialogContent className="max-w-[450px] grid-cols-[minmax(0,1fr)]">
        <DialogHead
          title={t('event-subscriptions.credentials-title', { name: subscription.name })}
          text={t('event-subscriptions.credentials-text', {
            organization: subscription.organizationName,
            topic: topicName,
          })}
        />
        <DescriptionList
          entries={[
            [
              t('event-subscriptions.user'),
              <Value key="user" value={kafkaUserId} copy={t('event-subscriptions.copy-user')} />,
            ],
            [
              t('event-subscriptions.password'),
              <Value key="password" value={kafkaPassword} copy={t('event-subscriptions.copy-password')} />,
            ],
            [
              t('event-subscriptions.address'),
              <Value key="address" value={address} copy={t('event-subscriptions.copy-address')} />,
            ],
            ...(group
              ? [
                  [
                    group.pattern === 'literal'
                      ? t('event-subscriptions.group')
                      : t('event-subscriptions.group-prefix'),
                    <Value key="group" value={group.name} copy={t('event-subscriptions.copy-group')} />,
                  ] as const,
                ]
              : []),
          ]}
        />
        {authorities !== '' && (
          <Button
            size="small"
            className="justify-self-start"
            onClick={() => saveFile(authorities, authoritiesFile, 'application/x-pem-file')}
          >
            <Download />
            {t('event-subscriptions.download-authorities')}
          </Button>
        )}
        <Tabs defaultValue="kafkajs">
          <TabsList aria-label={t('event-subscriptions.clients')}>
            {kafkaClients.map((client) => (
              <TabsTrigger key={client} value={client}>
                {clientNames[client]}
              </TabsTrigger>
            ))}
          </TabsList>
          {kafkaClients.map((client) => (
            <TabsContent key={client} value={client}>
              <CodeBlock
                code={configOf(client, revealed)}
                label={t('event-subscriptions.config-of', { client: clientNames[client] })}
                className="[overflow-wrap:anywhere]"
              />
            </TabsContent>
          ))}
        </Tabs>
        <DialogFooter>
          <p className="me-auto flex items-center gap-1.5 text-muted text-xs">
            <ShieldCheck className="size-4" />
            {t('event-subscriptions.recorded')}
          </p>
          <DialogClose asChild>
            <Button variant="primary">{t('common.close')}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
};
