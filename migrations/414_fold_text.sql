-- Texts as people look for them: in any case, without accents, the points of Hebrew and Arabic, and letters that look alike.
-- The case comes from ICU, whatever the database's own locale. domain/core/fold-text.ts does the same to what is searched.
create function fold_text(value text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(replace(replace(
    regexp_replace(
      normalize(lower(value collate "und-x-icu"), nfkd),
      '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]', '', 'g'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'łøđðħıŧς', 'loddhitσ'
);
revoke all on function fold_text(text) from public;
grant execute on function fold_text(text) to :app;
