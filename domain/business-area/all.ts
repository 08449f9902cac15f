/** "ALL" in the gallery's filter (docs/product/publishing.md). */
export const allBusinessAreas = -1;
