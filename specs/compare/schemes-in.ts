import { type Fields, fieldsOf } from '../spec-tree.ts';

/** Returns the security schemes of a description, of Swagger 2.0 or OpenAPI 3. */
export const schemesIn = (root: Fields): Fields =>
  fieldsOf(root.securityDefinitions) ?? fieldsOf(fieldsOf(root.components)?.securitySchemes) ?? {};
