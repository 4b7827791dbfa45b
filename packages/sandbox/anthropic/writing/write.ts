import type { Planted } from '#sandbox/anthropic/careless.ts';
import type { Mode } from '#sandbox/anthropic/gathering/gather.ts';
import { isInstruction, isRequest, obey } from '#sandbox/anthropic/instructions.ts';
import { readQuotedData, stringsIn } from '#sandbox/anthropic/quoted/quoted-data.ts';
import { fillSchema } from '#sandbox/anthropic/schema/fill-schema.ts';
import type { SchemaNode } from '#sandbox/anthropic/schema/schema-node.ts';
import type { World } from '#sandbox/world/world.ts';
import { createDraft, type Draft, purposeOf } from './draft.ts';
import { type Material, readMaterial } from './material.ts';
import { plantMistakes } from './plant-mistakes.ts';

export type Asked = {
  input: string;
  system: string;
  mode: Mode;
  world: World;
  plant: (planted: Planted) => void;
};

/** Writes the quoted findings into the caller's schema. */
export function write(schema: SchemaNode, asked: Asked): unknown {
  const { material, draft } = prepare(asked);
  return fillSchema(schema, material, draft);
}

/** Writes the findings as plain text, for a request without a schema. */
export function writeSummary(asked: Asked): string {
  const { draft } = prepare(asked);
  const text = [...draft.summary, ...draft.general].map((idea) => idea.text).join(' ');
  return text === '' ? 'The request contains nothing to write from.' : text;
}

function prepare({ input, system, mode, world, plant }: Asked): { material: Material; draft: Draft } {
  const data = readQuotedData(input);
  const material = readMaterial(data, world);
  const draft = createDraft(material);
  if (mode === 'careless') plantMistakes(draft, material, world, plant);
  if (mode === 'obedient') {
    const ids = [...material.facts.values()][0]?.[0]?.ids ?? [];
    const words = [...data.values.flatMap(stringsIn), data.prose].join('\n');
    const told = obey(words, { system, input }, world).map((text) => ({ text, why: text, topic: text, ids }));
    for (const { text } of told) plant({ kind: 'obeyed', text });
    for (const part of [draft.summary, draft.points, draft.general]) part.unshift(...told);
  }
  const purpose = purposeOf(material, mode !== 'default');
  for (const { text } of purpose) if (isRequest(text) || isInstruction(text)) plant({ kind: 'obeyed', text });
  draft.summary.unshift(...purpose);
  return { material, draft };
}
