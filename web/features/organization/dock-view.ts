/** The kinds of the dock views in the address: `?dock=organization:3`. */
export const dockView = 'organization';
/** Adds (`new`) or changes a client company. */
export const companyView = 'client-company';
/** Chooses the API that an organization gets a key for. */
export const accessView = 'organization-access';
export const newId = 'new';
