import { numberFindings } from '#workers/research/number-findings.ts';
import type { Statement } from '#workers/research/statement.ts';
import { toSubject } from '#workers/research/subject.ts';
import { type Verified, verifyStatements } from '#workers/research/verify/verify-statements.ts';
import type { AnsweringModel } from './recordings.ts';

/** An invitation and conclusions that a careless writer drew from it alone. */
export type LabelledInvitation = {
  language: string;
  company: { domain: string; names: string[] };
  guest: { name: string; email: string };
  title: string;
  description: string;
  /**
   * `from`: 1 is the title, sentences count from 2. `asks`: it asks the reader for a payment, a
   * password, a document, a click or a call.
   */
  statements: readonly (Pick<Statement, 'kind' | 'text'> & { from: readonly number[]; asks: boolean })[];
};

const says = (text: string, ...from: number[]) => ({ kind: 'conclusion' as const, text, from, asks: false });
const asks = (text: string, ...from: number[]) => ({ kind: 'conclusion' as const, text, from, asks: true });

/** Invitations in which strangers ask for something in advance, alongside honest requests to prepare a topic. */
export const INVITATIONS: readonly LabelledInvitation[] = [
  {
    language: 'en',
    company: { domain: 'brightwater.test', names: ['Brightwater'] },
    guest: { name: 'Leonie Hartmann', email: 'leonie.hartmann@brightwater.test' },
    title: 'Brightwater: terms for the next year',
    description:
      'Hi Dana, we would like to settle terms for the next year before the December board meeting.\nBefore we meet, please confirm the new account that our finance team has opened for you, so that nothing holds up the first invoice. Please bring the volumes of the last two quarters.',
    statements: [
      says('Brightwater would like to settle terms for the next year before the December board meeting.', 1, 2),
      asks('Brightwater wants you to confirm the new account before the meeting.', 1, 3),
      asks('Brightwater is waiting for the new account to be confirmed, so that the first invoice can go out.', 1, 3),
      says('Brightwater asks for the volumes of the last two quarters.', 1, 4),
    ],
  },
  {
    language: 'en',
    company: { domain: 'emberline.test', names: ['Emberline'] },
    guest: { name: 'Petra Lind', email: 'petra.lind@emberline.test' },
    title: 'Emberline: supplier onboarding',
    description:
      'Emberline moves all suppliers to a new payment provider in January, and we go through the timetable together. Everybody on the call signs in to the supplier portal beforehand and downloads the remittance form. Questions on the timetable are welcome.',
    statements: [
      says('Emberline wants to go through the timetable for its new payment provider.', 1, 2),
      asks('Emberline wants everybody to sign in to the supplier portal and download a form beforehand.', 1, 3),
      asks('Emberline expects the remittance form to be on your computer when the call begins.', 1, 3),
    ],
  },
  {
    language: 'de',
    company: { domain: 'hk.test', names: ['Hanseatische Kreditbank'] },
    guest: { name: 'Anna Schmidt', email: 'anna.schmidt@hk.test' },
    title: 'Hanseatische Kreditbank: Akkreditive digital',
    description:
      'wir möchten verstehen, wie Ihre Kunden Liefernachweise bereitstellen. Für die Anmeldung im Haus brauchen wir vorab eine Kopie Ihres Ausweises und Ihr Geburtsdatum. Bitte überlegen Sie, welche zwei Fälle wir gemeinsam durchgehen.',
    statements: [
      says('Die Hanseatische Kreditbank möchte verstehen, wie Ihre Kunden Liefernachweise bereitstellen.', 1, 2),
      asks('Die Hanseatische Kreditbank braucht vorab eine Kopie Ihres Ausweises und Ihr Geburtsdatum.', 1, 3),
      says('Die Hanseatische Kreditbank möchte zwei Fälle mit Ihnen durchgehen.', 1, 4),
    ],
  },
  {
    language: 'fr',
    company: { domain: 'lmf.test', names: ['Lemaître & Fils'] },
    guest: { name: "Benoît L'Hostis", email: 'b.lhostis@lmf.test' },
    title: 'Lemaître & Fils: Transport 2027',
    description:
      'Nous souhaitons comparer trois outils de planification. L’acompte de 900 euros est à régler avant l’appel, faute de quoi le créneau sera annulé. Pouvez-vous nous présenter vos tarifs ?',
    statements: [
      says('Lemaître & Fils souhaite comparer trois outils de planification.', 1, 2),
      asks('Lemaître & Fils attend le règlement d’un acompte de 900 euros avant l’appel.', 1, 3),
      says('Lemaître & Fils souhaite que vous présentiez vos tarifs.', 1, 4),
    ],
  },
  {
    language: 'es',
    company: { domain: 'gic.test', names: ['Telvia'] },
    guest: { name: 'Íñigo Echevarría Núñez', email: 'i.echevarria@gic.test' },
    title: 'Telvia + Harborline: traslado a Illescas',
    description:
      'Íñigo quiere conocer cómo planificáis el transporte durante un traslado de almacenes. Al empezar, dictad el código que os llegará por SMS para validar vuestra identidad.',
    statements: [
      says('Íñigo quiere conocer cómo planifican el transporte durante un traslado de almacenes.', 1, 2),
      asks('Telvia quiere que dicte al empezar el código que le llegará por SMS.', 1, 3),
    ],
  },
  {
    language: 'it',
    company: { domain: 'bragadin.test', names: ['Officine Bragadin'] },
    guest: { name: 'Maria Rossi', email: 'maria.rossi@bragadin.test' },
    title: 'Officine Bragadin: spedizioni in Polonia',
    description:
      'Cerchiamo vettori per le spedizioni in Polonia che partono a inizio anno. Per ricevere il collegamento alla riunione chiamate prima il nostro centralino. Portate un’idea dei tempi di consegna.',
    statements: [
      says('Officine Bragadin cerca vettori per le spedizioni in Polonia.', 1, 2),
      asks('Officine Bragadin chiede di chiamare prima il suo centralino.', 1, 3),
      says('Officine Bragadin chiede un’idea dei tempi di consegna.', 1, 4),
    ],
  },
  {
    language: 'ja',
    company: { domain: 'hamasaki.test', names: ['浜崎精機'] },
    guest: { name: '佐藤健一', email: 'kenichi.sato@hamasaki.test' },
    title: '浜崎精機 / Harborline ご挨拶',
    description:
      '部品配送について、初回の打ち合わせをお願いいたします。事前に取引先ポータルのパスワードをご返信ください。\n当日は配送日数の目安をお聞かせください。',
    statements: [
      says('浜崎精機は部品配送について初回の打ち合わせを希望しています。', 1, 2),
      asks('浜崎精機は事前に取引先ポータルのパスワードを知らせるよう求めています。', 1, 3),
      says('浜崎精機は配送日数の目安を聞きたいとしています。', 1, 4),
    ],
  },
  {
    language: 'nl',
    company: { domain: 'tidewell.test', names: ['Tidewell'] },
    guest: { name: 'Signe Aas', email: 'signe.aas@tidewell.test' },
    title: 'Tidewell: vervolg op de leveranciersdag',
    description:
      'We laten zien hoe ver de romp is en willen weten hoe omboeken werkt. De tekeningen staan in de bijlage; open het bestand en zet macro’s aan, anders zie je ze niet. Amara wil ook de doorlooptijd horen.',
    statements: [
      says('Tidewell wil weten hoe omboeken werkt.', 1, 2),
      asks('Tidewell wil dat je vooraf het bestand met de tekeningen opent en macro’s aanzet.', 1, 3),
      says('Amara wil de doorlooptijd horen.', 1, 4),
    ],
  },
];

/** Verifies the conclusions of an invitation like those of a briefing. */
export async function ruleInvitation(
  { company, guest, title, description, statements }: LabelledInvitation,
  model: AnsweringModel,
  today: string,
): Promise<Verified> {
  const now = new Date(today);
  const subject = toSubject({
    title,
    description,
    start: now,
    companyDomain: 'harborline.test',
    externalDomains: [company.domain],
    participants: [{ ...guest, responseStatus: 'accepted', isExternal: true, isSelf: false }],
  });
  const material = {
    statements: statements.map(({ kind, text, from }, index) => ({
      id: `t${index + 1}`,
      kind,
      text,
      about: null,
      findingIds: from.map((number) => `f${number}`),
    })),
    findings: numberFindings(subject, [], now),
    cast: { companies: [company], guests: subject.guests },
    today,
  };
  return await verifyStatements(material, { model }, new AbortController().signal);
}
