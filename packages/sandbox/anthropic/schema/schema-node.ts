import { asRecord } from '#sandbox/anthropic/quoted/embedded-json.ts';

export type SchemaNode = Record<string, unknown>;

/** Reads JSON Schema nodes of one document, resolving `$ref`, `allOf` and unions. */
export function createSchemaReader(root: SchemaNode) {
  function resolve(raw: unknown): SchemaNode {
    const node = asRecord(raw) ?? {};
    if (Array.isArray(node.allOf)) return Object.assign({}, ...node.allOf.map(resolve));
    if (typeof node.$ref !== 'string') return node;
    if (node.$ref === '#') return root;
    const path = node.$ref.replace(/^#\//, '').split('/');
    return resolve(path.reduce<unknown>((at, key) => asRecord(at)?.[key], root));
  }

  /** Returns the non-null type, whether null is allowed, and the non-null members if it is a union. */
  function typeOf(node: SchemaNode): { type: unknown; isNullable: boolean; options: SchemaNode[] | undefined } {
    const union = [node.anyOf, node.oneOf].find((list) => Array.isArray(list));
    if (Array.isArray(union)) {
      const members = union.map(resolve);
      const options = members.filter(({ type }) => type !== 'null');
      return { type: options[0]?.type, isNullable: options.length < members.length, options };
    }
    const types: unknown[] = Array.isArray(node.type) ? node.type : [node.type];
    const type = types.find((candidate) => candidate !== 'null' && candidate !== undefined);
    return {
      type: type ?? (node.properties ? 'object' : undefined),
      isNullable: types.includes('null'),
      options: undefined,
    };
  }

  function isListOfPrimitives(node: SchemaNode): boolean {
    return node.type === 'array' && ['integer', 'number', 'string'].includes(String(resolve(node.items).type));
  }

  return { resolve, typeOf, isListOfPrimitives };
}
