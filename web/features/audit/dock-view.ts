/** The kind of the dock view in the address: `?dock=audit-entry:0b1c2d3e-...`. */
export const dockView = 'audit-entry';
