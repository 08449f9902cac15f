/** The kind of the dock view in the address: `?dock=drift:12-0b1c2d3e-...`. */
export const dockView = 'drift';
