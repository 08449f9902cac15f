/** What the entries of an export are written as. `html`: a document that a browser prints, or saves as PDF. */
export const auditFormats = ['csv', 'jsonl', 'html'] as const;
export type AuditFormat = (typeof auditFormats)[number];
