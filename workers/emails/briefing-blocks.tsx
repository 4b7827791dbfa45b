import type { Say } from '#workers/words/say.ts';
import type { Block, Bullet, Section } from './briefing-sections.ts';
import { Cited, type NumberedSource } from './briefing-sources.tsx';
import { Button, Buttons, COLORS, labelledLinks, MailLink, SANS, SERIF, STYLES } from './layout.tsx';
import { bullet, wrap } from './plain-text.ts';

function SectionHeading({ title, note }: { title: string; note: string | undefined }) {
  const style = { fontFamily: SERIF, fontSize: 17, lineHeight: '21px', fontWeight: 600, margin: '0 0 2px' };
  return (
    <h2 className="ink" style={style}>
      {title}
      {note !== undefined && (
        <span className="ink3" style={{ ...NOTE, fontWeight: 400 }}>
          {NOTE_SPACE}
          {note}
        </span>
      )}
    </h2>
  );
}

/** For sections at the end that are about the research itself. */
export function MinorHeading({ children }: { children: string }) {
  return (
    <h2 className="ink" style={{ ...STYLES.small, color: COLORS.ink, fontWeight: 600, margin: 0 }}>
      {children}
    </h2>
  );
}

export function SectionPart({ section, ...shown }: { section: Section } & Shown) {
  const { heading, note, isMinor = false, blocks } = section;
  return (
    <div style={{ marginTop: isMinor ? 10 : 12 }}>
      {isMinor ? <MinorHeading>{heading}</MinorHeading> : <SectionHeading title={heading} note={note} />}
      <Blocks blocks={blocks} {...shown} />
    </div>
  );
}

/** Items share their list's styles: a full briefing has dozens. */
export function Blocks({ blocks, sources, say }: { blocks: readonly Block[] } & Shown) {
  return groupLists(blocks).map((group, index) =>
    Array.isArray(group) ? (
      <ul key={index} className="ink read" style={{ ...READING, padding: '0 0 0 18px' }}>
        {group.map(({ text }, at) => (
          <li key={at} style={{ margin: '0 0 3px' }}>
            <Cited text={text} sources={sources} />
          </li>
        ))}
      </ul>
    ) : (
      <SingleBlock key={index} block={group} sources={sources} say={say} />
    ),
  );
}

function SingleBlock({ block, sources, say }: { block: Apart } & Shown) {
  if (block.kind === 'paragraph') {
    return (
      <p className="ink read" style={READING}>
        <Cited text={block.text} sources={sources} />
      </p>
    );
  }
  if (block.kind === 'remark') {
    return (
      <p className="ink2" style={REMARK}>
        {block.text}
      </p>
    );
  }
  return (
    <p className="ink read" style={{ ...READING, margin: '6px 0 2px' }}>
      <strong style={{ fontFamily: SANS }}>{block.name}</strong>
      {block.role !== null && <Cited text={say('role', { role: block.role })} sources={sources} />}
      {block.note !== '' && (
        <span className="ink3" style={NOTE}>
          {NOTE_SPACE}
          {block.note}
        </span>
      )}
    </p>
  );
}

const READING = { fontFamily: SERIF, fontSize: 15, lineHeight: '21px', margin: '0 0 4px' };
const REMARK = { ...STYLES.small, color: COLORS.ink2, margin: '0 0 2px' };
const NOTE = { ...STYLES.small, fontFamily: SANS };
const NOTE_SPACE = '  ';

type Apart = Exclude<Block, Bullet>;
type Shown = { sources: readonly NumberedSource[]; say: Say };

function groupLists(blocks: readonly Block[]): (Bullet[] | Apart)[] {
  const groups: (Bullet[] | Apart)[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== 'bullet') groups.push(block);
    else if (Array.isArray(last)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Renders a block for a plain-text email. */
export function blockText(block: Block, say: Say): string {
  if (block.kind === 'bullet') return bullet(block.text);
  return wrap(block.kind === 'name' ? nameText(block, say) : block.text);
}

function nameText({ name, role, note }: Extract<Block, { kind: 'name' }>, say: Say): string {
  const text = role === null ? name : `${name}${say('role', { role })}`;
  return note === '' ? text : say('noted', { text, note });
}

/** Buttons to join the meeting, if there is a link, and to open it in Foreword. */
export function MeetingButtons({ links, say }: { links: MeetingLinks; say: Say }) {
  return (
    <Buttons>
      {links.join && <Button href={links.join}>{links.joinText}</Button>}
      <Button href={links.open} quiet={links.join !== null}>
        {say('openInForeword')}
      </Button>
    </Buttons>
  );
}

/** Renders the links of `MeetingButtons` as text. */
export function linksText({ join, open }: Pick<MeetingLinks, 'join' | 'open'>, say: Say): string {
  return labelledLinks([...(join === null ? [] : [['join', join] as const]), ['open', open]], say);
}

type MeetingLinks = { join: string | null; joinText: string; open: string };

/** Links to what an email leaves out for length. */
export function More({ open, say }: { open: string; say: Say }) {
  return (
    <p className="ink2" style={{ ...REMARK, margin: '14px 0 0' }}>
      <MailLink href={open}>{say('more')}</MailLink>
    </p>
  );
}

export function moreText(open: string, say: Say): string {
  return linkText(say('more'), open, say);
}

/** Renders a link as text, on a line of its own. */
export function linkText(text: string, href: string, say: Say): string {
  return `${wrap(say('label', { label: text }))}\n${href}`;
}
