/**
 * The last release's gallery reads `api_sets`: bitmaps of the APIs with a word, an organization and so on. It goes on with
 * this view while this release is rolled out. The next release removes this file (docs/decisions/0010-releases.md).
 *
 * Id n is bit n % 1,024 of part n / 1,024, counted from the right in each byte. The members are base64.
 */
export const formerApiSets = `
  select kind || ' ' || term || ' ' || part as id, kind, term, part,
    encode(substring(bit_send(bit_or(
      set_bit(repeat('0', 1024)::bit(1024), id % 1024 / 8 * 8 + 7 - id % 8, 1))) from 5), 'base64') as members
  from (
    select id, id / 1024 as part, 'all' as kind, '' as term from read.apis
    union all select id, id / 1024, 'organization', organization_id::text from read.apis
    union all select id, id / 1024, 'application', application_id::text from read.apis where application_id is not null
    union all select id, id / 1024, 'area', business_area_id::text from read.apis where business_area_id is not null
    union all select id, id / 1024, 'environment', unnest(environments) from read.apis
    union all select id, id / 1024, 'state', state from read.apis where state = 'deleting'
    union all select id, id / 1024, 'name', word from read.apis, string_to_table(trim(search_name), ' ') word
    union all select id, id / 1024, 'word', word from read.apis, string_to_table(trim(search_text), ' ') word
    union all select id, id / 1024, 'short', substring(word from start for letters)
      from read.apis, string_to_table(trim(search_text), ' ') word, generate_series(1, 2) letters,
        generate_series(1, case when word ~ '^[a-z0-9]' then 1 else length(word) end) start
  ) listed
  group by kind, term, part`;
