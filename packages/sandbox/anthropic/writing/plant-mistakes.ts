import {
  chance,
  denied,
  inventedNews,
  inventedPress,
  inventedRumour,
  misfigured,
  misunited,
  type Planted,
  renamed,
} from '#sandbox/anthropic/careless.ts';
import { quotable } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';
import type { Draft, Idea } from './draft.ts';
import type { Firm, Guest, Material } from './material.ts';

type Plant = (planted: Planted) => void;

/** The percentage of a company's true sentences that may also get a wrong version. */
const wrongPercent = 60;

/**
 * Adds a careless writer's mistakes next to the true facts, mostly citing their sources: wrong figures and units, plans
 * presented as done, superseded pages, namesakes, opposites, unsourced hearsay and invented sources.
 * Reports each to `plant`. States the first company's business twice.
 */
export function plantMistakes(draft: Draft, material: Material, world: World, plant: Plant): void {
  for (const firm of material.firms) {
    const part = draft.parts.get(firm.domain);
    if (part) part.splice(1, 0, ...mistakesAboutFirm(part, firm, world, plant));
  }
  for (const guest of material.guests) {
    const part = draft.parts.get(guest.id);
    if (part) part.splice(1, 0, ...mistakesAboutGuest(part, guest, world, plant));
  }
  const [firm] = material.firms;
  if (!firm) return;
  const rumour = inventedRumour(firm.name);
  plant({ kind: 'uncited', text: rumour });
  const press = inventedPress(firm.name, firm.domain);
  plant({ kind: 'invented_url', ...press });
  const [again] = draft.parts.get(firm.domain) ?? [];
  if (again) draft.summary.push({ ...again, isPlanted: true });
  draft.summary.unshift(ideaOf(rumour, []), ideaOf(`${press.text} ${press.url}`, ['f941']));
}

function mistakesAboutFirm(truths: readonly Idea[], { domain, name }: Firm, world: World, plant: Plant): Idea[] {
  const ids = truths[0]?.ids ?? [];
  const mistakes: Idea[] = [];
  const add = (kind: Planted['kind'], text: string | null, rests: string[], url?: string) => {
    if (text === null) return;
    mistakes.push(ideaOf(text, rests));
    plant({ kind, text, ...(url !== undefined && { url }) });
  };
  for (const { text, ids: rests } of truths.filter((idea) => chance(idea.text, wrongPercent)).slice(0, 2)) {
    add('wrong_figure', misfigured(text), rests);
    add('wrong_unit', misunited(text), rests);
  }
  const [first] = truths;
  if (first) {
    add('denied', denied(first.text), first.ids);
    add('unknown_name', renamed(first.text, name), first.ids);
    mistakes.push(ideaOf(`${first.text} ${inventedNews}`, first.ids));
    plant({ kind: 'half_true', text: inventedNews });
  }
  for (const { kind, text } of untrueAbout(domain, world)) add(kind, text, ids);
  const replaced = world.pages().filter((page) => page.domain === domain && page.supersededBy !== undefined);
  for (const page of replaced) for (const text of quotable(page).slice(0, 2)) add('stale', text, ids, page.url);
  return mistakes;
}

function mistakesAboutGuest(truths: readonly Idea[], { name, email }: Guest, world: World, plant: Plant): Idea[] {
  const ids = truths[0]?.ids ?? [];
  const namesakes = world.pages().filter(({ person }) => person?.name === name && person.email !== email);
  const said = [
    ...namesakes.flatMap((page) =>
      page.sentences.slice(0, 1).map((text) => ({ kind: 'same_name' as const, text, url: page.url })),
    ),
    ...untrueAbout(email, world),
  ];
  for (const mistake of said) plant(mistake);
  return said.map(({ text }) => ideaOf(text, ids));
}

function untrueAbout(about: string, world: World): Planted[] {
  const year = String(new Date().getUTCFullYear() - 1);
  return world.companies
    .flatMap(({ untrue }) => untrue)
    .filter((untruth) => untruth.about === about)
    .map(({ kind, text }) => ({ kind, text: text.replaceAll('{yearsAgo:1}', year) }));
}

function ideaOf(text: string, ids: string[]): Idea {
  return { text, why: text, topic: text.split(/\s+/).slice(0, 7).join(' '), ids, isPlanted: true };
}
