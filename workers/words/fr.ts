import type { Messages } from './en.ts';

/** Spaces before : ; ! ? » and after « become no-break spaces in say.ts. */
export const fr: Messages = {
  tag: 'fr',
  voice: 'French, addressing the reader as "vous"',
  addressee: 'first',

  sentences: '{first} {second}',
  label: '{label} :',
  labelled: '{label} : {value}',
  noted: '{text} ({note})',
  place: '{place}.',
  quotedText: '« {text} »',
  role: ', {role}',
  span: '{start} à {end}, {day} ({zone})',
  spanOverMidnight: '{day} à {start} – {lastDay} à {end} ({zone})',
  hours: '{start} à {end} ({zone})',
  firstOfMonth: '1er',

  join: 'Rejoindre',
  joinOn: 'Rejoindre sur {host}',
  open: 'Ouvrir',
  openInForeword: 'Ouvrir dans Foreword',
  documents: 'Documents',
  onHost: '{title} (sur {host})',
  whatDoYouWant: 'Qu’en attendez-vous ?',
  changeOrStop: 'Gérer ces e-mails',
  unsubscribe: 'Se désabonner',

  answeredMaybe: 'Vous avez répondu « peut-être ».',
  notAnsweredYet: 'Vous n’avez pas encore répondu.',
  researchedOn: 'Recherche effectuée le {date} à {time} ({zone}).',
  notResearched: 'Aucune recherche effectuée.',

  quickTake: 'L’essentiel',
  sinceLastTime: 'Depuis la dernière fois',
  newSince: 'Nouveau depuis le {date}',
  whoYouMeet: 'Vos interlocuteurs',
  talkingPoints: 'Points à aborder',
  questionsToAsk: 'Questions à poser',
  watchOut: 'Points de vigilance',
  couldNotBeFound: 'Informations introuvables',
  confidence: 'Fiabilité : {percent}',
  sources: 'Sources',
  wrongFactHere: 'Vous avez signalé une erreur ici :',
  inferred: 'Déductions',
  suggested: 'Suggestions',
  quoted: 'Citations',

  researchFailed: 'La recherche sur cette réunion a échoué.',
  quotaExceeded: 'Votre quota de recherches du mois est épuisé.',
  dailyCapReached: 'Vous avez atteint la limite de recherches sur 24 heures.',
  noTime: 'Le temps a manqué pour faire des recherches sur cette réunion.',
  olderResults: 'Les résultats ci-dessous proviennent d’une recherche précédente ; ils ne sont peut-être plus à jour.',
  calendarOnly: 'Les informations ci-dessous proviennent uniquement de votre agenda.',

  firstContact: 'Aucune réunion antérieure avec ces personnes dans Foreword.',
  lastMet: 'Dernière réunion le {date} : {title}.',
  lastMetWith: 'Dernière réunion le {date} : {title}, avec {guests}.',
  metOften:
    '{count, plural, one {# réunion antérieure avec au moins un de ces invités.} other {# réunions antérieures avec au moins un de ces invités.}}',
  youNoted: 'Votre note : « {outcome} »',

  andMoreGuests: '{count, plural, one {Et # autre invité externe.} other {Et # autres invités externes.}}',
  hiddenGuests: 'Votre agenda n’indique pas tous les invités.',
  yourSide: 'Également invités : {names}.',
  andMore: '{count, plural, one {# autre} other {# autres}}',
  guestsNotResearched: 'Aucune recherche n’a été faite sur les invités et leurs entreprises.',
  accepted: 'A accepté',
  declined: 'A décliné',
  maybe: 'Peut-être',
  notAnswered: 'N’a pas répondu',
  objected: 'Aucune recherche, à la suite d’une demande',
  confirmed: 'Identité confirmée',
  likely: 'Probablement cette personne',
  unknown: 'Identité incertaine',
  externalGuests: '{count, plural, one {# invité externe} other {# invités externes}}',
  externalGuestsAlone: '{count, plural, one {# invité externe} other {# invités externes}}, sans recherche',
  more: 'Lire la suite dans Foreword',

  wasUseful: 'Était-ce utile ?',
  useful: 'Utile ?',
  yes: 'Oui',
  no: 'Non',
  wrongPerson: 'Mauvaise personne ?',
  noMoreAbout: 'Ne plus recevoir d’e-mails sur',
  thisSeries: 'cette série de réunions',
  thisMeeting: 'cette réunion',

  testSubject: 'Test : {subject}',
  testNotice:
    'Voici le test que vous avez demandé, avec l’une de vos réunions. Le véritable briefing vous parviendra séparément.',
  exampleNotice:
    'Voici le test que vous avez demandé. Aucune de vos réunions n’a encore fait l’objet d’une recherche : toutes les personnes citées sont fictives.',

  movedTo: 'Nouvel horaire ({time}) : {title}',
  otherGuests: 'Liste d’invités modifiée : {title}',
  dayAndTime: '{day}, {time}',
  timeAndDay: '{time}, {day}',
  was: 'Avant :',
  now: 'Désormais :',
  asPlanned: 'Comme prévu :',
  wasAndNow: 'Avant : {before}. Désormais : {now}.',
  alsoComing: 'Nouveaux invités',
  noLongerComing: 'Invités qui ne figurent plus sur la liste',
  alsoComingNames: 'Nouveaux invités : {names}.',
  noLongerComingNames: 'Invités qui ne figurent plus sur la liste : {names}.',
  stillHolds: 'Votre briefing reste valable ; il ne vous sera pas renvoyé.',
  restStillHolds: 'Le reste de votre briefing est toujours valable ; il ne vous sera pas renvoyé.',
  sentBy: 'Envoyé par Foreword.',

  digestSubject: '{count, plural, one {# réunion} other {# réunions}} à préparer pour le {day}',
  digestLead: '{count, plural, one {# réunion} other {# réunions}} avec des invités externes.',
  digestDay: '{day} : {lead}',
  moreMeetings:
    'La journée ne tient pas dans un seul e-mail : {count, plural, one {# autre réunion vous attend} other {# autres réunions vous attendent}} dans Foreword',
  wholeBriefing: 'Briefing complet et sources',
  otherMeetings: 'Autres réunions',
  briefingSent: '{time} {title} : le briefing a été envoyé.',
  briefingFollows: '{time} {title} : le briefing arrivera plus tard.',
  digestFooter: 'Votre récapitulatif quotidien Foreword.',

  greeting: 'Bonjour {name},',
  greetingNobody: 'Bonjour,',
  accountFooter: 'Foreword. {why} Questions : {supportEmail}',
  whyOwner: 'Vous recevez cet e-mail parce que cette adresse est associée à un compte Foreword.',
  verifySubject: 'Confirmez votre adresse e-mail',
  verifyAsk: 'Confirmez cette adresse pour terminer la création de votre compte Foreword.',
  linkOnceADay:
    'Le lien est valable 24 heures et ne fonctionne qu’une fois. Si cette inscription ne vient pas de vous, ignorez cet e-mail : rien ne se passera sans confirmation.',
  verifyAction: 'Confirmer cette adresse',
  whySignUp: 'Vous recevez cet e-mail parce que quelqu’un s’est inscrit avec cette adresse.',
  existingSubject: 'Vous avez déjà un compte',
  existingTold:
    'Quelqu’un a tenté d’utiliser cette adresse pour un autre compte Foreword, mais elle est déjà associée à un compte. Rien n’a été modifié.',
  existingIfYou:
    'Si c’était vous, connectez-vous simplement. Si vous avez oublié votre mot de passe, réinitialisez-le sur {url}.',
  existingIfNot: 'Si ce n’était pas vous, vous n’avez rien à faire.',
  signIn: 'Se connecter',
  resetSubject: 'Réinitialisez votre mot de passe',
  resetAsk: 'Choisissez un nouveau mot de passe pour votre compte Foreword.',
  resetLink:
    'Le lien est valable une heure et ne fonctionne qu’une fois. Le changement de mot de passe fermera toutes vos sessions.',
  resetIfNot: 'Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste inchangé.',
  resetAction: 'Choisir un mot de passe',
  whyReset: 'Vous recevez cet e-mail parce qu’un nouveau mot de passe a été demandé pour cette adresse.',
  changeSubject: 'Confirmez votre nouvelle adresse e-mail',
  changeAsk: 'Confirmez cette adresse pour l’utiliser désormais avec votre compte Foreword.',
  changeLink:
    'Le lien est valable 24 heures et ne fonctionne qu’une fois. Si vous n’avez rien demandé, ignorez cet e-mail : rien ne se passera sans confirmation.',
  changeAction: 'Utiliser cette adresse',
  whyChange: 'Vous recevez cet e-mail parce que quelqu’un a saisi cette adresse dans un profil Foreword.',
  requestedSubject: 'Demande de changement d’adresse e-mail',
  requestedTold:
    'Un changement d’adresse e-mail a été demandé depuis votre compte Foreword. Si c’était vous, confirmez-le depuis l’e-mail envoyé à la nouvelle adresse.',
  requestedIfNot:
    'Si ce n’était pas vous, annulez le changement : tous les appareils seront déconnectés. Réinitialisez ensuite votre mot de passe. Le lien est valable 24 heures.',
  requestedAction: 'Annuler le changement',
  movedSubject: 'Votre adresse e-mail a été modifiée',
  movedTold:
    'Votre compte Foreword utilise désormais une autre adresse e-mail. Celle-ci ne permet plus de vous connecter, et les briefings sont envoyés à la nouvelle.',
  movedIfNot:
    'Si ce n’était pas vous, écrivez immédiatement à {supportEmail}. Si vous avez déjà reçu un e-mail de notre part à ce sujet au cours des dernières 24 heures, vous pouvez aussi annuler le changement avec le lien qu’il contient.',
  movedAction: 'Voir votre profil',
  whyMoved: 'Vous recevez cet e-mail parce que cette adresse était associée à un compte Foreword.',
  passwordSubject: 'Votre mot de passe a été modifié',
  passwordTold:
    'Un nouveau mot de passe a été défini pour votre compte Foreword. Tous les navigateurs et appareils ont été déconnectés ; seul le nouveau mot de passe permet désormais de se connecter.',
  passwordIfNot:
    'Si ce n’était pas vous, quelqu’un d’autre peut lire vos e-mails : sécurisez d’abord votre messagerie, puis choisissez un autre mot de passe sur {url} et écrivez à {supportEmail}.',
  deviceSubject: 'Nouvelle connexion à votre compte',
  deviceTold:
    'Une nouvelle connexion à votre compte Foreword a eu lieu : {device}. Nous n’avons pas reconnu ce navigateur ; cela peut aussi arriver si vous avez effacé vos cookies ou fermé toutes vos sessions.',
  deviceOn: '{program} sur {system}',
  unknownDevice: 'navigateur inconnu',
  deviceIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe sur {url} : tous les appareils seront déconnectés.',
  deviceAction: 'Voir vos sessions',
  factorAddedSubject: 'Second facteur ajouté',
  factorAddedApp: 'Une application d’authentification a été ajoutée à votre compte Foreword comme second facteur.',
  factorAddedPasskey: 'Une clé d’accès a été ajoutée à votre compte Foreword comme second facteur.',
  factorRemovedSubject: 'Second facteur supprimé',
  factorRemovedApp:
    'Une application d’authentification a été supprimée de votre compte Foreword. Elle ne sert plus de second facteur.',
  factorRemovedPasskey:
    'Une clé d’accès a été supprimée de votre compte Foreword. Elle ne sert plus de second facteur.',
  codeUsedSubject: 'Code de secours utilisé',
  codeUsedTold:
    'L’un des codes de secours de votre compte Foreword a été utilisé. {count, plural, =0 {Il n’en reste aucun : créez-en de nouveaux dans vos paramètres.} one {Il en reste un.} other {Il en reste #.}}',
  codesRenewedSubject: 'Nouveaux codes de secours',
  codesRenewedTold:
    'De nouveaux codes de secours ont été créés pour votre compte Foreword. Les anciens ne fonctionnent plus.',
  factorRefusedSubject: 'Second facteur incorrect',
  factorRefusedTold:
    'Au cours des dernières 24 heures, un second facteur incorrect a été saisi plusieurs fois pour votre compte Foreword. La personne avait déjà franchi la première étape de la connexion et connaît peut-être votre mot de passe.',
  factorsResetSubject: 'Seconds facteurs supprimés',
  factorsResetTold:
    'À la suite d’une demande, nous avons supprimé les seconds facteurs de votre compte Foreword. Toutes vos sessions ont été fermées ; reconnectez-vous et configurez un nouveau second facteur.',
  factorIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe sur {url}, ce qui déconnectera tous les appareils, et écrivez-nous.',
  factorAction: 'Voir votre compte',
  toolsAction: 'Ouvrir vos paramètres',
  tokenSubject: 'Nouveau jeton d’accès',
  tokenTold:
    'Un jeton d’accès a été créé pour votre compte Foreword : « {name} ». Toute personne qui le détient peut accéder à vos réunions et à vos briefings via notre API jusqu’à ce qu’il expire ou que vous le révoquiez.',
  tokenIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe sur {url}. Tous les appareils seront déconnectés et tous les jetons d’accès cesseront de fonctionner.',
  webhookAddedSubject: 'Nouveau webhook',
  webhookAddedTold:
    'Un webhook a été ajouté à votre compte Foreword. Désormais, {host} est averti quand vos briefings et vos réunions changent ; leur contenu n’est pas transmis.',
  webhookIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, supprimez-le dans vos paramètres et choisissez un nouveau mot de passe sur {url}.',
  webhookStoppedSubject: 'Votre webhook ne fonctionne plus',
  webhookStoppedTold: 'Votre webhook sur {host} n’accepte pas nos événements ; nous avons donc cessé de les envoyer.',
  webhookStoppedNext:
    'Sa réponse est affichée dans vos paramètres. Dès qu’il fonctionne à nouveau, envoyez un test : s’il arrive, les envois reprendront. Les événements survenus entre-temps ne seront pas renvoyés.',
  channelSetSubject: '{channel} connecté',
  channelSetTold:
    '{channel} a été connecté à votre compte Foreword. Tous les membres de ce canal peuvent lire les briefings qui y sont envoyés.',
  channelIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, supprimez cette connexion dans vos paramètres et choisissez un nouveau mot de passe sur {url}.',
  channelStoppedSubject: 'Vos briefings n’arrivent plus sur {channel}',
  channelStoppedTold:
    '{channel} n’accepte plus nos messages ; nous avons donc cessé de les y envoyer. Vos briefings arriveront par e-mail, sauf si vous les recevez sur un autre canal à la place.',
  channelStoppedNext: 'Pour les y recevoir à nouveau, reconfigurez {channel} dans vos paramètres.',
  joinedSubject: 'Vous vous connectez désormais avec Google',
  joinedTold:
    'Vous avez utilisé Google pour vous connecter à Foreword ; c’est désormais votre moyen de connexion. Votre mot de passe ne fonctionne plus et tous les autres appareils ont été déconnectés.',
  joinedPassword:
    'Pour utiliser à nouveau un mot de passe, définissez-en un nouveau sur {url}. La connexion avec Google sera alors désactivée. Si vous vous connectez à nouveau avec Google, le mot de passe ne fonctionnera plus.',
  joinedIfNot: 'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et écrivez à {supportEmail}.',
  joinedAction: 'Ouvrir Foreword',
  lockedSubject: 'Votre compte est bloqué',
  lockedTold:
    'Plus personne ne peut se connecter à votre compte Foreword, car quelqu’un d’autre y a peut-être eu accès. Vos données sont conservées ; les briefings sont suspendus.',
  lockedAsk:
    'Pour le débloquer, écrivez à {supportEmail}. Nous vous demanderons de prouver que ce compte est bien le vôtre.',
  lockedAction: 'Nous contacter',
  deletedSubject: 'Votre compte a été supprimé',
  deletedTold:
    'Votre compte Foreword a été supprimé, comme vous l’avez demandé : vos agendas sont déconnectés ; réunions, recherches et briefings sont effacés.',
  deletedIfNot: 'Si ce n’était pas vous, écrivez à {supportEmail}. Ce qui a été supprimé ne peut pas être récupéré.',
  deletedForgotten:
    'Cette adresse sera elle aussi effacée dès l’envoi de cet e-mail. Pour que la restauration d’une sauvegarde n’annule pas la suppression, une copie chiffrée de l’adresse est conservée pendant {days, number} jours au plus. Vous pouvez vous réinscrire à tout moment.',
  whyDeleted: 'Vous recevez cet e-mail parce que le compte associé à cette adresse a été supprimé.',
  reconnectSubject: 'Reconnectez votre agenda {provider}',
  reconnectTold:
    'Foreword n’a plus accès à votre agenda {provider} : les réunions nouvelles ou modifiées ne sont plus prises en compte.',
  reconnectWhy:
    'Cela arrive quand l’autorisation est retirée ou expire, quand le mot de passe change ou quand votre administrateur bloque Foreword ; dans ce dernier cas, demandez-lui d’abord de l’autoriser. Rien n’a été supprimé : reconnectez l’agenda et tout reprend.',
  reconnectAction: 'Reconnecter l’agenda',
  whyReconnect: 'Vous recevez cet e-mail parce que votre agenda était connecté à Foreword.',
  whySubscription: 'Vous recevez cet e-mail parce que vous avez un abonnement Foreword.',
  billingAction: 'Voir votre abonnement',
  trialSubject: 'Votre essai se termine le {date}',
  trialReminder: 'Rappel : votre essai se termine le {date}',
  trialTold:
    'Votre essai gratuit de Foreword se termine le {date}. Votre abonnement payant commencera alors et votre carte sera débitée de {amount}.',
  trialCancel:
    'Si vous ne le souhaitez pas, annulez avant cette date dans les paramètres : un essai annulé prend fin aussitôt et ne coûte rien.',
  paymentSubject: 'Votre paiement a échoué',
  paymentTold: 'Votre paiement de {amount} pour Foreword n’a pas abouti.',
  paymentNotAgain:
    'Il n’y aura pas de nouvelle tentative automatique. Pour garder votre abonnement, choisissez « Update payment method » ou « Billing portal » dans les paramètres et payez avec une autre carte.',
  paymentAgain:
    'Une nouvelle tentative aura lieu le {date}. Par sécurité, choisissez « Update payment method » dans les paramètres et enregistrez une autre carte.',
  receiptSubject: 'Votre reçu',
  receiptTold: 'Merci. Nous avons reçu votre paiement de {amount} pour Foreword le {date}.',
  receiptInvoice: 'La facture se trouve dans les paramètres, sous « Billing portal ».',
  trialOverSubject: 'Votre essai est terminé',
  trialOverTold: 'Votre essai de Foreword est terminé. Rien n’a été débité.',
  subscriptionOverSubject: 'Votre abonnement est terminé',
  subscriptionOverTold: 'Votre abonnement Foreword est terminé. Plus rien ne sera débité.',
  overStays: 'Votre compte et vos agendas sont conservés. Vous pouvez vous réabonner à tout moment.',
  cancelledSubject: 'Votre abonnement est résilié',
  cancelledTold:
    'Votre abonnement Foreword est résilié. Vous gardez l’accès jusqu’au {date} et plus rien ne sera débité.',
  cancelledBack: 'Si vous changez d’avis d’ici là, réactivez-le dans les paramètres.',

  nobodyInvited: 'Personne n’est invité : il n’y avait donc pas de recherche à faire.',
  guestsObjected:
    '{count, plural, one {Votre invité ou son entreprise a demandé à ne pas faire l’objet de recherches.} other {Vos invités ou leurs entreprises ont demandé à ne pas faire l’objet de recherches.}}',
  companyObjected:
    '{company} a demandé à ne pas faire l’objet de recherches : rien n’est donc dit ici de l’entreprise ni de son personnel.',
  leftWithObjector: 'Ce passage concernait une personne qui a demandé à ne pas faire l’objet de recherches.',
  guestsNotFound:
    '{guests, plural, one {Aucune information publique n’a été trouvée sur l’invité.} other {Aucune information publique n’a été trouvée sur les invités.}}',
  nothingFound:
    'Aucune information publique n’a été trouvée sur {guests, plural, one {l’invité} other {les invités}} ni sur {companies, plural, one {son entreprise} other {leurs entreprises}}.',
  companyNotFound: 'Aucune information publique fiable n’a été trouvée sur {company}.',
  guestNotFound: 'Aucune information trouvée ne concerne {guest} avec certitude.',
  whichGuest:
    'Qui est {guest} ? Plusieurs personnes portent ce nom, mais aucune n’est votre invité avec certitude. Ouvrez la réunion pour choisir.',
  guestsLeftOut:
    '{count, plural, one {# autre invité n’a pas fait l’objet d’une recherche.} other {# autres invités n’ont pas fait l’objet d’une recherche.}}',
  searchIncomplete:
    'La recherche sur le Web est restée incomplète cette fois : d’autres informations existent peut-être.',
  nothingReliable: 'Rien de fiable n’a été trouvé.',
  searchUnanswered: 'La recherche sur le Web est restée incomplète.',
  draftDropped:
    '{dropped, plural, one {# phrase rédigée sur {proposed, number} a été écartée, car elle n’a pas pu être vérifiée.} other {# phrases rédigées sur {proposed, number} ont été écartées, car elles n’ont pas pu être vérifiées.}}',
  notCheckedTwice:
    'Le brouillon n’a pas pu être confronté à ses sources : seules des citations des sites des entreprises sont affichées.',
  notWritten:
    'Ce briefing n’a pas pu être rédigé cette fois : seules des citations des sites des entreprises sont affichées.',
  companyNotDescribed: 'Aucune description n’a été trouvée pour {company}.',
  companyWithoutNews: 'Aucune actualité n’a été trouvée sur {company}.',
  companyUnknown: 'Rien n’a été trouvé sur {company}.',
  guestWithoutRole: 'La fonction exercée par {guest} n’a pas été trouvée.',
  guestRoleOnly: 'Pour {guest}, seule la fonction a été trouvée.',
  guestUncertain: 'Rien de certain n’a été trouvé sur {guest}.',
  guestProbable: '{guest} est probablement, mais pas certainement, la personne décrite.',
  noTalkingPoints: 'Il n’y a pas de points à aborder.',
  fewSources:
    '{count, plural, =0 {Le briefing ne repose sur aucune source.} one {Le briefing repose sur une source.} other {Le briefing repose sur # sources.}}',
  oneSite: 'Toutes les sources proviennent d’un même site.',
  someUndated: 'Certaines sources n’indiquent pas leur date de publication.',
  allUndated: 'Aucune source n’indique sa date de publication.',
  someOld: 'Certaines sources datent de plus d’un an.',

  exampleTitle: 'Exemple : premier échange',
  exampleLocation: 'En ligne',
  exampleTake:
    'Ana Reyes veut savoir si vous pouvez reprendre les livraisons dans le nord. [3] Example Freight a ouvert le mois dernier son deuxième entrepôt à Leeds, et le contrat avec son transporteur actuel prend fin au printemps. [1]',
  exampleRisk:
    'Elle a quitté son dernier transporteur à cause de créneaux de livraison manqués : préparez vos chiffres de ponctualité. [2]',
  exampleNewsPage: 'Example Freight ouvre un entrepôt à Leeds',
  exampleInterviewPage: 'Ana Reyes parle des transporteurs : entretien',
  exampleAboutPage: 'Example Freight : qui sommes-nous',
  exampleRole: 'Directrice des opérations depuis 2024 [3]',
  exampleMove: 'A dirigé l’installation dans le nouvel entrepôt, en neuf semaines. [1]',
  exampleQuote:
    'A dit dans un entretien choisir ses transporteurs sur le respect des créneaux de livraison et non sur le prix. [2]',
  exampleCompany: 'Transitaire pour fabricants de meubles, 140 personnes, entreprise familiale. [3]',
  exampleNews: 'A gagné quatre fabricants de meubles en Écosse cet automne. [1]',
  exampleDelivery: 'Livre désormais ses clients en deux jours. [3]',
  examplePointRoutes:
    'Leeds réduit à peu près de moitié le trajet vers les clients d’Écosse : présentez vos itinéraires depuis cette ville. [1]',
  examplePointFigures:
    'Elle juge les transporteurs sur le respect des créneaux : commencez par vos chiffres, pas par vos prix. [2]',
  exampleQuestionTrouble: 'Quelles livraisons au départ de Leeds vous posent le plus de problèmes aujourd’hui ?',
  exampleQuestionDecision: 'Quand devez-vous vous décider au sujet du contrat qui prend fin au printemps ?',
  exampleNotFound: 'Le nom du transporteur actuel.',
};
