/** Rows on a page of the gallery. */
export const eventCategoryPageSize = 9;

/** Characters. */
export const eventCategoryNameLimit = 200;
export const eventCategoryDescriptionLimit = 1000;
export const eventCategoryTypeLimit = 100;
export const eventTypeIdLimit = 100;
export const eventSchemaLimit = 64 * 1024;

/** Events of one category. */
export const mostEvents = 50;

/** Characters of all schemas of a category together: it is saved as one body (`smallBody` in the BFF has 256 kB). */
export const allSchemasLimit = 160 * 1024;
