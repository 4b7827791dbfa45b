import type { Messages } from './en.ts';

export const nl: Messages = {
  tag: 'nl',
  voice: 'Dutch, addressing the reader as "je"',
  addressee: 'first',

  sentences: '{first} {second}',
  label: '{label}:',
  labelled: '{label}: {value}',
  noted: '{text} ({note})',
  place: '{place}.',
  quotedText: '‘{text}’',
  role: ', {role}',
  span: '{start} tot {end}, {day} ({zone})',
  spanOverMidnight: '{day} {start} tot {lastDay} {end} ({zone})',
  hours: '{start} tot {end} ({zone})',
  firstOfMonth: '1',

  join: 'Deelnemen',
  joinOn: 'Deelnemen via {host}',
  open: 'Openen',
  openInForeword: 'Openen in Foreword',
  documents: 'Documenten',
  onHost: '{title} (op {host})',
  whatDoYouWant: 'Wat wil je bereiken?',
  changeOrStop: 'Mailinstellingen wijzigen',
  unsubscribe: 'Afmelden',

  answeredMaybe: 'Je hebt met ‘misschien’ geantwoord.',
  notAnsweredYet: 'Je hebt nog niet geantwoord.',
  researchedOn: 'Onderzoek gedaan op {date} om {time} ({zone}).',
  notResearched: 'Geen onderzoek gedaan.',

  quickTake: 'In het kort',
  sinceLastTime: 'Sinds de vorige keer',
  newSince: 'Nieuw sinds {date}',
  whoYouMeet: 'Wie je spreekt',
  talkingPoints: 'Gesprekspunten',
  questionsToAsk: 'Vragen voor het gesprek',
  watchOut: 'Let op',
  couldNotBeFound: 'Niet gevonden',
  confidence: 'Betrouwbaarheid: {percent}',
  sources: 'Bronnen',
  wrongFactHere: 'Hier heb je een fout gemeld:',
  inferred: 'Afgeleid',
  suggested: 'Voorgesteld',
  quoted: 'Geciteerd',

  researchFailed: 'Het onderzoek voor deze afspraak is mislukt.',
  quotaExceeded: 'Het onderzoekstegoed van deze maand is op.',
  dailyCapReached: 'Je hebt de limiet voor onderzoek per 24 uur bereikt.',
  noTime: 'Er was te weinig tijd voor onderzoek naar deze afspraak.',
  olderResults: 'Hieronder staan de resultaten van een eerder onderzoek; die kunnen verouderd zijn.',
  calendarOnly: 'Hieronder staan alleen gegevens uit je agenda.',

  firstContact: 'In Foreword staat geen eerdere afspraak met hen.',
  lastMet: 'Jullie spraken elkaar voor het laatst op {date}: {title}.',
  lastMetWith: 'Jullie spraken elkaar voor het laatst op {date}: {title}, met {guests}.',
  metOften:
    '{count, plural, one {# eerdere afspraak met een of meer van deze gasten.} other {# eerdere afspraken met een of meer van deze gasten.}}',
  youNoted: 'Jouw notitie: ‘{outcome}’',

  andMoreGuests: '{count, plural, one {En nog # externe gast.} other {En nog # externe gasten.}}',
  hiddenGuests: 'Je agenda toont niet alle gasten.',
  yourSide: 'Ook uitgenodigd: {names}.',
  andMore: 'nog {count, number}',
  guestsNotResearched: 'Er is geen onderzoek gedaan naar de gasten en hun bedrijven.',
  accepted: 'Komt',
  declined: 'Komt niet',
  maybe: 'Misschien',
  notAnswered: 'Nog niet geantwoord',
  objected: 'Op verzoek geen onderzoek gedaan',
  confirmed: 'Identiteit bevestigd',
  likely: 'Waarschijnlijk deze persoon',
  unknown: 'Identiteit niet zeker',
  externalGuests: '{count, plural, one {# externe gast} other {# externe gasten}}',
  externalGuestsAlone: '{count, plural, one {# externe gast} other {# externe gasten}}, geen onderzoek',
  more: 'Lees meer in Foreword',

  wasUseful: 'Had je hier iets aan?',
  useful: 'Nuttig?',
  yes: 'Ja',
  no: 'Nee',
  wrongPerson: 'Verkeerde persoon?',
  noMoreAbout: 'Geen mails meer over',
  thisSeries: 'deze reeks afspraken',
  thisMeeting: 'deze afspraak',

  testSubject: 'Test: {subject}',
  testNotice: 'Dit is de test die je hebt aangevraagd, met een van je eigen afspraken. De echte briefing komt apart.',
  exampleNotice:
    'Dit is de test die je hebt aangevraagd. Er is nog geen onderzoek gedaan naar je afspraken, dus iedereen in deze mail is verzonnen.',

  movedTo: 'Verplaatst naar {time}: {title}',
  otherGuests: 'Gastenlijst gewijzigd: {title}',
  dayAndTime: '{day} {time}',
  timeAndDay: '{time}, {day}',
  was: 'Eerst:',
  now: 'Nu:',
  asPlanned: 'Zoals gepland:',
  wasAndNow: 'Eerst: {before}. Nu: {now}.',
  alsoComing: 'Nieuw uitgenodigd',
  noLongerComing: 'Niet meer op de lijst',
  alsoComingNames: 'Nieuw uitgenodigd: {names}.',
  noLongerComingNames: 'Niet meer op de lijst: {names}.',
  stillHolds: 'Je briefing klopt nog steeds; we sturen hem niet nog een keer.',
  restStillHolds: 'De rest van je briefing klopt nog steeds; we sturen hem niet nog een keer.',
  sentBy: 'Verstuurd door Foreword.',

  digestSubject: '{count, plural, one {# afspraak} other {# afspraken}} om voor te bereiden: {day}',
  digestLead: '{count, plural, one {# afspraak} other {# afspraken}} met externe gasten.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'De hele dag past niet in één mail: in Foreword {count, plural, one {staat nog # afspraak} other {staan nog # afspraken}}',
  wholeBriefing: 'Volledige briefing met bronnen',
  otherMeetings: 'Andere afspraken',
  briefingSent: '{time} {title}: de briefing is al verstuurd.',
  briefingFollows: '{time} {title}: de briefing volgt.',
  digestFooter: 'Je dagoverzicht van Foreword.',

  greeting: 'Hallo {name},',
  greetingNobody: 'Hallo,',
  accountFooter: 'Foreword. {why} Vragen: {supportEmail}',
  whyOwner: 'Je krijgt deze mail omdat er bij dit adres een Foreword-account hoort.',
  verifySubject: 'Bevestig je e-mailadres',
  verifyAsk: 'Bevestig dit adres om je registratie bij Foreword af te ronden.',
  linkOnceADay:
    'De link is 24 uur geldig en werkt maar één keer. Heb je je niet geregistreerd, dan kun je deze mail negeren: zonder bevestiging gebeurt er niets.',
  verifyAction: 'Adres bevestigen',
  whySignUp: 'Je krijgt deze mail omdat iemand zich met dit adres heeft geregistreerd.',
  existingSubject: 'Je hebt al een account',
  existingTold:
    'Iemand probeerde dit adres voor een ander Foreword-account te gebruiken, maar er is al een account voor. Er is niets veranderd.',
  existingIfYou:
    'Was jij dit, log dan gewoon in. Ben je je wachtwoord vergeten, stel dan via {url} een nieuw wachtwoord in.',
  existingIfNot: 'Was jij dit niet, dan hoef je niets te doen.',
  signIn: 'Inloggen',
  resetSubject: 'Stel een nieuw wachtwoord in',
  resetAsk: 'Kies een nieuw wachtwoord voor je Foreword-account.',
  resetLink: 'De link is een uur geldig en werkt maar één keer. Met een nieuw wachtwoord word je overal uitgelogd.',
  resetIfNot: 'Heb je hier niet om gevraagd, dan kun je deze mail negeren: je wachtwoord blijft hetzelfde.',
  resetAction: 'Nieuw wachtwoord kiezen',
  whyReset: 'Je krijgt deze mail omdat er een nieuw wachtwoord is aangevraagd voor dit adres.',
  changeSubject: 'Bevestig je nieuwe e-mailadres',
  changeAsk: 'Bevestig dit adres om het voortaan voor je Foreword-account te gebruiken.',
  changeLink:
    'De link is 24 uur geldig en werkt maar één keer. Heb je hier niet om gevraagd, dan kun je deze mail negeren: zonder bevestiging gebeurt er niets.',
  changeAction: 'Dit adres gebruiken',
  whyChange: 'Je krijgt deze mail omdat iemand dit adres in een Foreword-profiel heeft ingevuld.',
  requestedSubject: 'Wijziging van je e-mailadres aangevraagd',
  requestedTold:
    'Vanuit je Foreword-account is gevraagd om het e-mailadres te wijzigen. Was jij dit, bevestig de wijziging dan via de mail die we naar het nieuwe adres hebben gestuurd.',
  requestedIfNot:
    'Was jij dit niet, houd de wijziging dan tegen: alle apparaten worden uitgelogd. Stel daarna een nieuw wachtwoord in. De link is 24 uur geldig.',
  requestedAction: 'Wijziging tegenhouden',
  movedSubject: 'Je e-mailadres is gewijzigd',
  movedTold:
    'Je Foreword-account gebruikt voortaan een ander e-mailadres. Met dit adres kun je niet meer inloggen, en briefings gaan naar het nieuwe.',
  movedIfNot:
    'Was jij dit niet, mail dan meteen naar {supportEmail}. Hebben we je hierover in de afgelopen 24 uur al eerder gemaild, dan kun je de wijziging ook ongedaan maken met de link in die mail.',
  movedAction: 'Naar je profiel',
  whyMoved: 'Je krijgt deze mail omdat er bij dit adres een Foreword-account hoorde.',
  passwordSubject: 'Je wachtwoord is gewijzigd',
  passwordTold:
    'Er is een nieuw wachtwoord ingesteld voor je Foreword-account. Alle browsers en apparaten zijn uitgelogd; inloggen kan alleen nog met het nieuwe wachtwoord.',
  passwordIfNot:
    'Was jij dit niet, dan kan iemand anders je mail lezen: beveilig eerst je mailbox, stel daarna via {url} een ander wachtwoord in en mail naar {supportEmail}.',
  deviceSubject: 'Nieuw apparaat ingelogd op je account',
  deviceTold:
    'Iemand heeft ingelogd op je Foreword-account met een browser die we niet herkennen: {device}. Dat kan ook komen doordat je cookies hebt gewist of overal hebt uitgelogd.',
  deviceOn: '{program} op {system}',
  unknownDevice: 'onbekende browser',
  deviceIfNot:
    'Was jij dit, dan hoef je niets te doen. Zo niet, stel dan via {url} een nieuw wachtwoord in: alle apparaten worden dan uitgelogd.',
  deviceAction: 'Je sessies bekijken',
  factorAddedSubject: 'Tweede factor toegevoegd',
  factorAddedApp: 'Er is een authenticator-app als tweede factor toegevoegd aan je Foreword-account.',
  factorAddedPasskey: 'Er is een passkey als tweede factor toegevoegd aan je Foreword-account.',
  factorRemovedSubject: 'Tweede factor verwijderd',
  factorRemovedApp: 'Er is een authenticator-app verwijderd uit je Foreword-account. Die is geen tweede factor meer.',
  factorRemovedPasskey: 'Er is een passkey verwijderd uit je Foreword-account. Die is geen tweede factor meer.',
  codeUsedSubject: 'Herstelcode gebruikt',
  codeUsedTold:
    'Een van de herstelcodes van je Foreword-account is gebruikt. {count, plural, =0 {Er is er geen meer over: maak nieuwe in je instellingen.} one {Er is er nog één over.} other {Er zijn er nog # over.}}',
  codesRenewedSubject: 'Nieuwe herstelcodes',
  codesRenewedTold: 'Er zijn nieuwe herstelcodes gemaakt voor je Foreword-account. De oude werken niet meer.',
  factorRefusedSubject: 'Verkeerde tweede factor',
  factorRefusedTold:
    'In de afgelopen 24 uur is voor je Foreword-account meerdere keren een verkeerde tweede factor ingevoerd. Wie dat deed, was al voorbij de eerste stap van het inloggen en kent misschien je wachtwoord.',
  factorsResetSubject: 'Tweede factoren verwijderd',
  factorsResetTold:
    'Op verzoek hebben we de tweede factoren van je Foreword-account verwijderd. Je bent overal uitgelogd; log in en stel opnieuw een tweede factor in.',
  factorIfNot:
    'Was jij dit, dan hoef je niets te doen. Zo niet, stel dan via {url} een nieuw wachtwoord in, waarmee alle apparaten worden uitgelogd, en neem contact met ons op.',
  factorAction: 'Je account bekijken',
  toolsAction: 'Je instellingen openen',
  tokenSubject: 'Nieuw toegangstoken',
  tokenTold:
    'Er is een toegangstoken gemaakt voor je Foreword-account: ‘{name}’. Wie het heeft, kan via onze API bij je afspraken en briefings tot het verloopt of je het intrekt.',
  tokenIfNot:
    'Was jij dit, dan hoef je niets te doen. Zo niet, stel dan via {url} een nieuw wachtwoord in. Daarmee worden alle apparaten uitgelogd en vervallen alle toegangstokens.',
  webhookAddedSubject: 'Nieuwe webhook',
  webhookAddedTold:
    'Er is een webhook toegevoegd aan je Foreword-account. Voortaan krijgt {host} bericht als je briefings en afspraken veranderen; de inhoud sturen we niet mee.',
  webhookIfNot:
    'Was jij dit, dan hoef je niets te doen. Zo niet, verwijder hem dan in je instellingen en stel via {url} een nieuw wachtwoord in.',
  webhookStoppedSubject: 'Je webhook werkt niet meer',
  webhookStoppedTold: 'Je webhook bij {host} neemt onze berichten niet aan. Daarom sturen we ze niet meer.',
  webhookStoppedNext:
    'In je instellingen staat wat hij antwoordde. Stuur een test zodra hij weer werkt: komt die aan, dan sturen we weer berichten. Wat er intussen is gebeurd, sturen we niet alsnog.',
  channelSetSubject: '{channel} gekoppeld',
  channelSetTold:
    '{channel} is gekoppeld aan je Foreword-account. Iedereen in dat kanaal kan de briefings lezen die daar binnenkomen.',
  channelIfNot:
    'Was jij dit, dan hoef je niets te doen. Zo niet, verwijder de koppeling dan in je instellingen en stel via {url} een nieuw wachtwoord in.',
  channelStoppedSubject: 'Je briefings komen niet meer binnen in {channel}',
  channelStoppedTold:
    '{channel} accepteert onze berichten niet meer. Daarom sturen we er niets meer naartoe. Je briefings komen per mail, tenzij je ze in plaats daarvan in een ander kanaal ontvangt.',
  channelStoppedNext: 'Wil je ze daar weer ontvangen, stel {channel} dan opnieuw in bij je instellingen.',
  joinedSubject: 'Je logt nu in met Google',
  joinedTold:
    'Je hebt met Google ingelogd bij Foreword, en voortaan log je zo in. Je wachtwoord werkt niet meer en alle andere apparaten zijn uitgelogd.',
  joinedPassword:
    'Wil je weer een wachtwoord gebruiken, stel dan via {url} een nieuw wachtwoord in. Inloggen met Google wordt daarmee uitgezet. Log je later weer in met Google, dan werkt het wachtwoord niet meer.',
  joinedIfNot: 'Was jij dit niet, stel dan meteen een nieuw wachtwoord in en mail naar {supportEmail}.',
  joinedAction: 'Naar Foreword',
  lockedSubject: 'Je account is geblokkeerd',
  lockedTold:
    'Niemand kan meer inloggen op je Foreword-account, omdat iemand anders er misschien toegang toe had. Je gegevens blijven bewaard; briefings zijn gepauzeerd.',
  lockedAsk:
    'Mail naar {supportEmail} om het te laten deblokkeren. We vragen je dan aan te tonen dat het account van jou is.',
  lockedAction: 'Contact opnemen',
  deletedSubject: 'Je account is verwijderd',
  deletedTold:
    'Je Foreword-account is verwijderd, zoals je hebt gevraagd: je agenda’s zijn losgekoppeld, en afspraken, onderzoek en briefings zijn gewist.',
  deletedIfNot: 'Was jij dit niet, mail dan naar {supportEmail}. Wat verwijderd is, kunnen we niet terughalen.',
  deletedForgotten:
    'Zodra deze mail is verstuurd, wissen we ook dit adres. We bewaren er maximaal {days, number} dagen een versleutelde kopie van, zodat het terugzetten van een back-up de verwijdering niet ongedaan maakt. Je kunt je altijd opnieuw registreren.',
  whyDeleted: 'Je krijgt deze mail omdat het account bij dit adres is verwijderd.',
  reconnectSubject: 'Koppel je {provider}-agenda opnieuw',
  reconnectTold: 'Foreword kan je {provider}-agenda niet meer lezen, dus nieuwe en gewijzigde afspraken worden gemist.',
  reconnectWhy:
    'Dat gebeurt als de toestemming is ingetrokken of verlopen, als het wachtwoord is gewijzigd of als je beheerder Foreword blokkeert; vraag in dat laatste geval eerst om Foreword toe te staan. Er is niets verwijderd: koppel de agenda opnieuw en alles gaat verder.',
  reconnectAction: 'Opnieuw koppelen',
  whyReconnect: 'Je krijgt deze mail omdat je agenda aan Foreword was gekoppeld.',
  whySubscription: 'Je krijgt deze mail omdat je een Foreword-abonnement hebt.',
  billingAction: 'Je abonnement bekijken',
  trialSubject: 'Je proefperiode eindigt op {date}',
  trialReminder: 'Herinnering: je proefperiode eindigt op {date}',
  trialTold:
    'Je gratis proefperiode van Foreword eindigt op {date}. Daarna begint je betaalde abonnement en wordt {amount} van je kaart afgeschreven.',
  trialCancel:
    'Wil je dat niet, zeg dan vóór die tijd op in de instellingen: een opgezegde proefperiode stopt meteen en kost niets.',
  paymentSubject: 'Je betaling is mislukt',
  paymentTold: 'Je betaling van {amount} voor Foreword is niet gelukt.',
  paymentNotAgain:
    'We proberen het niet automatisch opnieuw. Wil je je abonnement houden, kies dan ‘Update payment method’ of ‘Billing portal’ in de instellingen en betaal met een andere kaart.',
  paymentAgain:
    'We proberen het op {date} opnieuw. Kies voor de zekerheid ‘Update payment method’ in de instellingen en voeg een andere kaart toe.',
  receiptSubject: 'Je betalingsbewijs',
  receiptTold: 'Bedankt. We hebben je betaling van {amount} voor Foreword op {date} ontvangen.',
  receiptInvoice: 'De factuur staat in de instellingen, bij ‘Billing portal’.',
  trialOverSubject: 'Je proefperiode is afgelopen',
  trialOverTold: 'Je proefperiode van Foreword is afgelopen. Er is niets in rekening gebracht.',
  subscriptionOverSubject: 'Je abonnement is afgelopen',
  subscriptionOverTold: 'Je Foreword-abonnement is afgelopen. Er wordt niets meer in rekening gebracht.',
  overStays: 'Je account en je agenda’s blijven zoals ze zijn. Je kunt altijd opnieuw een abonnement nemen.',
  cancelledSubject: 'Je abonnement is opgezegd',
  cancelledTold:
    'Je Foreword-abonnement is opgezegd. Je houdt toegang tot {date} en er wordt niets meer in rekening gebracht.',
  cancelledBack: 'Bedenk je je voor die tijd, activeer het dan weer in de instellingen.',

  nobodyInvited: 'Er is niemand uitgenodigd, dus er viel niets te onderzoeken.',
  guestsObjected:
    '{count, plural, one {Je gast, of het bijbehorende bedrijf, wil niet dat er onderzoek wordt gedaan.} other {Je gasten, of de bijbehorende bedrijven, willen niet dat er onderzoek wordt gedaan.}}',
  companyObjected:
    '{company} heeft gevraagd geen onderzoek naar het bedrijf te doen. Daarom staat hier niets over {company} en de mensen die er werken.',
  leftWithObjector: 'Dit ging over iemand die niet wil dat er onderzoek wordt gedaan.',
  guestsNotFound:
    '{guests, plural, one {Er is geen openbare informatie over de gast gevonden.} other {Er is geen openbare informatie over de gasten gevonden.}}',
  nothingFound:
    'Er is geen openbare informatie gevonden over {guests, plural, one {de gast} other {de gasten}} of {companies, plural, one {het bijbehorende bedrijf} other {de bijbehorende bedrijven}}.',
  companyNotFound: 'Er is geen betrouwbare openbare informatie over {company} gevonden.',
  guestNotFound: 'Er is niets gevonden dat zeker over {guest} gaat.',
  whichGuest:
    'Wie is {guest}? Er zijn meer mensen met die naam, maar van niemand staat vast dat het je gast is. Open de afspraak om te kiezen.',
  guestsLeftOut:
    '{count, plural, one {Naar nog # gast is geen onderzoek gedaan.} other {Naar nog # gasten is geen onderzoek gedaan.}}',
  searchIncomplete:
    'De zoekmachine gaf dit keer maar een deel van de resultaten. Er is dus misschien meer te vinden dan in deze briefing staat.',
  nothingReliable: 'Er is niets betrouwbaars gevonden.',
  searchUnanswered: 'De zoekmachine gaf maar een deel van de resultaten.',
  draftDropped:
    '{dropped, plural, one {# van de {proposed, number} geschreven zinnen is weggelaten, omdat die niet kon worden geverifieerd.} other {# van de {proposed, number} geschreven zinnen zijn weggelaten, omdat ze niet konden worden geverifieerd.}}',
  notCheckedTwice:
    'De tekst kon niet aan de bronnen worden getoetst. Daarom staan hier alleen citaten van de sites van de bedrijven zelf.',
  notWritten:
    'Deze briefing kon dit keer niet worden geschreven. Daarom staan hier alleen citaten van de sites van de bedrijven zelf.',
  companyNotDescribed: 'Er is geen beschrijving van {company} gevonden.',
  companyWithoutNews: 'Er is geen nieuws over {company} gevonden.',
  companyUnknown: 'Er is niets over {company} gevonden.',
  guestWithoutRole: 'De functie van {guest} is niet gevonden.',
  guestRoleOnly: 'Van {guest} is alleen de functie gevonden.',
  guestUncertain: 'Er is niets met zekerheid over {guest} gevonden.',
  guestProbable: '{guest} is waarschijnlijk de beschreven persoon, maar dat is niet zeker.',
  noTalkingPoints: 'Er zijn geen gesprekspunten.',
  fewSources:
    '{count, plural, =0 {De briefing is op geen enkele bron gebaseerd.} one {De briefing is op één bron gebaseerd.} other {De briefing is op # bronnen gebaseerd.}}',
  oneSite: 'Alle bronnen komen van dezelfde site.',
  someUndated: 'Bij sommige bronnen staat niet wanneer ze zijn gepubliceerd.',
  allUndated: 'Bij geen enkele bron staat wanneer die is gepubliceerd.',
  someOld: 'Sommige bronnen zijn meer dan een jaar oud.',

  exampleTitle: 'Voorbeeld: kennismaking',
  exampleLocation: 'Online',
  exampleTake:
    'Ana Reyes wil weten of jullie de leveringen in het noorden kunnen overnemen. [3] Example Freight opende vorige maand een tweede magazijn in Leeds, en het contract met de huidige vervoerder loopt in het voorjaar af. [1]',
  exampleRisk:
    'Ze nam afscheid van haar vorige vervoerder vanwege gemiste levertijden: houd je punctualiteitscijfers bij de hand. [2]',
  exampleNewsPage: 'Example Freight opent magazijn in Leeds',
  exampleInterviewPage: 'Ana Reyes over vervoerders: een interview',
  exampleAboutPage: 'Example Freight: over ons',
  exampleRole: 'Hoofd Operations sinds 2024 [3]',
  exampleMove: 'Leidde de verhuizing naar het nieuwe magazijn, die negen weken duurde. [1]',
  exampleQuote: 'Zei in een interview dat ze vervoerders kiest op gehaalde levertijden, niet op prijs. [2]',
  exampleCompany: 'Expediteur voor meubelmakers, 140 mensen, familiebedrijf. [3]',
  exampleNews: 'Kreeg er in het najaar vier meubelmakers in Schotland bij als klant. [1]',
  exampleDelivery: 'Levert nu binnen twee dagen aan klanten. [3]',
  examplePointRoutes:
    'Vanuit Leeds is de weg naar de klanten in Schotland ongeveer half zo lang: laat je routes vanaf daar zien. [1]',
  examplePointFigures: 'Ze beoordeelt vervoerders op gehaalde levertijden: begin met je cijfers, niet met prijzen. [2]',
  exampleQuestionTrouble: 'Welke leveringen vanuit Leeds geven jullie nu de meeste problemen?',
  exampleQuestionDecision: 'Wanneer moeten jullie beslissen over het contract dat in het voorjaar afloopt?',
  exampleNotFound: 'De naam van de huidige vervoerder.',
};
