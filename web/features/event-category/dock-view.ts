/** The kind of the dock view in the address: `?dock=event-category:3` shows the details of a category. */
export const dockView = 'event-category';
