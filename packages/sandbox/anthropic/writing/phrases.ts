import type { Language } from '#sandbox/world/languages.ts';

type Phrases = {
  ask: (topic: string) => string;
  offer: (topic: string, offering: string) => string;
  goal: (topic: string, goal: string) => string;
  agenda: (topic: string, invitation: string) => string;
  why: (topic: string) => string;
  whyOffer: (offering: string) => string;
  whyGoal: (goal: string) => string;
  question: (topic: string) => string;
  questionFor: (topic: string, offering: string) => string;
  watch: (topic: string) => string;
  nothing: string;
};

/** How conclusions are put: they name what they rest on and say nothing new. */
const byLanguage: Record<Language, Phrases> = {
  en: {
    ask: (topic) => `Ask how this is going: ${topic}.`,
    offer: (topic, offering) => `Show where your offer fits (${offering}): ${topic}.`,
    goal: (topic, goal) => `Use this to reach your goal (${goal}): ${topic}.`,
    agenda: (topic, invitation) => `This meeting is about ${invitation}, and this is new: ${topic}.`,
    why: (topic) => `It follows from: ${topic}.`,
    whyOffer: (offering) => `It touches what you offer: ${offering}.`,
    whyGoal: (goal) => `It bears on your goal: ${goal}.`,
    question: (topic) => `What comes next here: ${topic}?`,
    questionFor: (topic, offering) => `Where would ${offering} help most here: ${topic}?`,
    watch: (topic) => `Be careful with promises here: ${topic}.`,
    nothing: 'Nothing public was found for this.',
  },
  de: {
    ask: (topic) => `Fragen Sie nach dem Stand: ${topic}.`,
    offer: (topic, offering) => `Zeigen Sie, wo Ihr Angebot passt (${offering}): ${topic}.`,
    goal: (topic, goal) => `Nutzen Sie das für Ihr Ziel (${goal}): ${topic}.`,
    agenda: (topic, invitation) => `In diesem Termin geht es um ${invitation}, und das ist neu: ${topic}.`,
    why: (topic) => `Das ergibt sich aus: ${topic}.`,
    whyOffer: (offering) => `Es berührt Ihr Angebot: ${offering}.`,
    whyGoal: (goal) => `Es betrifft Ihr Ziel: ${goal}.`,
    question: (topic) => `Wie geht es hier weiter: ${topic}?`,
    questionFor: (topic, offering) => `Wo würde ${offering} hier am meisten helfen: ${topic}?`,
    watch: (topic) => `Vorsicht mit Zusagen: ${topic}.`,
    nothing: 'Dazu wurde nichts Öffentliches gefunden.',
  },
  fr: {
    ask: (topic) => `Demandez où cela en est : ${topic}.`,
    offer: (topic, offering) => `Montrez où votre offre (${offering}) trouve sa place : ${topic}.`,
    goal: (topic, goal) => `Servez-vous-en pour votre objectif (${goal}) : ${topic}.`,
    agenda: (topic, invitation) => `Ce rendez-vous porte sur ${invitation}, et ceci est nouveau : ${topic}.`,
    why: (topic) => `Cela découle de : ${topic}.`,
    whyOffer: (offering) => `Cela touche votre offre : ${offering}.`,
    whyGoal: (goal) => `Cela concerne votre objectif : ${goal}.`,
    question: (topic) => `Quelle est la suite ici : ${topic} ?`,
    questionFor: (topic, offering) => `Où ${offering} aiderait-il le plus ici : ${topic} ?`,
    watch: (topic) => `Prudence avec les promesses ici : ${topic}.`,
    nothing: "Rien de public n'a été trouvé à ce sujet.",
  },
  es: {
    ask: (topic) => `Pregunte cómo va esto: ${topic}.`,
    offer: (topic, offering) => `Muestre dónde encaja su oferta (${offering}): ${topic}.`,
    goal: (topic, goal) => `Úselo para su objetivo (${goal}): ${topic}.`,
    agenda: (topic, invitation) => `Esta reunión trata de ${invitation}, y esto es nuevo: ${topic}.`,
    why: (topic) => `Se desprende de: ${topic}.`,
    whyOffer: (offering) => `Toca lo que usted ofrece: ${offering}.`,
    whyGoal: (goal) => `Afecta a su objetivo: ${goal}.`,
    question: (topic) => `¿Qué viene después aquí: ${topic}?`,
    questionFor: (topic, offering) => `¿Dónde ayudaría más ${offering} aquí: ${topic}?`,
    watch: (topic) => `Cuidado con las promesas aquí: ${topic}.`,
    nothing: 'No se encontró nada público sobre esto.',
  },
  it: {
    ask: (topic) => `Chieda a che punto è: ${topic}.`,
    offer: (topic, offering) => `Mostri dove serve la sua offerta (${offering}): ${topic}.`,
    goal: (topic, goal) => `Lo usi per il suo obiettivo (${goal}): ${topic}.`,
    agenda: (topic, invitation) => `Questo incontro riguarda ${invitation}, e questo è nuovo: ${topic}.`,
    why: (topic) => `Deriva da: ${topic}.`,
    whyOffer: (offering) => `Tocca la sua offerta: ${offering}.`,
    whyGoal: (goal) => `Riguarda il suo obiettivo: ${goal}.`,
    question: (topic) => `Come si va avanti qui: ${topic}?`,
    questionFor: (topic, offering) => `Dove ${offering} aiuterebbe di più qui: ${topic}?`,
    watch: (topic) => `Attenzione alle promesse qui: ${topic}.`,
    nothing: 'Non è stato trovato nulla di pubblico.',
  },
  pt: {
    ask: (topic) => `Pergunte como está isto: ${topic}.`,
    offer: (topic, offering) => `Mostre onde cabe a sua oferta (${offering}): ${topic}.`,
    goal: (topic, goal) => `Use isto para o seu objetivo (${goal}): ${topic}.`,
    agenda: (topic, invitation) => `Esta reunião é sobre ${invitation}, e isto é novo: ${topic}.`,
    why: (topic) => `Decorre de: ${topic}.`,
    whyOffer: (offering) => `Toca a sua oferta: ${offering}.`,
    whyGoal: (goal) => `Diz respeito ao seu objetivo: ${goal}.`,
    question: (topic) => `O que se segue aqui: ${topic}?`,
    questionFor: (topic, offering) => `Onde é que ${offering} ajudaria mais aqui: ${topic}?`,
    watch: (topic) => `Cuidado com promessas aqui: ${topic}.`,
    nothing: 'Não foi encontrado nada público sobre isto.',
  },
  nl: {
    ask: (topic) => `Vraag hoe het hiermee gaat: ${topic}.`,
    offer: (topic, offering) => `Laat zien waar je aanbod past (${offering}): ${topic}.`,
    goal: (topic, goal) => `Gebruik dit voor je doel (${goal}): ${topic}.`,
    agenda: (topic, invitation) => `Deze afspraak gaat over ${invitation}, en dit is nieuw: ${topic}.`,
    why: (topic) => `Dat volgt uit: ${topic}.`,
    whyOffer: (offering) => `Het raakt je aanbod: ${offering}.`,
    whyGoal: (goal) => `Het raakt je doel: ${goal}.`,
    question: (topic) => `Wat is hier de volgende stap: ${topic}?`,
    questionFor: (topic, offering) => `Waar zou ${offering} hier het meest helpen: ${topic}?`,
    watch: (topic) => `Wees hier voorzichtig met beloftes: ${topic}.`,
    nothing: 'Hierover is niets openbaars gevonden.',
  },
  ja: {
    ask: (topic) => `状況を尋ねる：${topic}。`,
    offer: (topic, offering) => `自社の提案（${offering}）が役立つ点を示す：${topic}。`,
    goal: (topic, goal) => `目標（${goal}）につなげる：${topic}。`,
    agenda: (topic, invitation) => `この打ち合わせの主題：${invitation}。新しい動き：${topic}。`,
    why: (topic) => `根拠：${topic}。`,
    whyOffer: (offering) => `自社の提案に関わる：${offering}。`,
    whyGoal: (goal) => `目標に関わる：${goal}。`,
    question: (topic) => `次の段階は何ですか：${topic}？`,
    questionFor: (topic, offering) => `${offering}はどこで最も役立ちますか：${topic}？`,
    watch: (topic) => `約束は慎重に：${topic}。`,
    nothing: '公開情報は見つかりませんでした。',
  },
};

export function phrasesIn(language: Language): Phrases {
  return byLanguage[language];
}
