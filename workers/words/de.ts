import type { Messages } from './en.ts';

export const de: Messages = {
  sentences: '{first} {second}',
  span: '{start} bis {end}, {day} ({zone})',
  spanOverMidnight: '{day}, {start} bis {lastDay}, {end} ({zone})',
  hours: '{start} bis {end} ({zone})',

  join: 'Teilnehmen',
  joinOn: 'Teilnehmen über {host}',
  open: 'Öffnen',
  openInForeword: 'In Foreword öffnen',
  documents: 'Dokumente',
  onHost: '{title} (auf {host})',
  whatDoYouWant: 'Was möchten Sie erreichen?',
  changeOrStop: 'Diese Mails ändern oder abbestellen',
  unsubscribe: 'Abbestellen',

  answeredMaybe: 'Sie haben mit Vielleicht geantwortet.',
  notAnsweredYet: 'Sie haben noch nicht geantwortet.',
  researchedOn: 'Recherchiert am {date} um {time} {zone}.',
  notResearched: 'Nicht recherchiert.',

  quickTake: 'Das Wichtigste',
  sinceLastTime: 'Seit dem letzten Mal',
  newSince: 'Neu seit {date}',
  whoYouMeet: 'Wen Sie treffen',
  talkingPoints: 'Gesprächspunkte',
  questionsToAsk: 'Fragen für das Gespräch',
  watchOut: 'Worauf Sie achten sollten',
  couldNotBeFound: 'Was sich nicht finden ließ',
  confidence: 'Verlässlichkeit: {percent}',
  sources: 'Quellen',
  wrongFactHere: 'Hier haben Sie etwas Falsches gefunden:',
  inferred: 'Gefolgert',
  suggested: 'Vorschläge',
  quoted: 'Zitiert',

  researchFailed: 'Die Recherche zu diesem Termin ist fehlgeschlagen.',
  quotaExceeded: 'Ihr Recherchekontingent für diesen Monat ist aufgebraucht.',
  dailyCapReached: 'Sie haben die Obergrenze an Recherchen für heute erreicht.',
  noTime: 'Für eine Recherche zu diesem Termin war die Zeit zu knapp.',
  olderResults: 'Unten stehen Ergebnisse einer früheren Recherche; sie können überholt sein.',
  calendarOnly: 'Unten steht nur, was Ihr Kalender hergibt.',

  firstContact: 'In Ihrem Kalender steht kein früherer Termin mit diesen Gästen.',
  lastMet: 'Zuletzt getroffen am {date}: {title}.',
  lastMetWith: 'Zuletzt getroffen am {date}: {title}, mit {guests}.',
  metOften: '{count, plural, one {Bisher # Treffen.} other {Bisher # Treffen.}}',
  youNoted: 'Ihre Notiz: „{outcome}“',

  andMoreGuests: '{count, plural, one {Und # weiterer externer Gast.} other {Und # weitere externe Gäste.}}',
  hiddenGuests: 'Ihr Kalender nennt nicht alle Gäste.',
  yourSide: 'Von Ihrer Seite: {names}.',
  andMore: '{names} und {count, number} weitere',
  guestsNotResearched: 'Zu den Gästen und ihren Unternehmen wurde nicht recherchiert.',
  accepted: 'Zugesagt',
  declined: 'Abgesagt',
  maybe: 'Vielleicht',
  notAnswered: 'Noch keine Antwort',
  objected: 'Wünscht keine Recherche',
  confirmed: 'Identität bestätigt',
  likely: 'Vermutlich diese Person',
  unknown: 'Nicht eindeutig identifiziert',
  externalGuests: '{count, plural, one {# externer Gast} other {# externe Gäste}}',
  externalGuestsAlone: '{count, plural, one {# externer Gast} other {# externe Gäste}}; die Recherche fehlt',
  more: 'Mehr dazu in Foreword',

  wasUseful: 'War das hilfreich?',
  useful: 'Hilfreich?',
  yes: 'Ja',
  no: 'Nein',
  wrongPerson: 'Falsche Person?',
  noMoreAbout: 'Keine Mails mehr zu',
  thisSeries: 'dieser Terminserie',
  thisMeeting: 'diesem Termin',

  testSubject: 'Test: {subject}',
  testNotice: 'Das ist die gewünschte Testmail zu einem Ihrer Termine. Das eigentliche Briefing kommt gesondert.',
  exampleNotice:
    'Das ist die gewünschte Testmail. Zu Ihren Terminen wurde noch nicht recherchiert, deshalb sind alle Personen darin erfunden.',

  movedTo: 'Verschoben auf {time}: {title}',
  otherGuests: 'Geänderte Gästeliste: {title}',
  dayAndTime: '{day}, {time}',
  timeAndDay: '{time}, {day}',
  was: 'Bisher:',
  now: 'Jetzt:',
  asPlanned: 'Wie geplant:',
  wasAndNow: 'Bisher {before}. Jetzt {now}.',
  alsoComing: 'Neu dabei',
  noLongerComing: 'Nicht mehr dabei',
  alsoComingNames: 'Neu dabei: {names}.',
  noLongerComingNames: 'Nicht mehr dabei: {names}.',
  stillHolds: 'Das Briefing, das Sie bekommen haben, gilt weiterhin; es wird nicht noch einmal verschickt.',
  restStillHolds:
    'Alles Übrige im Briefing, das Sie bekommen haben, gilt weiterhin; es wird nicht noch einmal verschickt.',
  sentBy: 'Gesendet von Foreword.',

  digestSubject: '{day}: {count, plural, one {# Termin} other {# Termine}} zum Vorbereiten',
  digestLead: '{count, plural, one {# Termin} other {# Termine}} mit externen Gästen.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'Für den ganzen Tag ist in einer Mail kein Platz: {count, plural, one {# weiterer Termin steht} other {# weitere Termine stehen}} in Foreword',
  wholeBriefing: 'Ganzes Briefing mit Quellen',
  alsoToday: 'Außerdem heute',
  briefingSent: '{time} {title}: Das Briefing ist schon verschickt.',
  briefingFollows: '{time} {title}: Das Briefing folgt.',
  digestFooter: 'Ihr Tagesüberblick von Foreword.',

  greeting: 'Guten Tag {name},',
  greetingNobody: 'Guten Tag,',
  accountFooter: 'Foreword. {why} Fragen: {supportEmail}',
  whyOwner: 'Sie erhalten diese Mail, weil dies die Adresse eines Foreword-Kontos ist.',
  verifySubject: 'Bestätigen Sie Ihre E-Mail-Adresse',
  verifyAsk: 'Bestätigen Sie diese Adresse, um Ihr Foreword-Konto fertig einzurichten.',
  linkOnceADay:
    'Der Link gilt einmal und 24 Stunden lang. Wenn Sie sich nicht registriert haben, können Sie diese Mail ignorieren: Ohne Bestätigung geschieht nichts.',
  verifyAction: 'Adresse bestätigen',
  whySignUp: 'Sie erhalten diese Mail, weil sich jemand mit dieser Adresse registriert hat.',
  existingSubject: 'Sie haben bereits ein Konto',
  existingTold:
    'Jemand wollte sich mit dieser Adresse bei Foreword registrieren, für die es schon ein Konto gibt. Es wurde nichts geändert.',
  existingIfYou:
    'Waren Sie es, melden Sie sich einfach an. Falls Sie Ihr Passwort vergessen haben, setzen Sie es unter {url} zurück.',
  existingIfNot: 'Waren Sie es nicht, müssen Sie nichts tun.',
  signIn: 'Anmelden',
  resetSubject: 'Passwort zurücksetzen',
  resetAsk: 'Wählen Sie ein neues Passwort für Ihr Foreword-Konto.',
  resetLink: 'Der Link gilt einmal und eine Stunde lang. Mit einem neuen Passwort werden Sie überall abgemeldet.',
  resetIfNot:
    'Wenn Sie das nicht angefordert haben, können Sie diese Mail ignorieren: Ihr Passwort bleibt, wie es ist.',
  resetAction: 'Neues Passwort wählen',
  whyReset: 'Sie erhalten diese Mail, weil für diese Adresse ein neues Passwort angefordert wurde.',
  changeSubject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  changeAsk: 'Bestätigen Sie diese Adresse, um sie ab sofort für Ihr Foreword-Konto zu verwenden.',
  changeLink:
    'Der Link gilt einmal und 24 Stunden lang. Wenn Sie das nicht angefordert haben, können Sie diese Mail ignorieren: Ohne Bestätigung geschieht nichts.',
  changeAction: 'Diese Adresse verwenden',
  whyChange: 'Sie erhalten diese Mail, weil jemand diese Adresse in einem Foreword-Profil eingetragen hat.',
  requestedSubject: 'Ihre E-Mail-Adresse soll geändert werden',
  requestedTold:
    'In Ihrem Foreword-Konto wurde eine andere E-Mail-Adresse eingetragen. Waren Sie es, bestätigen Sie sie über die Mail an die neue Adresse.',
  requestedIfNot:
    'Waren Sie es nicht, stoppen Sie die Änderung: Dabei werden alle Geräte abgemeldet. Setzen Sie danach Ihr Passwort zurück. Der Link gilt 24 Stunden.',
  requestedAction: 'Änderung stoppen',
  movedSubject: 'Ihre E-Mail-Adresse wurde geändert',
  movedTold:
    'Ihr Foreword-Konto verwendet ab sofort eine andere E-Mail-Adresse. Mit dieser hier können Sie sich nicht mehr anmelden, und Briefings gehen an die neue.',
  movedIfNot: 'Waren Sie es nicht, schreiben Sie bitte sofort an {supportEmail}.',
  movedAction: 'Zum Profil',
  whyMoved: 'Sie erhalten diese Mail, weil dies die Adresse eines Foreword-Kontos war.',
  passwordSubject: 'Ihr Passwort wurde geändert',
  passwordTold:
    'Für Ihr Foreword-Konto wurde ein neues Passwort gesetzt. Alle Browser und Geräte wurden abgemeldet; nur noch das neue Passwort öffnet das Konto.',
  passwordIfNot:
    'Waren Sie es nicht, kann jemand anderes Ihre Mails lesen: Sichern Sie zuerst Ihr Postfach, setzen Sie dann unter {url} ein anderes Passwort und schreiben Sie an {supportEmail}.',
  deviceSubject: 'Neue Anmeldung bei Ihrem Konto',
  deviceTold: 'Jemand hat sich mit {device} bei Ihrem Foreword-Konto angemeldet, zum ersten Mal von dort.',
  deviceIfNot:
    'Waren Sie es, müssen Sie nichts tun. Wenn nicht, setzen Sie unter {url} ein neues Passwort: Damit werden alle Geräte abgemeldet.',
  deviceAction: 'Sitzungen ansehen',
  factorAddedSubject: 'Zweiter Faktor hinzugefügt',
  factorAddedApp: 'Eine Authenticator-App wurde Ihrem Foreword-Konto als zweiter Faktor hinzugefügt.',
  factorAddedPasskey: 'Ein Passkey wurde Ihrem Foreword-Konto als zweiter Faktor hinzugefügt.',
  factorRemovedSubject: 'Zweiter Faktor entfernt',
  factorRemovedApp: 'Eine Authenticator-App wurde aus Ihrem Foreword-Konto entfernt. Sie ist kein zweiter Faktor mehr.',
  factorRemovedPasskey: 'Ein Passkey wurde aus Ihrem Foreword-Konto entfernt. Er ist kein zweiter Faktor mehr.',
  codeUsedSubject: 'Wiederherstellungscode verwendet',
  codeUsedTold:
    'Einer der Wiederherstellungscodes Ihres Foreword-Kontos wurde verwendet. {count, plural, =0 {Es ist keiner mehr übrig: Erzeugen Sie neue in den Einstellungen.} one {Einer ist noch übrig.} other {# sind noch übrig.}}',
  codesRenewedSubject: 'Neue Wiederherstellungscodes',
  codesRenewedTold: 'Für Ihr Foreword-Konto wurden neue Wiederherstellungscodes erzeugt. Die alten gelten nicht mehr.',
  factorsResetSubject: 'Zweite Faktoren entfernt',
  factorsResetTold:
    'Wir wurden gebeten, die zweiten Faktoren Ihres Foreword-Kontos zu entfernen, und haben das getan. Sie sind überall abgemeldet; bitte melden Sie sich an und richten Sie wieder einen ein.',
  factorIfNot:
    'Waren Sie es, müssen Sie nichts tun. Wenn nicht, setzen Sie unter {url} ein neues Passwort, das alle Geräte abmeldet, und schreiben Sie uns.',
  factorAction: 'Konto ansehen',
  toolsAction: 'Einstellungen öffnen',
  tokenSubject: 'Neues Zugriffstoken',
  tokenTold:
    'Für Ihr Foreword-Konto wurde ein Zugriffstoken erstellt: „{name}“. Wer es hat, kann über unsere API auf Ihre Termine und Briefings zugreifen, bis Sie es widerrufen.',
  tokenIfNot:
    'Waren Sie es, müssen Sie nichts tun. Wenn nicht, setzen Sie unter {url} ein neues Passwort. Das meldet alle Geräte ab und beendet alle Zugriffstoken.',
  webhookAddedSubject: 'Neuer Webhook',
  webhookAddedTold:
    'Ihrem Foreword-Konto wurde ein Webhook hinzugefügt. Ab jetzt erfährt {host}, wenn sich Ihre Briefings und Termine ändern, aber nicht, was darin steht.',
  webhookIfNot:
    'Waren Sie es, müssen Sie nichts tun. Wenn nicht, löschen Sie ihn in Ihren Einstellungen und setzen Sie unter {url} ein neues Passwort.',
  webhookStoppedSubject: 'Ihr Webhook funktioniert nicht mehr',
  webhookStoppedTold: 'Ihr Webhook bei {host} nimmt unsere Ereignisse nicht an. Deshalb senden wir ihm keine mehr.',
  webhookStoppedNext:
    'Was er geantwortet hat, steht in Ihren Einstellungen. Sobald er wieder funktioniert, senden Sie einen Test: Kommt er an, senden wir wieder Ereignisse. Was inzwischen geschehen ist, wird nicht nachgesendet.',
  joinedSubject: 'Sie melden sich jetzt mit Google an',
  joinedTold:
    'Sie haben sich mit Google bei Foreword angemeldet; das öffnet von nun an Ihr Konto. Ihr Passwort gilt nicht mehr, und alle anderen Geräte wurden abgemeldet.',
  joinedPassword:
    'Wenn Sie wieder ein Passwort verwenden möchten, setzen Sie unter {url} ein neues. Die Anmeldung mit Google ist dann aus, bis Sie sie wieder benutzen.',
  joinedIfNot: 'Waren Sie es nicht, setzen Sie sofort Ihr Passwort zurück und schreiben Sie an {supportEmail}.',
  joinedAction: 'Zu Foreword',
  deletedSubject: 'Ihr Konto ist gelöscht',
  deletedTold:
    'Ihr Foreword-Konto ist wie gewünscht gelöscht: Ihre Kalender sind getrennt, Termine, Recherchen und Briefings sind entfernt.',
  deletedIfNot: 'Waren Sie es nicht, schreiben Sie an {supportEmail}. Gelöschtes lässt sich nicht wiederherstellen.',
  deletedForgotten:
    'Diese Adresse vergessen wir, sobald diese Mail verschickt ist. Sie können sich jederzeit neu registrieren.',
  whyDeleted: 'Sie erhalten diese Mail, weil das Konto dieser Adresse gelöscht wurde.',
  reconnectSubject: 'Verbinden Sie Ihren {provider}-Kalender neu',
  reconnectTold:
    '{provider} lässt Foreword Ihren Kalender nicht mehr lesen, neue und geänderte Termine werden deshalb nicht erkannt.',
  reconnectWhy:
    'Das passiert, wenn die Berechtigung entzogen wurde oder abgelaufen ist oder das Passwort geändert wurde. Es wurde nichts gelöscht: Verbinden Sie den Kalender neu, und alles läuft weiter.',
  reconnectAction: 'In den Einstellungen verbinden',
  whyReconnect: 'Sie erhalten diese Mail, weil Ihr Kalender mit Foreword verbunden war.',
  whySubscription: 'Sie erhalten diese Mail, weil Sie Foreword abonniert haben.',
  billingAction: 'Abo in den Einstellungen',
  trialSubject: 'Ihre Testphase endet am {date}',
  trialReminder: 'Erinnerung: Ihre Testphase endet am {date}',
  trialTold:
    'Ihre kostenlose Testphase von Foreword endet am {date}. Danach wird sie zum bezahlten Abo, und Ihre Karte wird mit {amount} belastet.',
  trialCancel:
    'Wenn Sie das nicht möchten, kündigen Sie vorher in den Einstellungen: Eine gekündigte Testphase endet sofort und kostet nichts.',
  paymentSubject: 'Ihre Zahlung ist fehlgeschlagen',
  paymentTold: 'Die Zahlung von {amount} für Foreword wurde von Ihrer Karte abgelehnt.',
  paymentNotAgain:
    'Wir versuchen es nicht automatisch noch einmal. Um Ihr Abo zu behalten, zahlen Sie in den Einstellungen unter „Update payment method“ mit einer anderen Karte.',
  paymentAgain:
    'Wir versuchen es am {date} noch einmal. Um sicherzugehen, hinterlegen Sie in den Einstellungen unter „Update payment method“ eine andere Karte.',
  receiptSubject: 'Ihr Zahlungsbeleg',
  receiptTold: 'Vielen Dank. Ihre Zahlung von {amount} für Foreword ist am {date} eingegangen.',
  receiptInvoice: 'Die Rechnung finden Sie in den Einstellungen unter „Billing portal“.',
  trialOverSubject: 'Ihre Testphase ist beendet',
  trialOverTold: 'Ihre Testphase von Foreword ist beendet. Es wurde nichts berechnet.',
  subscriptionOverSubject: 'Ihr Abo ist beendet',
  subscriptionOverTold: 'Ihr Foreword-Abo ist beendet. Es wird nichts mehr berechnet.',
  overStays: 'Ihr Konto und Ihre Kalender bleiben bestehen. Sie können jederzeit wieder ein Abo abschließen.',
  trialCancelledSubject: 'Ihre Testphase ist gekündigt',
  trialCancelledTold:
    'Ihre Testphase von Foreword ist gekündigt. Sie behalten den Zugang bis zum {date}; es wird nichts mehr berechnet.',
  cancelledSubject: 'Ihr Abo ist gekündigt',
  cancelledTold:
    'Ihr Foreword-Abo ist gekündigt. Sie behalten den Zugang bis zum {date}; es wird nichts mehr berechnet.',
  cancelledBack: 'Wenn Sie es sich bis dahin anders überlegen, können Sie es in den Einstellungen wieder aktivieren.',
};
