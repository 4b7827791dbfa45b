import { asRecord } from '#sandbox/anthropic/quoted/embedded-json.ts';
import { plain } from '#sandbox/anthropic/schema/parts.ts';
import type { createSchemaReader, SchemaNode } from '#sandbox/anthropic/schema/schema-node.ts';
import type { Verdict } from './verdict.ts';

/** Fills the schema with a verdict. Unknown fields get harmless values, as do all fields if there is no verdict. */
export function fillVerdict(
  raw: unknown,
  reader: ReturnType<typeof createSchemaReader>,
  id: string,
  verdict: Verdict | undefined,
): unknown {
  return fill(raw, '');

  function fill(child: unknown, name: string): unknown {
    const node = reader.resolve(child);
    const word = plain(name);
    if ('const' in node) return node.const;
    const { type, isNullable, options } = reader.typeOf(node);
    const choices = choicesOf(node, options);
    if (choices) return choose(choices, word, isNullable);
    if (options) return isNullable ? null : fill(options[0], name);
    if (type === 'object') {
      const properties = Object.entries(asRecord(node['properties']) ?? {});
      return Object.fromEntries(properties.map(([key, value]) => [key, fill(value, key)]));
    }
    if (type === 'array') return /order|instruction|command|inject/.test(word) ? (verdict?.orders ?? []) : [];
    if (type === 'boolean') return truthOf(word);
    if (type === 'integer' || type === 'number') return /certain|confiden|sure/.test(word) ? 1 : 0;
    return word === 'id' ? id : reason();
  }

  function choicesOf(node: SchemaNode, options: SchemaNode[] | undefined): unknown[] | undefined {
    if (Array.isArray(node['enum'])) return node['enum'];
    const inside = options?.find((option) => Array.isArray(option['enum']))?.['enum'];
    return Array.isArray(inside) ? inside : undefined;
  }

  /**
   * Returns the first preferred value that is allowed; otherwise null if allowed, then a value starting with `same`,
   * then the first one.
   */
  function choose(choices: readonly unknown[], word: string, isNullable: boolean): unknown {
    const texts = choices.map((value) =>
      typeof value === 'string' ? value.toLowerCase() : value === null ? '' : JSON.stringify(value),
    );
    const wishes = wishesFor(word, texts);
    const at = wishes.map((wish) => texts.findIndex((text) => wish.test(text))).find((index) => index >= 0);
    if (at !== undefined) return choices[at];
    if (isNullable || choices.includes(null)) return null;
    return choices[texts.findIndex((text) => text.startsWith('same'))] ?? choices[0];
  }

  function wishesFor(word: string, texts: readonly string[]): RegExp[] {
    if (texts.includes('supported')) return [new RegExp(`^${verdict?.support ?? 'not_stated'}$`), /^not/, /^unsure/];
    if (/person|people|guest|identity/.test(word)) return sameness(verdict?.person ?? null);
    if (/organi[sz]ation|company|employer|firm/.test(word)) return sameness(verdict?.organisation ?? null);
    if (/time|tense|date|when/.test(word))
      return verdict?.isTimeRight === false
        ? [/wrong|mismatch|false|^no$|not/]
        : [/^(right|ok|correct|same|match|fits|true|yes)/];
    if (/harm|grave|damag/.test(word)) return yesOrNo(verdict?.isHarmful ?? false);
    if (/order|instruction|command|inject/.test(word)) return yesOrNo(verdict?.isOrder ?? false);
    return [/^(none|no|ok|safe|clear|low)$/];
  }

  function truthOf(word: string): boolean {
    if (/harm|grave|damag/.test(word)) return verdict?.isHarmful ?? false;
    if (/order|instruction|command|inject/.test(word)) return verdict?.isOrder ?? false;
    if (/certain|sure|confident/.test(word)) return verdict?.person !== 'unsure';
    if (/person|people|guest|identity/.test(word)) return (verdict?.person ?? 'same') === 'same';
    if (/organi[sz]ation|company|employer|firm/.test(word)) return (verdict?.organisation ?? 'same') === 'same';
    if (/time|tense|date|when/.test(word)) return verdict?.isTimeRight ?? true;
    return /^(is)?(ok|safe|valid|clear|right|relevant)/.test(word);
  }

  function reason(): string {
    if (!verdict) return '';
    const reasons = {
      supported: 'The evidence says so.',
      contradicted: 'The evidence says otherwise.',
      not_stated: 'The evidence does not say so.',
    };
    return reasons[verdict.support];
  }
}

function sameness(found: Verdict['person']): RegExp[] {
  if (found === null) return [/^(none|no_|not_|na$|n\/a)/, /^$/];
  return [new RegExp(`^${found}`), /^unsure|^unknown|^unclear/];
}

function yesOrNo(isSo: boolean): RegExp[] {
  return isSo ? [/^(yes|true|harmful|order|is_)/] : [/^(no|none|false|harmless|not)/];
}
