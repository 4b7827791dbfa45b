import type { Messages } from './en.ts';

export const fr: Messages = {
  sentences: '{first} {second}',
  span: 'De {start} à {end}, {day} ({zone})',
  spanOverMidnight: 'Du {day} à {start} au {lastDay} à {end} ({zone})',
  hours: 'De {start} à {end} ({zone})',

  join: 'Rejoindre',
  joinOn: 'Rejoindre sur {host}',
  open: 'Ouvrir',
  openInForeword: 'Ouvrir dans Foreword',
  documents: 'Documents',
  onHost: '{title} (sur {host})',
  whatDoYouWant: 'Qu’en attendez-vous ?',
  changeOrStop: 'Modifier ou arrêter ces e-mails',
  unsubscribe: 'Se désabonner',

  answeredMaybe: 'Vous avez répondu « peut-être ».',
  notAnsweredYet: 'Vous n’avez pas encore répondu.',
  researchedOn: 'Recherche effectuée le {date} à {time} {zone}.',
  notResearched: 'Aucune recherche effectuée.',

  quickTake: 'L’essentiel',
  sinceLastTime: 'Depuis la dernière fois',
  newSince: 'Nouveau depuis le {date}',
  whoYouMeet: 'Vos interlocuteurs',
  talkingPoints: 'Points à aborder',
  questionsToAsk: 'Questions à poser',
  watchOut: 'Points de vigilance',
  couldNotBeFound: 'Ce qui est resté introuvable',
  confidence: 'Fiabilité : {percent}',
  sources: 'Sources',
  wrongFactHere: 'Vous avez relevé une erreur ici :',
  inferred: 'Déduit',
  suggested: 'Suggestions',
  quoted: 'Citations',

  researchFailed: 'La recherche pour cette réunion a échoué.',
  quotaExceeded: 'Votre quota de recherches du mois est épuisé.',
  dailyCapReached: 'Vous avez atteint la limite de recherches de la journée.',
  noTime: 'Le temps a manqué pour préparer cette réunion.',
  olderResults: 'Voici les résultats d’une recherche précédente ; ils ne sont peut-être plus à jour.',
  calendarOnly: 'Voici uniquement ce que contient votre agenda.',

  firstContact: 'Aucune réunion antérieure avec ces personnes dans votre agenda.',
  lastMet: 'Dernière rencontre le {date} : {title}.',
  lastMetWith: 'Dernière rencontre le {date} : {title}, avec {guests}.',
  metOften: '{count, plural, one {Vous vous êtes vus # fois.} other {Vous vous êtes vus # fois.}}',
  youNoted: 'Votre note : « {outcome} »',

  andMoreGuests: '{count, plural, one {Et # autre invité externe.} other {Et # autres invités externes.}}',
  hiddenGuests: 'Votre agenda n’indique pas tous les invités.',
  yourSide: 'De votre côté : {names}.',
  andMore: '{names} et {count, plural, one {# autre} other {# autres}}',
  guestsNotResearched: 'Aucune recherche n’a été faite sur les invités et leurs entreprises.',
  accepted: 'A accepté',
  declined: 'A décliné',
  maybe: 'Peut-être',
  notAnswered: 'N’a pas répondu',
  objected: 'A demandé à ne faire l’objet d’aucune recherche',
  confirmed: 'Identité confirmée',
  likely: 'Sans doute cette personne',
  unknown: 'Identité incertaine',
  externalGuests: '{count, plural, one {# invité externe} other {# invités externes}}',
  externalGuestsAlone:
    '{count, plural, one {# invité externe} other {# invités externes}} ; la recherche n’a pas abouti',
  more: 'La suite est dans Foreword',

  wasUseful: 'Ce briefing vous a-t-il été utile ?',
  useful: 'Utile ?',
  yes: 'Oui',
  no: 'Non',
  wrongPerson: 'Mauvaise personne ?',
  noMoreAbout: 'Ne plus recevoir d’e-mails sur',
  thisSeries: 'cette série',
  thisMeeting: 'cette réunion',

  testSubject: 'Test : {subject}',
  testNotice:
    'Voici le test que vous avez demandé, avec l’une de vos réunions. Son véritable briefing vous parviendra séparément.',
  exampleNotice:
    'Voici le test que vous avez demandé. Aucune de vos réunions n’a encore fait l’objet d’une recherche : toutes les personnes citées sont fictives.',

  movedTo: 'Déplacée à {time} : {title}',
  otherGuests: 'Invités modifiés : {title}',
  dayAndTime: '{day}, {time}',
  timeAndDay: '{time}, {day}',
  was: 'Avant :',
  now: 'Désormais :',
  asPlanned: 'Comme prévu :',
  wasAndNow: 'Avant : {before}. Désormais : {now}.',
  alsoComing: 'Participent aussi',
  noLongerComing: 'Ne participent plus',
  alsoComingNames: 'Participent aussi : {names}.',
  noLongerComingNames: 'Ne participent plus : {names}.',
  stillHolds: 'Le briefing que vous avez reçu reste valable ; il ne vous sera pas renvoyé.',
  restStillHolds: 'Le reste du briefing que vous avez reçu reste valable ; il ne vous sera pas renvoyé.',
  sentBy: 'Envoyé par Foreword.',

  digestSubject: '{day} : {count, plural, one {# réunion} other {# réunions}} à préparer',
  digestLead: '{count, plural, one {# réunion} other {# réunions}} avec des invités externes.',
  digestDay: '{day} : {lead}',
  moreMeetings:
    'Toute la journée ne tient pas dans un e-mail : {count, plural, one {# autre réunion vous attend} other {# autres réunions vous attendent}} dans Foreword',
  wholeBriefing: 'Briefing complet et sources',
  alsoToday: 'Aussi aujourd’hui',
  briefingSent: '{time} {title} : le briefing a été envoyé.',
  briefingFollows: '{time} {title} : le briefing suivra.',
  digestFooter: 'Votre récapitulatif quotidien de Foreword.',

  greeting: 'Bonjour {name},',
  greetingNobody: 'Bonjour,',
  accountFooter: 'Foreword. {why} Questions : {supportEmail}',
  whyOwner: 'Vous recevez cet e-mail parce que cette adresse est celle d’un compte Foreword.',
  verifySubject: 'Confirmez votre adresse e-mail',
  verifyAsk: 'Confirmez cette adresse pour terminer la création de votre compte Foreword.',
  linkOnceADay:
    'Le lien est valable une seule fois, pendant 24 heures. Si vous ne vous êtes pas inscrit, ignorez cet e-mail : rien ne se passe sans confirmation.',
  verifyAction: 'Confirmer cette adresse',
  whySignUp: 'Vous recevez cet e-mail parce que quelqu’un s’est inscrit avec cette adresse.',
  existingSubject: 'Vous avez déjà un compte',
  existingTold:
    'Quelqu’un a tenté de s’inscrire à Foreword avec cette adresse, qui a déjà un compte. Rien n’a été modifié.',
  existingIfYou:
    'Si c’était vous, connectez-vous simplement. Si vous avez oublié votre mot de passe, réinitialisez-le sur {url}.',
  existingIfNot: 'Si ce n’était pas vous, vous n’avez rien à faire.',
  signIn: 'Se connecter',
  resetSubject: 'Réinitialisez votre mot de passe',
  resetAsk: 'Choisissez un nouveau mot de passe pour votre compte Foreword.',
  resetLink: 'Le lien est valable une seule fois, pendant une heure. Le nouveau mot de passe vous déconnecte partout.',
  resetIfNot: 'Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste inchangé.',
  resetAction: 'Choisir un mot de passe',
  whyReset: 'Vous recevez cet e-mail parce qu’un nouveau mot de passe a été demandé pour cette adresse.',
  changeSubject: 'Confirmez votre nouvelle adresse e-mail',
  changeAsk: 'Confirmez cette adresse pour l’utiliser désormais avec votre compte Foreword.',
  changeLink:
    'Le lien est valable une seule fois, pendant 24 heures. Si vous n’avez rien demandé, ignorez cet e-mail : rien ne se passe sans confirmation.',
  changeAction: 'Utiliser cette adresse',
  whyChange: 'Vous recevez cet e-mail parce que quelqu’un a saisi cette adresse dans un profil Foreword.',
  requestedSubject: 'Votre adresse e-mail va changer',
  requestedTold:
    'Une autre adresse e-mail a été demandée depuis votre compte Foreword. Si c’était vous, confirmez-la depuis l’e-mail envoyé à la nouvelle adresse.',
  requestedIfNot:
    'Si ce n’était pas vous, annulez le changement : tous les appareils seront déconnectés. Réinitialisez ensuite votre mot de passe. Le lien est valable 24 heures.',
  requestedAction: 'Annuler le changement',
  movedSubject: 'Votre adresse e-mail a été modifiée',
  movedTold:
    'Votre compte Foreword utilise désormais une autre adresse e-mail. Celle-ci ne permet plus de vous connecter, et les briefings partent à la nouvelle.',
  movedIfNot: 'Si ce n’était pas vous, écrivez tout de suite à {supportEmail}.',
  movedAction: 'Voir votre profil',
  whyMoved: 'Vous recevez cet e-mail parce que cette adresse était celle d’un compte Foreword.',
  passwordSubject: 'Votre mot de passe a été modifié',
  passwordTold:
    'Un nouveau mot de passe a été défini pour votre compte Foreword. Tous les navigateurs et appareils ont été déconnectés ; seul le nouveau mot de passe ouvre désormais le compte.',
  passwordIfNot:
    'Si ce n’était pas vous, quelqu’un d’autre peut lire vos e-mails : sécurisez d’abord votre messagerie, puis choisissez un autre mot de passe sur {url} et écrivez à {supportEmail}.',
  deviceSubject: 'Nouvelle connexion à votre compte',
  deviceTold: 'Quelqu’un s’est connecté à votre compte Foreword avec {device}, pour la première fois.',
  deviceIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe sur {url} : tous les appareils seront déconnectés.',
  deviceAction: 'Voir vos sessions',
  factorAddedSubject: 'Second facteur ajouté',
  factorAddedApp: 'Une application d’authentification a été ajoutée à votre compte Foreword comme second facteur.',
  factorAddedPasskey: 'Une clé d’accès a été ajoutée à votre compte Foreword comme second facteur.',
  factorRemovedSubject: 'Second facteur supprimé',
  factorRemovedApp:
    'Une application d’authentification a été retirée de votre compte Foreword. Elle ne sert plus de second facteur.',
  factorRemovedPasskey: 'Une clé d’accès a été retirée de votre compte Foreword. Elle ne sert plus de second facteur.',
  codeUsedSubject: 'Code de secours utilisé',
  codeUsedTold:
    'L’un des codes de secours de votre compte Foreword a été utilisé. {count, plural, =0 {Il n’en reste aucun : créez-en de nouveaux dans vos paramètres.} one {Il en reste un.} other {Il en reste #.}}',
  codesRenewedSubject: 'Nouveaux codes de secours',
  codesRenewedTold:
    'De nouveaux codes de secours ont été créés pour votre compte Foreword. Les anciens ne fonctionnent plus.',
  factorsResetSubject: 'Seconds facteurs supprimés',
  factorsResetTold:
    'On nous a demandé de retirer les seconds facteurs de votre compte Foreword, ce que nous avons fait. Vous êtes déconnecté partout ; reconnectez-vous et configurez-en un nouveau.',
  factorIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe sur {url}, ce qui déconnecte tous les appareils, et écrivez-nous.',
  factorAction: 'Voir votre compte',
  toolsAction: 'Ouvrir vos paramètres',
  tokenSubject: 'Nouveau jeton d’accès',
  tokenTold:
    'Un jeton d’accès a été créé pour votre compte Foreword : « {name} ». Toute personne qui le détient peut utiliser vos réunions et vos briefings par notre API jusqu’à ce que vous le révoquiez.',
  tokenIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe sur {url}. Tous les appareils seront déconnectés et tous les jetons d’accès cesseront de fonctionner.',
  webhookAddedSubject: 'Nouveau webhook',
  webhookAddedTold:
    'Un webhook a été ajouté à votre compte Foreword. Désormais, {host} est averti quand vos briefings et vos réunions changent, sans en recevoir le contenu.',
  webhookIfNot:
    'Si c’était vous, vous n’avez rien à faire. Sinon, supprimez-le dans vos paramètres et choisissez un nouveau mot de passe sur {url}.',
  webhookStoppedSubject: 'Votre webhook ne fonctionne plus',
  webhookStoppedTold: 'Votre webhook chez {host} refuse nos événements ; nous avons donc cessé de les envoyer.',
  webhookStoppedNext:
    'Vos paramètres montrent ce qu’il a répondu. Dès qu’il fonctionne à nouveau, envoyez un test : s’il arrive, les envois reprennent. Ce qui s’est passé entre-temps ne sera pas envoyé.',
  joinedSubject: 'Vous vous connectez désormais avec Google',
  joinedTold:
    'Vous vous êtes connecté à Foreword avec Google, qui ouvre désormais votre compte. Votre mot de passe ne fonctionne plus et tous les autres appareils ont été déconnectés.',
  joinedPassword:
    'Pour utiliser à nouveau un mot de passe, définissez-en un sur {url}. La connexion avec Google sera alors désactivée jusqu’à sa prochaine utilisation.',
  joinedIfNot: 'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et écrivez à {supportEmail}.',
  joinedAction: 'Ouvrir Foreword',
  deletedSubject: 'Votre compte est supprimé',
  deletedTold:
    'Votre compte Foreword est supprimé, comme vous l’avez demandé : vos agendas sont déconnectés ; réunions, recherches et briefings sont effacés.',
  deletedIfNot: 'Si ce n’était pas vous, écrivez à {supportEmail}. Ce qui a été supprimé ne peut pas être récupéré.',
  deletedForgotten:
    'Nous oublions cette adresse dès que cet e-mail est parti. Vous pouvez vous réinscrire à tout moment.',
  whyDeleted: 'Vous recevez cet e-mail parce que le compte de cette adresse a été supprimé.',
  reconnectSubject: 'Reconnectez votre agenda {provider}',
  reconnectTold:
    '{provider} n’autorise plus Foreword à lire votre agenda : les réunions nouvelles ou modifiées ne sont plus vues.',
  reconnectWhy:
    'Cela arrive quand l’autorisation est retirée ou expire, ou quand le mot de passe change. Rien n’a été supprimé : reconnectez l’agenda et tout reprend.',
  reconnectAction: 'Reconnecter dans les paramètres',
  whyReconnect: 'Vous recevez cet e-mail parce que votre agenda était connecté à Foreword.',
  whySubscription: 'Vous recevez cet e-mail parce que vous avez un abonnement Foreword.',
  billingAction: 'Abonnement dans les paramètres',
  trialSubject: 'Votre essai se termine le {date}',
  trialReminder: 'Rappel : votre essai se termine le {date}',
  trialTold:
    'Votre essai gratuit de Foreword se termine le {date}. Il devient alors un abonnement payant et votre carte est débitée de {amount}.',
  trialCancel:
    'Si vous ne le souhaitez pas, résiliez avant dans les paramètres : un essai résilié prend fin aussitôt et ne coûte rien.',
  paymentSubject: 'Votre paiement a échoué',
  paymentTold: 'Votre carte a refusé le paiement de {amount} pour Foreword.',
  paymentNotAgain:
    'Il n’y aura pas de nouvelle tentative automatique. Pour garder votre abonnement, payez avec une autre carte dans les paramètres, sous « Update payment method ».',
  paymentAgain:
    'Une nouvelle tentative aura lieu le {date}. Pour plus de sûreté, enregistrez une autre carte dans les paramètres, sous « Update payment method ».',
  receiptSubject: 'Votre reçu',
  receiptTold: 'Merci. Votre paiement de {amount} pour Foreword est arrivé le {date}.',
  receiptInvoice: 'La facture se trouve dans les paramètres, sous « Billing portal ».',
  trialOverSubject: 'Votre essai est terminé',
  trialOverTold: 'Votre essai de Foreword est terminé. Rien n’a été débité.',
  subscriptionOverSubject: 'Votre abonnement est terminé',
  subscriptionOverTold: 'Votre abonnement Foreword est terminé. Plus rien ne sera débité.',
  overStays: 'Votre compte et vos agendas restent en place. Vous pouvez vous réabonner à tout moment.',
  trialCancelledSubject: 'Votre essai est résilié',
  trialCancelledTold:
    'Votre essai de Foreword est résilié. Vous gardez l’accès jusqu’au {date} et plus rien ne sera débité.',
  cancelledSubject: 'Votre abonnement est résilié',
  cancelledTold:
    'Votre abonnement Foreword est résilié. Vous gardez l’accès jusqu’au {date} et plus rien ne sera débité.',
  cancelledBack: 'Si vous changez d’avis d’ici là, réactivez-le dans les paramètres.',
};
