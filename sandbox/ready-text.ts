import { demoAccounts } from './demo/accounts.ts';
import { deployedApis } from './demo/catalogue.ts';
import type { DemoGateway } from './demo/seed.ts';
import type { OwnKong } from './process/data-folder.ts';

/** @property own the Kong of one's own, undefined with the sandbox gateway. */
type Ready = Readonly<{
  publicUrl: string;
  echoUrl: string;
  mailboxUrl: string;
  kafka: Readonly<{ address: string; user: string; password: string; isReal: boolean }>;
  gateway: DemoGateway;
  folder: string;
  own: OwnKong | undefined;
}>;

/** Returns what the start says of the demo. `missing`: a sentence for each API that is not deployed. */
export const filledText = (missing: readonly string[]): string => {
  if (missing.length === 0) return 'The demo is filled in';
  const count = `${missing.length} of ${deployedApis.length}`;
  const lines = missing.toSorted().map((each) => `\n            ${each}`);
  return `The demo is filled in, but ${count} APIs are not deployed. The next start tries them again.${lines.join('')}`;
};

const width = Math.max(...demoAccounts.map(({ email }) => email.length));

/** Returns the terminal's text for when everything works. */
export const readyText = ({ publicUrl, echoUrl, mailboxUrl, kafka, gateway, folder, own }: Ready): string => `
Portico is ready: ${publicUrl}

Sign in as one of these people (no password in the sandbox):
${demoAccounts.map(({ email, role, hint }) => `  ${email.padEnd(width)}  ${role}\n  ${' '.repeat(width)}    ${hint}`).join('\n')}

Every mail is here:     ${mailboxUrl}
A target to deploy to:  ${echoUrl}  (echoes every call)
${kafka.isReal ? 'The Kafka:         ' : 'Instead of a Kafka:'}     ${kafka.address}  (SASL_PLAINTEXT, SCRAM-SHA-512, user ${kafka.user}, password ${kafka.password})
${own ? 'The Kong:   ' : 'The gateway:'}            ${gateway.apiUrl}, ${gateway.apiSslUrl}, admin ${gateway.adminUrl}
${own ? `It must reach:          ${echoUrl} (targets) and ${gateway.portalUrl} (its log)\n` : ''}\
Stop and start a part:  ${own ? `PORTICO_DATA=${folder} ` : ''}npm run sandbox -- ${own ? 'worker' : 'gateway'} stop
Logs and data:          ${folder}
Ctrl-C stops everything. The data stays${own ? ', and so does what was deployed to the Kong' : ''}.`;
