import { formatDay } from '#sandbox/world/dates.ts';
import { languageNames } from '#sandbox/world/languages.ts';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { Block, Link } from './blocks.ts';
import { hashOf } from './choose.ts';
import { otherLanguages, type Site } from './site.ts';

/** Blocks that most sites have in some form. */

export function logo({ name, url, home }: Site): Block {
  return { kind: 'logo', alt: `${name} Logo`, src: url('assets/logo.svg'), href: home };
}

export function skipLink({ words, home }: Site): Block {
  return { kind: 'links', links: [{ text: words.skip, href: `${home}#main` }] };
}

export function topLinks(site: Site): Block {
  const { words, url } = site;
  const own = [
    { text: words.search, href: url('search') },
    { text: words.login, href: url('login') },
  ];
  return { kind: 'links', links: own };
}

export function languageSwitch(site: Site): Block[] {
  const links = otherLanguages(site).map((code) => ({ text: code, href: site.url(code.toLowerCase()) }));
  return [
    { kind: 'paragraph', text: `${site.words.language}: ${languageNames[site.language].at(-1) ?? ''}` },
    { kind: 'links', links },
  ];
}

export function cookieNotice({ words, url }: Site): Block[] {
  return [
    { kind: 'heading', level: 2, text: words.cookieTitle },
    { kind: 'paragraph', text: words.cookieText },
    {
      kind: 'links',
      links: [words.acceptAll, words.rejectAll, words.saveChoice].map((text, index) => ({
        text,
        href: url(`cookies?choice=${index}`),
      })),
    },
  ];
}

export function cookieGroups({ words }: Site): Block[] {
  return words.cookieGroups.flatMap(([name, text]): Block[] => [
    { kind: 'heading', level: 3, text: name },
    { kind: 'paragraph', text },
  ]);
}

/** A consent dialog that explains every purpose and lists every cookie. */
export function cookieCentre(site: Site): Block[] {
  const { words, legalName } = site;
  const names = [
    'consent_v3',
    'session',
    'csrf_token',
    'lang',
    'region',
    '_mt_id',
    '_mt_ses',
    'vst_9',
    'ab_slot',
    'rtg_1',
    'rtg_2',
    'px_sync',
  ];
  const rows = names.map((name, index) => {
    const group = words.cookieGroups[Math.min(3, Math.floor(index / 3))];
    return [
      name,
      index < 5 ? legalName : 'Measurepoint',
      group?.[0] ?? '',
      index < 3 ? '24 h' : `${(index % 4) * 90 + 30} d`,
    ];
  });
  return [
    ...cookieNotice(site),
    ...cookieGroups(site),
    {
      kind: 'table',
      caption: words.cookieGroups.map(([name]) => name).join(', '),
      header: [...words.cookieTable],
      rows,
    },
  ];
}

export function menu(site: Site, deep = false): Block {
  const { words } = site;
  return {
    kind: 'menu',
    groups: words.nav.map(([label, items], group) => ({
      label,
      links: items.flatMap((text, item) => {
        const path = slugOf(text, `${group + 1}/${item + 1}`);
        const below = deep
          ? [words.readMore, words.contactTitle, words.save].map((sub, at) => ({
              text: `${text}: ${sub}`,
              href: site.url(`${path}/${at + 1}`),
            }))
          : [];
        return [{ text, href: site.url(path) }, ...below];
      }),
    })),
  };
}

export function shortMenu(site: Site): Block {
  const links = site.words.nav.map(([text], group) => ({ text, href: site.url(slugOf(text, String(group + 1))) }));
  return { kind: 'links', links };
}

export function sectionMenu(site: Site): Block {
  const links = site.words.sections.map((text, index) => ({ text, href: site.url(slugOf(text, `s${index + 1}`)) }));
  return { kind: 'links', links };
}

export function crumbs(site: Site, { title, path }: WorldPage): Block {
  const folder = path.split('/').slice(0, -1);
  const links: Link[] = [
    { text: site.words.home, href: site.home },
    ...folder.map((text) => ({ text, href: site.url(text) })),
  ];
  return { kind: 'crumbs', links, here: title };
}

export function byline(site: Site, page: WorldPage): Block {
  const { words } = site;
  const minutes = String(2 + (hashOf(page.url) % 4));
  const day = `${words.published} ${formatDay(page.publishedAt, page.language)}`;
  return { kind: 'paragraph', text: `${day} | ${words.readingTime.replace('{n}', minutes)} | ${words.editorial}` };
}

export function shareButtons(site: Site, { path }: WorldPage): Block[] {
  const share = ['E-Mail', 'LinkUp', 'Chirper', 'Messenger'].map((text) => ({
    text,
    href: site.url(`share?to=${text.toLowerCase()}&page=${path}`),
  }));
  const tools = [site.words.print, site.words.save, site.words.listen].map((text, index) => ({
    text,
    href: site.url(`tools/${index + 1}?page=${path}`),
  }));
  return [
    { kind: 'paragraph', text: site.words.share },
    { kind: 'links', links: [...share, ...tools] },
  ];
}

export function newsletter({ words }: Site): Block[] {
  return [
    { kind: 'heading', level: 2, text: words.newsletterTitle },
    { kind: 'paragraph', text: words.newsletterText },
    { kind: 'form', field: words.newsletterField, consent: words.newsletterConsent, button: words.subscribe },
  ];
}

/** `text` controls whether the first sentence of the story appears below its title. */
export function teasers(pages: readonly WorldPage[], webUrl: string, text: boolean): Block[] {
  return pages.map((page) => ({
    kind: 'teaser',
    title: page.title,
    href: page.url,
    image: `${webUrl}/${page.domain}/assets/${hashOf(page.url) % 97}.svg`,
    date: formatDay(page.publishedAt, page.language),
    text: text ? page.sentences[0] : undefined,
  }));
}

export function footer(site: Site, year: number): Block[] {
  const { words, legalName, place } = site;
  const legal = words.footer.map((text, index) => ({ text, href: site.url(slugOf(text, `legal/${index + 1}`)) }));
  const social = ['LinkUp', 'Chirper', 'Vidcast'].map((text) => ({
    text,
    href: `https://www.${text.toLowerCase()}.test/company`,
  }));
  const registered = words.registered.replace('{name}', legalName).replace('{place}', place);
  return [
    { kind: 'paragraph', text: words.follow },
    { kind: 'links', links: social },
    { kind: 'links', links: legal },
    { kind: 'links', links: [{ text: words.backToTop, href: `${site.home}#top` }] },
    {
      kind: 'paragraph',
      text: `© ${year} ${legalName}${legalName.endsWith('.') ? '' : '.'} ${words.rights}${place === '' ? '' : ` ${registered}`}`,
    },
  ];
}

/** Returns a path such as `uber-uns` from `Über uns`; `fallback` if the text has no Latin letters or digits. */
function slugOf(text: string, fallback: string): string {
  const slug = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? fallback : slug;
}
