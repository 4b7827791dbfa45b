import type { WorldPage } from '#sandbox/world/pages.ts';
import { articleOf } from './article.ts';
import type { Block, Layout } from './blocks.ts';
import { chooseSome } from './choose.ts';
import * as parts from './parts.ts';
import type { Site, Style } from './site.ts';

export type Surroundings = {
  site: Site;
  page: WorldPage;
  /** Other pages of the site except its home page and superseded ones, newest first. */
  siblings: WorldPage[];
  /** News about other companies, preferably in the site's language. */
  elsewhere: WorldPage[];
  webUrl: string;
  year: number;
};

/** Lays out a page in its site's style. Deterministic. */
export function layOut(around: Surroundings): Layout {
  return styles[around.site.style](around);
}

const styles: Record<Style, (around: Surroundings) => Layout> = { corporate, startup, plain, portal, news };

/** A full menu above the article, and industry stories below it. */
function corporate({ site, page, siblings, elsewhere, webUrl, year }: Surroundings): Layout {
  return {
    before: [
      parts.skipLink(site),
      ...parts.cookieNotice(site),
      parts.logo(site),
      parts.topLinks(site),
      ...parts.languageSwitch(site),
      parts.menu(site),
      parts.crumbs(site, page),
    ],
    article: articleOf(page, {}),
    after: [
      ...parts.shareButtons(site, page),
      ...ownNews(site, siblings, webUrl),
      heading(site.words.industryNews),
      ...parts.teasers(chooseSome(elsewhere, page.url, 3), webUrl, true),
      ...pressContact(site),
      ...parts.newsletter(site),
      ...parts.footer(site, year),
    ],
  };
}

/** Claims and calls to action with little text. */
function startup({ site, page, siblings, elsewhere, webUrl, year }: Surroundings): Layout {
  const { words, url } = site;
  const claims: Block[] = words.claims.map((text) => ({ kind: 'heading', level: 3, text }));
  return {
    before: [
      ...parts.cookieNotice(site),
      parts.logo(site),
      parts.menu(site),
      {
        kind: 'links',
        links: [
          { text: words.cta, href: url('demo') },
          { text: words.login, href: url('login') },
        ],
      },
      { kind: 'image', alt: words.claims[0] ?? '', src: url('assets/hero.svg') },
      ...claims,
      parts.crumbs(site, page),
    ],
    article: articleOf(page, {}),
    after: [
      { kind: 'paragraph', text: `„${words.testimonial}“` },
      { kind: 'paragraph', text: words.testimonialBy },
      ...ownNews(site, siblings, webUrl),
      heading(words.related),
      ...parts.teasers(chooseSome(elsewhere, page.url, 1), webUrl, false),
      { kind: 'links', links: [{ text: words.cta, href: url('demo') }] },
      ...parts.newsletter(site),
      ...parts.footer(site, year),
    ],
  };
}

/** A small company's template site. */
function plain({ site, page, siblings, webUrl, year }: Surroundings): Layout {
  return {
    before: [
      parts.logo(site),
      ...parts.cookieNotice(site),
      ...parts.cookieGroups(site),
      parts.shortMenu(site),
      { kind: 'image', alt: site.name, src: site.url('assets/slide-1.svg') },
      { kind: 'image', alt: site.name, src: site.url('assets/slide-2.svg') },
      ...parts.languageSwitch(site),
      parts.crumbs(site, page),
    ],
    article: articleOf(page, {}),
    after: [...ownNews(site, siblings, webUrl), ...pressContact(site), ...parts.footer(site, year)],
  };
}

/** Repeats the menu, as sites with separate menus for wide and narrow screens do. */
function portal({ site, page, siblings, elsewhere, webUrl, year }: Surroundings): Layout {
  return {
    before: [
      parts.skipLink(site),
      ...parts.cookieCentre(site),
      parts.logo(site),
      parts.topLinks(site),
      ...parts.languageSwitch(site),
      parts.menu(site, true),
      { kind: 'paragraph', text: site.words.menu },
      parts.menu(site),
      parts.crumbs(site, page),
    ],
    article: articleOf(page, { byline: parts.byline(site, page) }),
    after: [
      ...parts.shareButtons(site, page),
      ...ownNews(site, siblings, webUrl),
      heading(site.words.industryNews),
      ...parts.teasers(chooseSome(elsewhere, page.url, 4), webUrl, true),
      ...pressContact(site),
      ...parts.newsletter(site),
      parts.menu(site, true),
      ...parts.footer(site, year),
    ],
  };
}

/** The article is one story among many. */
function news({ site, page, siblings, elsewhere, webUrl, year }: Surroundings): Layout {
  const { words } = site;
  const others = chooseSome(elsewhere, page.url, 14);
  const [within, ...around] = others;
  return {
    before: [
      parts.skipLink(site),
      ...parts.cookieCentre(site),
      parts.logo(site),
      parts.topLinks(site),
      parts.sectionMenu(site),
      heading(words.moreNews),
      ...parts.teasers(around.slice(0, 5), webUrl, false),
      { kind: 'paragraph', text: words.advertisement },
      parts.crumbs(site, page),
    ],
    article: articleOf(page, {
      byline: parts.byline(site, page),
      between: within
        ? [{ kind: 'links', links: [{ text: `${words.readAlso}: ${within.title}`, href: within.url }] }]
        : [],
    }),
    after: [
      ...parts.shareButtons(site, page),
      { kind: 'paragraph', text: words.comments },
      ...ownNews(site, siblings, webUrl),
      heading(words.mostRead),
      ...parts.teasers(around.slice(5), webUrl, true),
      { kind: 'paragraph', text: words.advertisement },
      ...parts.newsletter(site),
      parts.sectionMenu(site),
      ...parts.footer(site, year),
    ],
  };
}

/** Returns a heading, and teasers of the site's other pages; empty if there are none. */
function ownNews(site: Site, siblings: readonly WorldPage[], webUrl: string): Block[] {
  if (siblings.length === 0) return [];
  return [heading(site.words.fromUs.replace('{name}', site.name)), ...parts.teasers(siblings, webUrl, false)];
}

function pressContact({ words, url }: Site): Block[] {
  return [
    heading(words.contactTitle),
    { kind: 'paragraph', text: words.contactText },
    { kind: 'links', links: [{ text: words.contactTitle, href: url('press-office') }] },
  ];
}

function heading(text: string): Block {
  return { kind: 'heading', level: 2, text };
}
