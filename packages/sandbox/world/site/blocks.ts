export type Link = { text: string; href: string };

/** The blocks of a page, from which both its HTML and its text for fetching tools are rendered. */
export type Block =
  | { kind: 'logo'; alt: string; src: string; href: string }
  | { kind: 'image'; alt: string; src: string }
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'links'; links: Link[] }
  | { kind: 'crumbs'; links: Link[]; here: string }
  | { kind: 'menu'; groups: { label: string; links: Link[] }[] }
  | { kind: 'teaser'; title: string; href: string; image: string | undefined; date: string; text: string | undefined }
  | { kind: 'table'; caption: string; header: string[]; rows: string[][] }
  | { kind: 'form'; field: string; consent: string; button: string }
  | { kind: 'markup'; html: string };

/** A page in three parts: the article, and what the site puts before and after it. */
export type Layout = { before: Block[]; article: Block[]; after: Block[] };
