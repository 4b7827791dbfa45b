import * as z from 'zod';
import type { OpenapiDocument } from './openapi-shape.ts';

/**
 * Returns a function that validates a response against only the OpenAPI document.
 * @returns takes an operation's id and a response; throws on a mismatch
 */
export function createDocumentCheck(document: OpenapiDocument) {
  const operations = new Map(
    Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => (operation ? [[operation.operationId, operation] as const] : [])),
  );
  const compiled = new Map<unknown, z.ZodType>();

  function responseOf(id: string, status: number) {
    const given = operations.get(id)?.responses[status];
    if (given === undefined) throw new Error(`The document has no response ${status} for ${id}.`);
    const response = '$ref' in given ? document.components.responses[given.$ref.split('/').at(-1) ?? ''] : given;
    if (response === undefined) throw new Error(`The document refers to a response ${status} for ${id} that it lacks.`);
    return response;
  }

  return (id: string, { status, headers, text }: { status: number; headers: Headers; text: string }): void => {
    const content = new Map(Object.entries(responseOf(id, status).content ?? {}));
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (content.size === 0 && status >= 300 && status < 400) return;
    const schema = content.get(type)?.schema;
    if (schema === undefined) throw new Error(`The document has no response ${status} for ${id} as ${type}.`);
    if (type !== 'application/json') return;
    let check = compiled.get(schema);
    if (check === undefined) {
      check = compile(schema, document);
      compiled.set(schema, check);
    }
    check.parse(JSON.parse(text));
  };
}

/** Moves the document's components to `$defs`, where plain JSON Schema expects them. */
function compile(schema: unknown, { components }: OpenapiDocument): z.ZodType {
  const whole = JSON.stringify({ allOf: [schema], $defs: components.schemas });
  const alone: unknown = JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema(z.custom<Parameters<typeof z.fromJSONSchema>[0]>().parse(alone));
}
