import { type Kysely, sql } from 'kysely';
import { type CertificateForm, snisOf } from '#domain/gateway-object/certificate-form.ts';
import { changesOf } from '#domain/gateway-object/changes.ts';
import type { ObjectChange } from '#domain/gateway-object/gateway-object.ts';
import { commonName } from '#gateway/mirror/mirrored-object.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { isFor, leafOf, type Pair, readPair } from './read-pair.ts';
import type { SavedPlace } from './save-object.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Refuses a host name that another certificate of the gateway has: the gateway would refuse it too, later. */
const refuseTakenSni = async (
  db: Kysely<ReadTables>,
  { gatewayId, id }: SavedPlace,
  snis: readonly string[],
): Promise<void> => {
  const { rows } = await sql<{ sni: string; name: string }>`
    select sni, name from gateway_objects cross join lateral
      jsonb_array_elements_text(case jsonb_typeof(body -> 'snis') when 'array' then body -> 'snis' end) sni
    where gateway_id = ${gatewayId} and kind = 'certificate' and id <> ${id} and not is_gone and sni = any(${snis}::text[])
    order by sni limit 1`.execute(db);
  const [taken] = rows;
  if (taken) throw invalidField('snis', 'gateway-object.sni-taken', taken);
};

/** Refuses a name for which callers would not accept the certificate. What is so at the gateway already, stays. */
const refuseUncovered = ({ cert, leaf }: Pair, snis: readonly string[], before: unknown): void => {
  const known = cert === undefined && Array.isArray(before) ? before : [];
  const uncovered = leaf && snis.find((sni) => !known.includes(sni) && !isFor(leaf, sni));
  if (uncovered !== undefined) throw invalidField('snis', 'gateway-object.sni-uncovered', { sni: uncovered });
};

const words = (leaf: ReturnType<typeof leafOf>): string | null =>
  leaf ? `${commonName(leaf.subject)}, ${leaf.validToDate.toISOString()}` : null;

/**
 * Returns what is set of a certificate. Its private key goes into the vault, and its fingerprint stands for it.
 *
 * @throws RefusedError at the field.
 */
export const certificateWanted = async (
  { db, vault, now }: Services,
  form: CertificateForm,
  place: SavedPlace,
): Promise<
  Readonly<{ fields: Fields; secrets: ReadonlyMap<string, string>; name: string; changes: ObjectChange[] }>
> => {
  const before: Fields = place.found?.body ?? {};
  const leaf = leafOf(before.cert);
  const pair = readPair(form, leaf, now());
  const snis = snisOf(form.snis);
  refuseUncovered(pair, snis, before.snis);
  await refuseTakenSni(db, place, snis);
  // As the table hides it, and two that are equal have the same.
  const fingerprint = vault.fingerprint(pair.key ?? '').slice(0, 12);
  const fields = {
    ...(pair.cert === undefined ? {} : { cert: pair.cert }),
    ...(pair.key === undefined ? {} : { key: { fingerprint } }),
    snis,
  };
  return {
    fields,
    secrets: new Map(pair.key === undefined ? [] : [[fingerprint, JSON.stringify(pair.key)]]),
    name: commonName(pair.leaf?.subject ?? '') || (snis[0] ?? ''),
    changes: changesOf(
      { ...before, cert: words(leaf) },
      { ...fields, ...(pair.cert === undefined ? {} : { cert: words(pair.leaf) }) },
    ),
  };
};
