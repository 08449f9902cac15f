/** What two keys must have alike, as their gateways have it, and the end that was chosen last. A secret is told by its fingerprint. */
const partsOf = (key: string): string =>
  `(${key}.applied #>> '{credentials,apiKey,fingerprint}', ${key}.applied #>> '{credentials,oauth2,clientSecret,fingerprint}',
    ${key}.nickname, ${key}.applied->'rateLimit', ${key}.applied->'requestTransformer', ${key}.ends_at)`;

/**
 * Returns the query for keys of a deployment whose copies at the one that follows it are not level with them, by the rules of
 * `domain/consumer/follow-key.ts`: one column, `id`, of the original.
 *
 * @param leader, follower what their ids are in the statement: `$1`, or a column.
 */
export const behindKeys = (leader: string, follower: string): string => `
  select original.id from consumers original
  left join key_copies pair on pair.deployment_id = ${follower} and pair.original_id = original.id
  left join consumers copy on copy.id = pair.copy_id
  where original.deployment_id = ${leader} and original.applied is not null and original.state <> 'removing'
    and (copy.applied is null or ${partsOf('original')} is distinct from ${partsOf('copy')}
      or (original.applied->>'previous' is null and copy.applied->>'previous' is not null))
  union all
  select pair.original_id from key_copies pair
  join consumers copy on copy.id = pair.copy_id
  left join consumers original on original.id = pair.original_id
  where pair.deployment_id = ${follower} and copy.state <> 'removing' and (original.id is null or original.state = 'removing')`;
