/** The code of the refusal of each change at a gateway without a database: screens say it before anything is asked. */
export const readOnlyCode = 'gateway.read-only';
