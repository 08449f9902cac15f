import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { MailKind } from '#domain/mail/mail.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Database } from '#platform/database.ts';
import type { MailWords } from './mail-text.ts';

type Cause<Type extends PorticoEvent['type']> = RecordedEvent<Extract<PorticoEvent, { type: Type }>>;

/** The values in a mail's texts, and the path of the screen that it leads to. */
export type MailFacts = Readonly<{ parameters: Readonly<Record<string, string>>; path: string }>;

/** How a mail of one kind gets its facts from the event that it tells about. */
type FactsOf<Type extends PorticoEvent['type']> = (
  cause: Cause<Type>,
  words: MailWords,
  database: Database,
) => MailFacts | Promise<MailFacts>;

const about = <const Type extends PorticoEvent['type']>(type: Type, facts: FactsOf<Type>) => ({ type, facts });

const nameOfApi = async (database: Database, apiId: number): Promise<string> => {
  const { rows } = await database.query<{ name: string }>('select name from apis where id = $1', [apiId]);
  return rows[0]?.name ?? '';
};

/** The event and the facts of each kind. */
const kinds = {
  'roles-changed': about('UserRolesChanged', ({ data }, { roles }) => ({
    parameters: { roles: roles(data.to) },
    path: '/user-profile',
  })),
  disabled: about('UserDisabled', () => ({ parameters: {}, path: '/' })),
  'key-ends': about('CredentialRotationRequested', async ({ data }, { day }, database) => ({
    parameters: { api: await nameOfApi(database, data.apiId), day: day(data.until) },
    path: `/wall?dock=api/${data.apiId}`,
  })),
} satisfies Record<MailKind, unknown>;

/** Returns the facts of a mail; undefined when the event is not one that the kind tells about. */
export const factsOf = async (
  kind: MailKind,
  cause: RecordedEvent<PorticoEvent>,
  words: MailWords,
  database: Database,
): Promise<MailFacts | undefined> => {
  const { type, facts } = kinds[kind];
  // The types can't express that each kind gets its own event.
  return cause.type === type ? await (facts as FactsOf<PorticoEvent['type']>)(cause, words, database) : undefined;
};
