/** The kind of the dock view in the address: `?dock=event-topic:3`, or `event-topic:new` to add one. */
export const dockView = 'event-topic';
export const newId = 'new';
