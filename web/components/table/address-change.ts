/** How the address of a list changes. `replace`: Back does not lead to the address before. */
export type AddressChange = Readonly<{ replace: boolean }>;
