import * as z from 'zod';
import { SesError } from './errors.ts';

export const templateSchema = z.object({
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: z.string(),
});
export type Template = z.infer<typeof templateSchema>;

const dataSchema = z.record(z.string(), z.unknown());

/** Throws InvalidTemplate when a `{{tag}}` is not closed or empty. */
export function assertTemplate({ name, subject, text, html }: Template): void {
  for (const part of [subject, text, html]) {
    const opened = part.split('{{').length - 1;
    const complete = part.match(/\{\{\{?\s*[\w.]+\s*\}?\}\}/g)?.length ?? 0;
    if (opened !== complete)
      throw new SesError('InvalidTemplate', `Template ${name} cannot be read.`, { details: { TemplateName: name } });
  }
}

/** Throws InvalidParameterValue when the data is no JSON object. */
export function parseTemplateData(text: string): Record<string, unknown> {
  try {
    return dataSchema.parse(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof z.ZodError)
      throw new SesError('InvalidParameterValue', 'Template data is not a JSON object.');
    throw cause;
  }
}

/** `{{name}}` escaped for HTML, `{{{name}}}` as it is; the name of the first value that is missing instead, if one is. */
export function renderTemplate(
  template: Template,
  data: Record<string, unknown>,
): { subject: string; text: string; html: string } | { missing: string } {
  let missing: string | undefined;
  const fill = (part: string, escape: (text: string) => string) =>
    part.replaceAll(/\{\{(\{?)\s*([\w.]+)\s*\}?\}\}/g, (_tag, raw, path) => {
      const value = lookUp(data, String(path));
      if (value === undefined) missing ??= String(path);
      return raw === '{' ? String(value) : escape(String(value));
    });
  const plain = (text: string) => text;
  const rendered = {
    subject: fill(template.subject, plain),
    text: fill(template.text, plain),
    html: fill(template.html, escapeHtml),
  };
  return missing === undefined ? rendered : { missing };
}

function lookUp(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    const record = dataSchema.safeParse(at);
    return record.success ? record.data[key] : undefined;
  }, data);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
