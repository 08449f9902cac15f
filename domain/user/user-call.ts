/** The place of `getUser` alone. The first page asks for the user while the call's schemas are being loaded. */
export const userCall = { method: 'get', path: '/api/user' } as const;
