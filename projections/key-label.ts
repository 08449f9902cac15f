/**
 * Returns the expression of what people call a key: the organization and the nickname that it has now, `Partner · till`, or its number
 * (`Partner · #12`). Of a key that is gone only the number is left: `#12`. Null: the column is null.
 *
 * @param id the column that has its id.
 */
export const keyLabel = (id: string): string =>
  `coalesce((select concat_ws(' · ', nullif(holder.name, ''), coalesce(nullif(labelled.nickname, ''), '#' || labelled.id))
    from consumers labelled left join organizations holder on holder.id = labelled.organization_id where labelled.id = ${id}), '#' || ${id})`;
