/** Returns the code of an error of Postgres, Node or a library (`53100`, `ENOTFOUND`); empty when it has none. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
