/** What a dock view gets: the part of the address after its kind. */
export type DockViewProps = Readonly<{ id: string }>;
