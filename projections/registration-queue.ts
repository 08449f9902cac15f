/** Parts of an SQL statement: names of columns, or parameters. `company` is in lower case. */
type Parts<Part> = Readonly<{ organization: Part; company: Part; emailDomain: Part }>;

/**
 * Writes the rule of an organization's queue: a request belongs to it when its address has the mail domain of the
 * organization's active people, or its company has the organization's exact name (docs/product/sign-up.md).
 *
 * @param write turns a template into SQL: `sql` of Kysely, or `String.raw` for a text.
 */
export const inQueue = <Part, Written>(
  write: (texts: TemplateStringsArray, ...parts: Part[]) => Written,
  { organization, company, emailDomain }: Parts<Part>,
): Written => write`(
  ${company} = (select fold_text(queue.name) from organizations queue where queue.id = ${organization})
  or (${emailDomain} <> '' and ${emailDomain} in (
    select member.email_domain from users member where member.organization_id = ${organization} and member.active)))`;
