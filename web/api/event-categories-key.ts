/** The first part of the keys of event categories. Access to one changes what its details say. */
export const eventCategoriesKey = ['event-categories'] as const;
