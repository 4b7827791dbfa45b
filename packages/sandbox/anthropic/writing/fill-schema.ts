import * as z from 'zod';
import { asRecord } from '#sandbox/anthropic/embedded-json.ts';
import { splitSentences } from '#sandbox/world/html-text.ts';
import type { Brief } from './brief.ts';
import type { SourceId } from './draft.ts';
import { factIdea, type Idea, makeIdea } from './idea.ts';
import { ideaText } from './idea-text.ts';
import type { Ideas, Topic } from './ideas.ts';
import { guestFacts } from './people.ts';
import { enumWishes, isBareText, namesSources, plain, topicNamed } from './property-names.ts';
import { createSchemaReader, type SchemaNode } from './schema-node.ts';

type Place = {
  name: string;
  topic: Topic | undefined;
  idea: Idea | undefined;
  /** Ids behind the words written at this level, for the id lists beside them. */
  used: Set<SourceId>;
};

export type FillInput = { schema: SchemaNode; ideas: Ideas; brief: Brief };

/** A value that fits `schema`, written from the ideas: the names of its properties say which words belong where. */
export function fillSchema({ schema, ideas, brief }: FillInput): unknown {
  const { resolve, typeOf, isListOfPrimitives } = createSchemaReader(schema);
  return fill(schema, { name: '', topic: undefined, idea: undefined, used: new Set() });

  function fill(raw: unknown, place: Place): unknown {
    const node = resolve(raw);
    if ('const' in node) return node.const;
    if (Array.isArray(node.enum)) return pickEnum(node.enum, place);
    const { type, isNullable, options } = typeOf(node);
    if (isNullable && hasNothing(place)) return null;
    if (options) return options[0] === undefined ? null : fill(options[0], place);
    if (type === 'object') return fillObject(node, place);
    if (type === 'array') return fillArray(node, place);
    if (type === 'string') return fillString(node, place);
    if (type === 'integer' || type === 'number') return fillNumber(node, place);
    return type === 'boolean' ? fillBoolean(place) : null;
  }

  function fillObject(node: SchemaNode, place: Place): SchemaNode {
    const properties = Object.entries(asRecord(node.properties) ?? {});
    const idea = place.idea ?? soleIdea(place.topic);
    const used = new Map<string, Set<SourceId>>();
    const result: SchemaNode = {};
    for (const [name, child] of properties) {
      result[name] = undefined;
      if (isIdList(name, resolve(child))) continue;
      const isText = typeOf(resolve(child)).type === 'string';
      const at: Place = {
        name: isBareText(name) && place.name !== '' ? place.name : name,
        // Inside an idea, strings are about that idea; elsewhere a name of its own says what it is about.
        topic: idea && isText ? place.topic : (topicNamed(name) ?? place.topic),
        idea,
        used: new Set(),
      };
      result[name] = fill(child, at);
      used.set(name, at.used);
    }
    for (const [name, child] of properties.filter(([key, value]) => isIdList(key, resolve(value)))) {
      const beside = [...used].filter(([other]) => name.toLowerCase().startsWith(other.toLowerCase()));
      const ids = (beside.length > 0 ? beside : [...used]).flatMap(([, set]) => [...set]);
      result[name] = idList(ids.length > 0 ? ids : (idea?.sourceIds ?? []), resolve(child));
    }
    for (const id of [...used.values()].flatMap((set) => [...set])) place.used.add(id);
    return result;
  }

  function fillArray(node: SchemaNode, place: Place): unknown[] {
    if (isIdList(place.name, node)) return idList(place.idea?.sourceIds ?? [], node);
    const items = resolve(node.items);
    const listed = listIdeas(place).slice(0, typeof node.maxItems === 'number' ? node.maxItems : 12);
    const least = typeof node.minItems === 'number' ? node.minItems : 0;
    while (listed.length < least) listed.push(listed[0] ?? nothing);
    return listed.map((idea) => fill(items, { ...place, name: items.type === 'object' ? place.name : 'text', idea }));
  }

  function listIdeas({ name, topic, idea }: Place): Idea[] {
    const word = plain(name);
    if (!idea) return topic === undefined ? ideas.facts.slice(0, 8) : ideas[topic];
    if (idea.guest && /fact|point|detail|background|bio|news|recent|note|statement|sentence|highlight/.test(word)) {
      return guestFacts(idea.guest);
    }
    const { company } = idea;
    if (company && topic === 'news') return ideas.news.filter(({ text }) => text.includes(company.name));
    if (company && topic === 'people') return ideas.people;
    if (company && /fact|detail|statement|sentence/.test(word)) return company.facts.slice(0, 6).map(factIdea);
    return /statement|sentence|claim|paragraph|text|bullet|point|fact|content|part|line/.test(word)
      ? sentencesOf(idea)
      : [];
  }

  /** Sentence by sentence, each with its own sources. */
  function sentencesOf(idea: Idea): Idea[] {
    return splitSentences(idea.text).map((text) => {
      const fact = brief.facts.find((candidate) => candidate.text === text);
      return { ...idea, text, title: text, sourceIds: fact?.sourceIds ?? idea.sourceIds, isFact: fact !== undefined };
    });
  }

  function fillString(node: SchemaNode, place: Place): string {
    const { idea, used } = place;
    const { text, sourceIds } = idea ? urlOrText(idea, place.name) : topicText(place);
    for (const id of sourceIds) used.add(id);
    if (node.format === 'date-time') return (idea?.date ?? new Date()).toISOString();
    if (node.format === 'date') return (idea?.date ?? new Date()).toISOString().slice(0, 10);
    if (node.format === 'uri' && !URL.canParse(text)) return urlOf(idea) ?? 'about:blank';
    if (node.format === 'email' && !z.email().safeParse(text).success) return 'unknown@example.com';
    const limit = typeof node.maxLength === 'number' ? node.maxLength : Infinity;
    return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  }

  function urlOrText(idea: Idea, name: string) {
    return /url|link|href/.test(plain(name)) ? { text: urlOf(idea) ?? '', sourceIds: [] } : ideaText(idea, name);
  }

  function topicText({ name, topic = 'summary' }: Place) {
    const word = plain(name);
    if (/language|locale/.test(word)) return { text: 'en', sourceIds: [] };
    if (/title|headline|subject/.test(word) && topic !== 'news') {
      return { text: ideas.insights[0]?.title ?? 'Briefing', sourceIds: [] };
    }
    const chosen = ideas[topic].slice(0, topic === 'summary' ? 5 : 3);
    if (chosen.length === 0) return { text: nothing.text, sourceIds: [] };
    return { text: chosen.map(({ text }) => text).join(' '), sourceIds: chosen.flatMap(({ sourceIds }) => sourceIds) };
  }

  function pickEnum(values: unknown[], place: Place): unknown {
    if (values.includes(null) && hasNothing(place)) return null;
    const texts = values.map((value) => String(value).toLowerCase());
    for (const wish of enumWishes(place.idea, place.name)) {
      const at = texts.findIndex((text) => text.includes(wish));
      if (at >= 0) return values[at];
    }
    return values[0];
  }

  function fillNumber(node: SchemaNode, { name, idea }: Place): number {
    const word = plain(name);
    const isPercentage = /100|percent|%/.test(typeof node.description === 'string' ? node.description : '');
    const most = typeof node.maximum === 'number' ? node.maximum : isPercentage || node.type === 'integer' ? 100 : 1;
    const least = typeof node.minimum === 'number' ? node.minimum : 0;
    if (/^(source)?(id|index|n|number)$/.test(word)) return Number(idea?.id ?? idea?.sourceIds[0] ?? least) || least;
    if (/confidence|score|quality|certainty|relevance/.test(word)) {
      const share = most * Math.min(0.95, 0.3 + brief.facts.length * 0.05);
      return node.type === 'integer' ? Math.round(share) : Math.round(share * 100) / 100;
    }
    return /count|total|number/.test(word) ? Math.max(least, idea?.sourceIds.length ?? brief.sources.length) : least;
  }

  function fillBoolean({ name, idea }: Place): boolean {
    const word = plain(name);
    if (/isfact|factual/.test(word)) return idea?.isFact ?? true;
    if (/unknown|missing|ambiguous/.test(word)) return idea?.guest ? !idea.guest.known : false;
    if (/known|found|confirmed|verified|identified/.test(word)) return idea?.guest?.known ?? brief.facts.length > 0;
    return /first/.test(word) && brief.earlier.length === 0;
  }

  function isIdList(name: string, node: SchemaNode): boolean {
    return namesSources(name) && isListOfPrimitives(node);
  }

  function idList(ids: SourceId[], node: SchemaNode): unknown[] {
    const items = resolve(node.items);
    const distinct = [...new Set(ids)];
    if (items.type !== 'string') return distinct.map(Number).filter((id) => !Number.isNaN(id));
    const wantsUrl = items.format === 'uri' || /url/i.test(`${String(items.description)} ${String(node.description)}`);
    const texts = distinct.map((id) => (wantsUrl ? urlOfSource(id) : undefined) ?? String(id));
    const { enum: allowed } = items;
    return Array.isArray(allowed) ? texts.filter((text) => allowed.includes(text)) : texts;
  }

  function urlOf(idea: Idea | undefined): string | undefined {
    return idea?.url ?? urlOfSource(idea?.sourceIds[0]);
  }

  function urlOfSource(id: SourceId | undefined): string | undefined {
    return brief.sources.find((source) => String(source.id) === String(id))?.url;
  }

  /** One object where there could be several: the main company, the one history. */
  function soleIdea(topic: Topic | undefined): Idea | undefined {
    return topic === 'companies' || topic === 'history' ? ideas[topic][0] : undefined;
  }

  function hasNothing({ name, idea, topic }: Place): boolean {
    const word = plain(name);
    if (!idea) return topic === 'history' && brief.earlier.length === 0;
    if (idea.guest && /tenure|since/.test(word)) return idea.guest.since === '';
    if (idea.guest && /title|role|position/.test(word)) return idea.guest.role === '';
    if (/date|when|published/.test(word)) return idea.date === undefined;
    return /url|link/.test(word) && urlOf(idea) === undefined;
  }
}

const nothing = makeIdea({
  title: 'Nothing found',
  text: 'Nothing public was found for this meeting.',
  action: 'Ask the guests to introduce themselves',
  level: 'low',
  isFact: false,
});
