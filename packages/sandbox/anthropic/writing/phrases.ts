import type { Language } from '#sandbox/world/languages.ts';

type Phrases = {
  /** The purpose of the meeting, based only on the invitation. */
  purpose: (invitation: string) => string;
  ask: (topic: string) => string;
  offer: (topic: string, offering: string) => string;
  goal: (topic: string, goal: string) => string;
  /** Quotes a news sentence, which the draft doesn't repeat unless it is the first fact about its subject. */
  agenda: (news: string, invitation: string) => string;
  why: (topic: string) => string;
  whyOffer: (offering: string) => string;
  whyGoal: (goal: string) => string;
  question: (topic: string) => string;
  questionFor: (topic: string, offering: string) => string;
  watch: (topic: string) => string;
  nothing: string;
};

/** Phrases for conclusions: they cite their source and add nothing. */
const byLanguage: Record<Language, Phrases> = {
  en: {
    purpose: (invitation) => `The invitation says: ${invitation}.`,
    ask: (topic) => `Bring up “${topic}”.`,
    offer: (topic, offering) => `Show where your offer (${offering}) fits in with “${topic}”.`,
    goal: (topic, goal) => `Use “${topic}” to reach your goal (${goal}).`,
    agenda: (news, invitation) => `On the agenda is ${invitation}, and this is new: ${news}.`,
    why: (topic) => `It follows from “${topic}”.`,
    whyOffer: (offering) => `It concerns what you offer: ${offering}.`,
    whyGoal: (goal) => `It bears on your goal: ${goal}.`,
    question: (topic) => `What comes after “${topic}”?`,
    questionFor: (topic, offering) => `Where would ${offering} help most with “${topic}”?`,
    watch: (topic) => `Do not assume what “${topic}” means for you.`,
    nothing: 'Nothing public was found for this.',
  },
  de: {
    purpose: (invitation) => `In der Einladung steht: ${invitation}.`,
    ask: (topic) => `Sprechen Sie „${topic}“ an.`,
    offer: (topic, offering) => `Zeigen Sie, wo Ihr Angebot (${offering}) zu „${topic}“ passt.`,
    goal: (topic, goal) => `Nutzen Sie „${topic}“ für Ihr Ziel (${goal}).`,
    agenda: (news, invitation) => `Auf der Tagesordnung steht ${invitation}, und das ist neu: ${news}.`,
    why: (topic) => `Das ergibt sich aus „${topic}“.`,
    whyOffer: (offering) => `Es berührt Ihr Angebot: ${offering}.`,
    whyGoal: (goal) => `Es betrifft Ihr Ziel: ${goal}.`,
    question: (topic) => `Wie geht es nach „${topic}“ weiter?`,
    questionFor: (topic, offering) => `Wo würde ${offering} bei „${topic}“ am meisten helfen?`,
    watch: (topic) => `Setzen Sie nicht voraus, was „${topic}“ für Sie heißt.`,
    nothing: 'Dazu wurde nichts Öffentliches gefunden.',
  },
  fr: {
    purpose: (invitation) => `L’invitation dit : ${invitation}.`,
    ask: (topic) => `Évoquez « ${topic} ».`,
    offer: (topic, offering) => `Montrez où votre offre (${offering}) rejoint « ${topic} ».`,
    goal: (topic, goal) => `Servez-vous de « ${topic} » pour votre objectif (${goal}).`,
    agenda: (news, invitation) => `À l’ordre du jour : ${invitation}, et ceci est nouveau : ${news}.`,
    why: (topic) => `Cela découle de « ${topic} ».`,
    whyOffer: (offering) => `Cela touche votre offre : ${offering}.`,
    whyGoal: (goal) => `Cela concerne votre objectif : ${goal}.`,
    question: (topic) => `Que vient-il après « ${topic} » ?`,
    questionFor: (topic, offering) => `Où ${offering} aiderait-il le plus pour « ${topic} » ?`,
    watch: (topic) => `Ne présumez pas de ce que « ${topic} » change pour vous.`,
    nothing: "Rien de public n'a été trouvé à ce sujet.",
  },
  es: {
    purpose: (invitation) => `La invitación dice: ${invitation}.`,
    ask: (topic) => `Mencione «${topic}».`,
    offer: (topic, offering) => `Muestre dónde encaja su oferta (${offering}) con «${topic}».`,
    goal: (topic, goal) => `Use «${topic}» para su objetivo (${goal}).`,
    agenda: (news, invitation) => `En el orden del día está ${invitation}, y esto es nuevo: ${news}.`,
    why: (topic) => `Se desprende de «${topic}».`,
    whyOffer: (offering) => `Toca lo que usted ofrece: ${offering}.`,
    whyGoal: (goal) => `Afecta a su objetivo: ${goal}.`,
    question: (topic) => `¿Qué viene después de «${topic}»?`,
    questionFor: (topic, offering) => `¿Dónde ayudaría más ${offering} en «${topic}»?`,
    watch: (topic) => `No dé por hecho lo que «${topic}» significa para usted.`,
    nothing: 'No se encontró nada público sobre esto.',
  },
  it: {
    purpose: (invitation) => `L’invito dice: ${invitation}.`,
    ask: (topic) => `Accenni a «${topic}».`,
    offer: (topic, offering) => `Mostri dove la sua offerta (${offering}) si lega a «${topic}».`,
    goal: (topic, goal) => `Usi «${topic}» per il suo obiettivo (${goal}).`,
    agenda: (news, invitation) => `All’ordine del giorno c’è ${invitation}, e questo è nuovo: ${news}.`,
    why: (topic) => `Deriva da «${topic}».`,
    whyOffer: (offering) => `Tocca la sua offerta: ${offering}.`,
    whyGoal: (goal) => `Riguarda il suo obiettivo: ${goal}.`,
    question: (topic) => `Che cosa viene dopo «${topic}»?`,
    questionFor: (topic, offering) => `Dove ${offering} aiuterebbe di più per «${topic}»?`,
    watch: (topic) => `Non dia per scontato che cosa «${topic}» significhi per lei.`,
    nothing: 'Non è stato trovato nulla di pubblico.',
  },
  pt: {
    purpose: (invitation) => `O convite diz: ${invitation}.`,
    ask: (topic) => `Mencione “${topic}”.`,
    offer: (topic, offering) => `Mostre onde a sua oferta (${offering}) se liga a “${topic}”.`,
    goal: (topic, goal) => `Use “${topic}” para o seu objetivo (${goal}).`,
    agenda: (news, invitation) => `Na ordem do dia está ${invitation}, e isto é novo: ${news}.`,
    why: (topic) => `Decorre de “${topic}”.`,
    whyOffer: (offering) => `Toca a sua oferta: ${offering}.`,
    whyGoal: (goal) => `Diz respeito ao seu objetivo: ${goal}.`,
    question: (topic) => `O que vem depois de “${topic}”?`,
    questionFor: (topic, offering) => `Onde é que ${offering} ajudaria mais em “${topic}”?`,
    watch: (topic) => `Não dê por certo o que “${topic}” significa para si.`,
    nothing: 'Não foi encontrado nada público sobre isto.',
  },
  nl: {
    purpose: (invitation) => `In de uitnodiging staat: ${invitation}.`,
    ask: (topic) => `Begin over “${topic}”.`,
    offer: (topic, offering) => `Laat zien waar je aanbod (${offering}) bij “${topic}” past.`,
    goal: (topic, goal) => `Gebruik “${topic}” voor je doel (${goal}).`,
    agenda: (news, invitation) => `Op de agenda staat ${invitation}, en dit is nieuw: ${news}.`,
    why: (topic) => `Dat volgt uit “${topic}”.`,
    whyOffer: (offering) => `Het raakt je aanbod: ${offering}.`,
    whyGoal: (goal) => `Het raakt je doel: ${goal}.`,
    question: (topic) => `Wat komt er na “${topic}”?`,
    questionFor: (topic, offering) => `Waar zou ${offering} het meest helpen bij “${topic}”?`,
    watch: (topic) => `Neem niet zomaar aan wat “${topic}” voor je betekent.`,
    nothing: 'Hierover is niets openbaars gevonden.',
  },
  ja: {
    purpose: (invitation) => `招待には「${invitation}」とある。`,
    ask: (topic) => `「${topic}」を話題にする。`,
    offer: (topic, offering) => `自社の提案（${offering}）が「${topic}」にどう役立つかを示す。`,
    goal: (topic, goal) => `「${topic}」を目標（${goal}）につなげる。`,
    agenda: (news, invitation) => `議題は${invitation}。新しい動き：${news}。`,
    why: (topic) => `根拠：「${topic}」。`,
    whyOffer: (offering) => `自社の提案に関わる：${offering}。`,
    whyGoal: (goal) => `目標に関わる：${goal}。`,
    question: (topic) => `「${topic}」の次の段階は何ですか？`,
    questionFor: (topic, offering) => `「${topic}」で${offering}が最も役立つのはどこですか？`,
    watch: (topic) => `「${topic}」が自社に何をもたらすかを決めつけない。`,
    nothing: '公開情報は見つかりませんでした。',
  },
};

export function phrasesIn(language: Language): Phrases {
  return byLanguage[language];
}
