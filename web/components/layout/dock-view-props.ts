/** Props of a dock view: the part of the address after its kind. */
export type DockViewProps = Readonly<{ id: string }>;
