/** What an error of Postgres, of Node or of a library says it is (`53100`, `ENOTFOUND`); empty when it says nothing. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
