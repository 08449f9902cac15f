import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import type { Vault } from './vault.ts';

/**
 * A request for an account whose address nobody has confirmed yet. `form` is what the person wrote, as JSON; `userId` the
 * number of the user that an approval would make.
 */
export type Unconfirmed = Readonly<{ id: string; registrationId: number; userId: number; form: string; endsAt: Date }>;

type Row = { id: string; registration_id: number; user_id: number; form: Buffer; ends_at: Date };

const columns = 'id, registration_id, user_id, form, ends_at';

/** At most so many are kept. Beyond it, the networks that sent most lose theirs first. */
const kept = 50_000;

/** At most so many mails to addresses that nobody has confirmed leave in an hour, so that others' spam is not sent from here. */
const mailsAnHour = 1_000;

/** Seconds in which a worker has to send a mail, before another one tries. SMTP's own limits are below it. */
const lease = 120;

/** @param token of a link, of 32 random bytes: a plain hash can't be guessed backwards. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const ofAddress = (vault: Vault, email: string): string => vault.fingerprint(email.toLowerCase());

const opened = (vault: Vault, { id, registration_id, user_id, form, ends_at }: Row): Unconfirmed => ({
  id,
  registrationId: registration_id,
  userId: user_id,
  form: vault.openText(id, form),
  endsAt: ends_at,
});

/**
 * Keeps a request until its address is confirmed. The same id twice changes nothing.
 *
 * @param email    stored as an HMAC, beside the form.
 * @param network  where the form came from: an address, or a network. Stored as an HMAC.
 * @param hours    after which it is over.
 */
export const keepUnconfirmed = async (
  database: Database,
  vault: Vault,
  request: Readonly<Omit<Unconfirmed, 'endsAt'> & { email: string; network: string; hours: number }>,
): Promise<void> => {
  const { id, registrationId, userId, form, email, network, hours } = request;
  await database.query(
    `insert into unconfirmed_requests (id, registration_id, user_id, form, address, network, ends_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7)) on conflict (id) do nothing`,
    [id, registrationId, userId, vault.sealText(id, form), ofAddress(vault, email), vault.fingerprint(network), hours],
  );
};

/** Returns the registration's number of a request that is kept, or undefined. */
export const findUnconfirmedId = async (database: Database, id: string): Promise<number | undefined> => {
  const { rows } = await database.query<{ registration_id: number }>(
    'select registration_id from unconfirmed_requests where id = $1',
    [id],
  );
  return rows[0]?.registration_id;
};

/** Returns the request of a link; undefined when it was used, is over, or never was. */
export const findByToken = async (
  database: Database,
  vault: Vault,
  token: string,
): Promise<Unconfirmed | undefined> => {
  const { rows } = await database.query<Row>(
    `select ${columns} from unconfirmed_requests where token_hash = $1 and ends_at > now()`,
    [hashOf(token)],
  );
  return rows[0] && opened(vault, rows[0]);
};

/** Deletes all requests with an address, and what their forms say: one was confirmed, and the others are for the same person. */
export const dropAddress = async (database: Database, vault: Vault, email: string): Promise<void> => {
  await database.query('delete from unconfirmed_requests where address = $1', [ofAddress(vault, email)]);
};

/** Deletes one request. */
export const dropUnconfirmed = async (database: Database, id: string): Promise<void> => {
  await database.query('delete from unconfirmed_requests where id = $1', [id]);
};

/**
 * Takes the next request whose mail is due, in fair turns: the network that got fewest mails in the last hour comes first,
 * so that whoever sends many forms waits behind everybody who sends one. Other workers leave it alone meanwhile. After a
 * failure it is due again, later each time.
 *
 * @param tokenHash of the new link. A former one, whose mail was not taken, is over.
 */
export const takeForMail = async (
  database: Database,
  vault: Vault,
  tokenHash: Buffer,
): Promise<Unconfirmed | undefined> => {
  const { rows } = await database.query<Row>(
    `with recent as (
       select id, sent_at, requested_at, row_number() over (partition by network order by requested_at, id) as turn
       from unconfirmed_requests where requested_at > now() - interval '1 hour' or sent_at is null
     ), due as (
       select request.id from unconfirmed_requests request join recent using (id)
       where request.sent_at is null and request.next_try_at <= now() and request.ends_at > now()
         and (select count(*) from unconfirmed_requests where sent_at > now() - interval '1 hour') < $2
       order by recent.turn, request.requested_at limit 1 for update of request skip locked
     )
     update unconfirmed_requests taken set token_hash = $1, tries = least(taken.tries + 1, 30)::smallint,
       next_try_at = now() + make_interval(secs => greatest($3, least(900, 5 * power(2, taken.tries))))
     from due where taken.id = due.id returning taken.id, taken.registration_id, taken.user_id, taken.form, taken.ends_at`,
    [tokenHash, mailsAnHour, lease],
  );
  return rows[0] && opened(vault, rows[0]);
};

/** Records whether a request's mail is with the mail server. From then on no other one is sent. */
export const markHandedOver = async (database: Database, id: string, isHandedOver: boolean): Promise<void> => {
  await database.query(`update unconfirmed_requests set sent_at = case when $2 then now() end where id = $1`, [
    id,
    isHandedOver,
  ]);
};

/** Deletes requests that are over, and those beyond what is kept. @returns how many. */
export const dropOldUnconfirmed = async (database: Database): Promise<number> => {
  const { rowCount } = await database.query(
    `delete from unconfirmed_requests where ends_at <= now() or id in (
       select id from (
         select id, requested_at, row_number() over (partition by network order by requested_at, id) as turn
         from unconfirmed_requests
       ) as turns order by turn, requested_at offset $1)`,
    [kept],
  );
  return rowCount ?? 0;
};
