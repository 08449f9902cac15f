/** The kind of the dock view in the address: `?dock=business-area:3`, or `business-area:new` to add one. */
export const dockView = 'business-area';
export const newId = 'new';
