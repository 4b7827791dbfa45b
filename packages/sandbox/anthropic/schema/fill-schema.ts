import { asRecord } from '#sandbox/anthropic/quoted/embedded-json.ts';
import type { Draft, Idea } from '#sandbox/anthropic/writing/draft.ts';
import type { Firm, Guest, Material } from '#sandbox/anthropic/writing/material.ts';
import { phrasesIn } from '#sandbox/anthropic/writing/phrases.ts';
import { createShelf, namesReferences, type Part, partNamed, plain } from './parts.ts';
import { createSchemaReader, type SchemaNode } from './schema-node.ts';

/** A position in the answer. */
type Place = {
  name: string;
  part: Part;
  about: string | undefined;
  guest?: Guest;
  firm?: Firm;
  idea?: Idea | undefined;
};

/**
 * Fills a schema regardless of property order. Objects with a list of ids are statements of the draft. Lists of people
 * and companies get one item per person or company, whose single statements are filled before its lists. Unrecognized
 * properties get plain values.
 */
export function fillSchema(schema: SchemaNode, material: Material, draft: Draft): unknown {
  const { resolve, typeOf, isListOfPrimitives } = createSchemaReader(schema);
  const hasParts = namesParts(schema);
  const shelf = createShelf(
    hasParts ? draft : { ...draft, general: [...[...draft.parts.values()].flat(), ...draft.general] },
  );
  const nothing: Idea = { text: phrasesIn(material.language).nothing, why: '', topic: '', ids: [] };
  return fill(schema, { name: '', part: 'facts', about: undefined });

  function fill(raw: unknown, place: Place): unknown {
    const node = resolve(raw);
    if ('const' in node) return node.const;
    if (Array.isArray(node.enum)) return node.enum.find((value) => value !== null) ?? null;
    const { type, isNullable, options } = typeOf(node);
    if (options) {
      const [first] = options;
      if (first === undefined) return null;
      if (isNullable && typeOf(first).type !== 'object') return place.idea ? fill(first, place) : null;
      if (isNullable && isStatement(first) && !place.idea) {
        const idea = shelf.take(place.part, place.about);
        return idea ? fill(first, { ...place, idea }) : null;
      }
      return fill(first, place);
    }
    if (isNullable && !place.idea) return null;
    if (type === 'object') return fillObject(node, place);
    if (type === 'array') return fillArray(node, place);
    if (type === 'string') return fillString(node, place);
    if (type === 'boolean') return false;
    return type === 'integer' || type === 'number' ? 0 : null;
  }

  function fillObject(node: SchemaNode, place: Place): SchemaNode {
    const idea = place.idea ?? (isStatement(node) ? (shelf.take(place.part, place.about) ?? nothing) : undefined);
    const properties = Object.entries(asRecord(node.properties) ?? {});
    const main = mainText(properties, isStatement(node));
    const filled = new Map<string, unknown>();
    // Single statements before lists: they take the first facts, which say who a person is.
    for (const [name, child] of properties.toSorted(([, a], [, b]) => Number(isList(a)) - Number(isList(b)))) {
      const inside: Place = { ...place, name, part: idea ? place.part : (partNamed(name) ?? place.part), idea };
      filled.set(
        name,
        name === main && idea
          ? textIn(child, isReason(place.name) ? idea.why : idea.text, inside)
          : fill(child, inside),
      );
    }
    return Object.fromEntries(properties.map(([name]) => [name, filled.get(name)]));
  }

  function textIn(child: unknown, text: string, place: Place): unknown {
    return typeOf(resolve(child)).type === 'string' ? limited(resolve(child), text) : fill(child, place);
  }

  function fillArray(node: SchemaNode, place: Place): unknown[] {
    const items = resolve(node.items);
    if (isListOfPrimitives(node)) {
      if (place.idea && (namesReferences(place.name) || isStatementList(place))) return allowed(items, place.idea.ids);
      if (namesReferences(place.name)) return [];
      const ideas = place.idea ? [place.idea] : shelf.rest(place.part, place.about, 5);
      return typeOf(items).type === 'string'
        ? allowed(
            items,
            ideas.map(({ text }) => text),
          )
        : [];
    }
    const part = partNamed(place.name);
    if (part === 'guests' && place.about === undefined) {
      return material.guests.map((guest) =>
        fill(items, { ...place, part: 'facts', about: guest.id, guest, idea: undefined }),
      );
    }
    if (part === 'companies' && place.about === undefined) {
      return material.firms.map((firm) =>
        fill(items, { ...place, part: 'facts', about: firm.domain, firm, idea: undefined }),
      );
    }
    if (place.idea) return [];
    return shelf.rest(part ?? place.part, place.about, 6).map((idea) => fill(items, { ...place, idea }));
  }

  /** Returns whether a string list in a statement holds its sources: true unless named after a part of the draft. */
  function isStatementList({ name }: Place): boolean {
    return partNamed(name) === undefined;
  }

  function allowed(items: SchemaNode, values: readonly string[]): unknown[] {
    const { enum: only } = items;
    return Array.isArray(only) ? values.filter((value) => only.includes(value)) : [...values];
  }

  function fillString(node: SchemaNode, { name, idea, guest, firm }: Place): string {
    const word = plain(name);
    if (node.format !== undefined) return ofFormat(node.format);
    const choice = /^One of: ([^,.]+)[,.]/i.exec(typeof node.description === 'string' ? node.description : '')?.[1];
    if (choice !== undefined) return choice;
    if (/^(guest|person|participant|attendee|company)?(id|ref|key)$/.test(word))
      return guest?.id ?? firm?.domain ?? idea?.ids[0] ?? '';
    if (/domain|website/.test(word)) return firm?.domain ?? guest?.domain ?? '';
    if (/^(full|company)?name$/.test(word)) return guest?.name ?? firm?.name ?? '';
    if (/email/.test(word)) return guest?.email ?? '';
    if (/language|locale/.test(word)) return material.language;
    if (!idea) return limited(node, plainText(word));
    if (isReason(name)) return limited(node, idea.why || idea.topic);
    if (/title|headline|heading|label|topic|subject|category|area|theme/.test(word)) return limited(node, idea.topic);
    return limited(node, isMain(name) ? idea.text : idea.why || idea.topic || nothing.text);
  }

  function plainText(word: string): string {
    const ideas = /summary|overview|brief|text|suggestion|answer/.test(word)
      ? [...shelf.rest('summary', undefined, 3), ...shelf.rest('facts', undefined, 3)]
      : [];
    return ideas.length === 0 ? nothing.text : ideas.map(({ text }) => text).join(' ');
  }

  /** Returns whether a node is a statement: text with a list of its sources. */
  function isStatement(node: SchemaNode): boolean {
    const properties = Object.entries(asRecord(node.properties) ?? {});
    const hasText = properties.some(([, child]) => typeOf(resolve(child)).type === 'string');
    return hasText && properties.some(([name, child]) => namesReferences(name) && isListOfPrimitives(resolve(child)));
  }

  function isList(child: unknown): boolean {
    return typeOf(resolve(child)).type === 'array';
  }

  /** Returns the property that holds the text: one with a name such as `text`, or in a statement any free string. */
  function mainText(properties: readonly (readonly [string, unknown])[], isStatement: boolean): string | undefined {
    const isFree = (child: unknown) => {
      const node = resolve(child);
      return typeOf(node).type === 'string' && !('enum' in node) && !('const' in node) && node['format'] === undefined;
    };
    const texts = properties.filter(([, child]) => isFree(child)).map(([name]) => name);
    const isLabel = (name: string) => isReason(name) || /title|headline|id$|categor|topic/i.test(name);
    return texts.find(isMain) ?? (isStatement ? texts.find((name) => !isLabel(name)) : undefined);
  }

  /**
   * Returns whether a schema has parts for people or companies; without them, facts about people and companies count
   * as general.
   */
  function namesParts(node: unknown): boolean {
    if (Array.isArray(node)) return node.some(namesParts);
    const record = asRecord(node);
    if (!record) return false;
    const own = Object.entries(asRecord(record['properties']) ?? {});
    const names = own.some(([name, child]) => isList(child) && ['guests', 'companies'].includes(partNamed(name) ?? ''));
    return names || Object.values(record).some(namesParts);
  }
}

function isMain(name: string): boolean {
  return /^(text|statement|sentence|description|point|question|fact|detail|body|content|action|claim|line|role|summary|suggestion|answer)$/i.test(
    name,
  );
}

function isReason(name: string): boolean {
  return /why|reason|rationale|because|relevance|matter|explanation/i.test(name);
}

function limited({ maxLength }: SchemaNode, text: string): string {
  const limit = typeof maxLength === 'number' ? maxLength : Infinity;
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

function ofFormat(format: unknown): string {
  const samples: Record<string, string> = {
    'date-time': '2026-01-01T00:00:00Z',
    date: '2026-01-01',
    time: '00:00:00Z',
    uri: 'about:blank',
    email: 'unknown@example.com',
    uuid: '00000000-0000-4000-8000-000000000000',
    hostname: 'example.com',
    ipv4: '127.0.0.1',
    ipv6: '::1',
    duration: 'P0D',
  };
  return samples[String(format)] ?? '';
}
