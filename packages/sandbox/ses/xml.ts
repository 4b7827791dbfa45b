import { randomUUID } from 'node:crypto';

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/';

export type XmlValue = string | number | boolean | undefined | XmlValue[] | { [name: string]: XmlValue };

/** Renders an action's response. Lists become `<member>` elements, a list called `entry` `<entry>` elements. */
export function resultXml(action: string, result: { [name: string]: XmlValue }): string {
  return `<${action}Response xmlns="${namespace}"><${action}Result>${toXml(result)}</${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`;
}

export function errorXml(code: string, message: string, status: number, details: Record<string, string> = {}): string {
  const type = status >= 500 ? 'Receiver' : 'Sender';
  return `<ErrorResponse xmlns="${namespace}"><Error>${toXml({ Type: type, Code: code, Message: message, ...details })}</Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
}

function toXml(value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => `<member>${toXml(item)}</member>`).join('');
  if (typeof value === 'object') return Object.entries(value).map(element).join('');
  return escape(String(value));
}

function element([name, value]: [string, XmlValue]): string {
  if (value === undefined) return '';
  if (name === 'entry' && Array.isArray(value)) return value.map((item) => `<entry>${toXml(item)}</entry>`).join('');
  return `<${name}>${toXml(value)}</${name}>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}
