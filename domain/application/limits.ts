/** Characters. */
export const applicationNameLimit = 200;
export const applicationDescriptionLimit = 1000;
/** Characters of all owners' addresses together, as the form has them. */
export const applicationOwnersLimit = 1000;
/** Cards on a page. */
export const applicationPageSize = 9;
