import * as z from 'zod';

/**
 * The part of OpenAPI 3.1 that our document uses (https://spec.openapis.org/oas/v3.1.1.html). Any other field fails,
 * including redundant alternatives such as `parameters` of a path or `content` of a header.
 */

const text = z.string().min(1);
const reference = z.strictObject({ $ref: text, summary: text.optional(), description: text.optional() });
const orReference = <S extends z.ZodType>(shape: S) => z.union([reference, shape]);
const record = <S extends z.ZodType>(shape: S) => z.record(text, shape);

const typeName = z.enum(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** The JSON Schema 2020-12 keywords that the document may use. */
export const schemaObject: z.ZodType = z.strictObject({
  $ref: text.optional(),
  type: z.union([typeName, z.array(typeName).min(1)]).optional(),
  enum: z.array(z.unknown()).min(1).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  title: text.optional(),
  description: text.optional(),
  format: text.optional(),
  pattern: text.optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  minItems: z.int().min(0).optional(),
  maxItems: z.int().min(0).optional(),
  required: z.array(text).optional(),
  get items() {
    return schemaObject.optional();
  },
  get prefixItems() {
    return z.array(schemaObject).optional();
  },
  get properties() {
    return record(schemaObject).optional();
  },
  get propertyNames() {
    return schemaObject.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schemaObject]).optional();
  },
  get allOf() {
    return z.array(schemaObject).min(1).optional();
  },
  get anyOf() {
    return z.array(schemaObject).min(1).optional();
  },
  get oneOf() {
    return z.array(schemaObject).min(1).optional();
  },
});

const content = z.record(
  z.enum(['application/json', 'text/plain', 'text/html']),
  z.strictObject({ schema: schemaObject.optional(), example: z.unknown().optional() }).optional(),
);
const header = z.strictObject({ description: text, schema: schemaObject, required: z.boolean().optional() });

const parameter = z.strictObject({
  name: text,
  in: z.enum(['query', 'header', 'path', 'cookie']),
  description: text.optional(),
  required: z.boolean().optional(),
  schema: schemaObject,
});

const response = z.strictObject({
  description: text,
  headers: record(orReference(header)).optional(),
  content: content.optional(),
});

const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  tags: z.array(text).length(1),
  summary: text.max(120),
  description: text,
  // Since 3.1, schemes other than OAuth may list roles: here the scope an access token needs.
  security: z.array(record(z.array(z.enum(['read', 'write'])))),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), orReference(response)),
});
export type OperationObject = z.infer<typeof operation>;

const pathItem = z.strictObject({
  get: operation.optional(),
  put: operation.optional(),
  post: operation.optional(),
  delete: operation.optional(),
});

const securityScheme = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('apiKey'),
    in: z.enum(['query', 'header', 'cookie']),
    name: text,
    description: text,
  }),
  z.strictObject({ type: z.literal('http'), scheme: text, description: text }),
]);

export const openapiDocument = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: text, version: text, description: text }),
  servers: z.array(z.strictObject({ url: text })).min(1),
  tags: z.array(z.strictObject({ name: text, description: text })),
  paths: z.record(z.string().startsWith('/'), pathItem),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schemaObject),
    responses: z.record(z.string().regex(/^[\w.-]+$/), response),
    headers: z.record(z.string().regex(/^[\w.-]+$/), header),
    securitySchemes: z.record(z.string().regex(/^[\w.-]+$/), securityScheme),
  }),
});
export type OpenapiDocument = z.infer<typeof openapiDocument>;
