/** The kind of the dock view in the address: `?dock=application:3`. */
export const dockView = 'application';
