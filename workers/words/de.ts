import type { Messages } from './en.ts';

export const de: Messages = {
  tag: 'de',
  voice: 'German, addressing the reader as "Sie"',
  addressee: 'first',

  sentences: '{first} {second}',
  label: '{label}:',
  labelled: '{label}: {value}',
  noted: '{text} ({note})',
  place: '{place}.',
  quotedText: '„{text}“',
  role: ', {role}',
  span: '{day}, {start} bis {end} ({zone})',
  spanOverMidnight: '{day}, {start} bis {lastDay}, {end} ({zone})',
  hours: '{start} bis {end} ({zone})',
  firstOfMonth: '1',

  join: 'Teilnehmen',
  joinOn: 'Teilnehmen über {host}',
  open: 'Öffnen',
  openInForeword: 'In Foreword öffnen',
  documents: 'Dokumente',
  onHost: '{title} (auf {host})',
  whatDoYouWant: 'Was möchten Sie erreichen?',
  changeOrStop: 'Mail-Einstellungen ändern',
  unsubscribe: 'Abbestellen',

  answeredMaybe: 'Sie haben mit „Vielleicht“ geantwortet.',
  notAnsweredYet: 'Sie haben noch nicht geantwortet.',
  researchedOn: 'Recherchiert am {date} um {time} ({zone}).',
  notResearched: 'Ohne Recherche.',

  quickTake: 'Das Wichtigste',
  sinceLastTime: 'Seit dem letzten Mal',
  newSince: 'Neu seit {date}',
  whoYouMeet: 'Wen Sie treffen',
  talkingPoints: 'Gesprächspunkte',
  questionsToAsk: 'Fragen für das Gespräch',
  watchOut: 'Worauf Sie achten sollten',
  couldNotBeFound: 'Nicht gefunden',
  confidence: 'Verlässlichkeit: {percent}',
  sources: 'Quellen',
  wrongFactHere: 'Hier haben Sie einen Fehler gemeldet:',
  inferred: 'Abgeleitet',
  suggested: 'Vorgeschlagen',
  quoted: 'Zitiert',

  researchFailed: 'Die Recherche zu diesem Termin ist fehlgeschlagen.',
  quotaExceeded: 'Ihr Recherchekontingent für diesen Monat ist aufgebraucht.',
  dailyCapReached: 'Ihr Recherchelimit für 24 Stunden ist erreicht.',
  noTime: 'Für eine Recherche zu diesem Termin war die Zeit zu knapp.',
  olderResults: 'Die folgenden Ergebnisse stammen aus einer früheren Recherche und sind möglicherweise veraltet.',
  calendarOnly: 'Die folgenden Angaben stammen nur aus Ihrem Kalender.',

  firstContact: 'In Foreword steht kein früherer Termin mit diesen Gästen.',
  lastMet: 'Zuletzt getroffen am {date}: {title}.',
  lastMetWith: 'Zuletzt getroffen am {date}: {title}, mit {guests}.',
  metOften:
    '{count, plural, one {# früherer Termin mit mindestens einem dieser Gäste.} other {# frühere Termine mit mindestens einem dieser Gäste.}}',
  youNoted: 'Ihre Notiz: „{outcome}“',

  andMoreGuests: '{count, plural, one {Und # weiterer externer Gast.} other {Und # weitere externe Gäste.}}',
  hiddenGuests: 'Ihr Kalender nennt nicht alle Gäste.',
  yourSide: 'Außerdem eingeladen: {names}.',
  andMore: '{count, number} weitere',
  guestsNotResearched: 'Zu den Gästen und ihren Unternehmen wurde nicht recherchiert.',
  accepted: 'Zugesagt',
  declined: 'Abgesagt',
  maybe: 'Vielleicht',
  notAnswered: 'Noch keine Antwort',
  objected: 'Auf Wunsch keine Recherche',
  confirmed: 'Identität bestätigt',
  likely: 'Vermutlich diese Person',
  unknown: 'Nicht eindeutig identifiziert',
  externalGuests: '{count, plural, one {# externer Gast} other {# externe Gäste}}',
  externalGuestsAlone: '{count, plural, one {# externer Gast} other {# externe Gäste}}, keine Recherche',
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
  timeAndDay: '{day}, {time}',
  was: 'Bisher:',
  now: 'Jetzt:',
  asPlanned: 'Wie geplant:',
  wasAndNow: 'Bisher: {before}. Jetzt: {now}.',
  alsoComing: 'Neu eingeladen',
  noLongerComing: 'Nicht mehr auf der Gästeliste',
  alsoComingNames: 'Neu eingeladen: {names}.',
  noLongerComingNames: 'Nicht mehr auf der Gästeliste: {names}.',
  stillHolds: 'Ihr Briefing gilt weiterhin; wir schicken es nicht noch einmal.',
  restStillHolds: 'Der Rest Ihres Briefings gilt weiterhin; wir schicken es nicht noch einmal.',
  sentBy: 'Gesendet von Foreword.',

  digestSubject: '{day}: {count, plural, one {# Termin} other {# Termine}} zum Vorbereiten',
  digestLead: '{count, plural, one {# Termin} other {# Termine}} mit externen Gästen.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'Der ganze Tag passt nicht in eine Mail: In Foreword {count, plural, one {steht # weiterer Termin} other {stehen # weitere Termine}}',
  wholeBriefing: 'Vollständiges Briefing mit Quellen',
  otherMeetings: 'Weitere Termine',
  briefingSent: '{time} {title}: Das Briefing ist schon verschickt.',
  briefingFollows: '{time} {title}: Das Briefing folgt.',
  digestFooter: 'Ihr Tagesüberblick von Foreword.',

  greeting: 'Guten Tag {name}!',
  greetingNobody: 'Guten Tag!',
  accountFooter: 'Foreword. {why} Fragen: {supportEmail}',
  whyOwner: 'Sie erhalten diese Mail, weil zu dieser Adresse ein Foreword-Konto gehört.',
  verifySubject: 'Bestätigen Sie Ihre E-Mail-Adresse',
  verifyAsk: 'Bestätigen Sie diese Adresse, um die Einrichtung Ihres Foreword-Kontos abzuschließen.',
  linkOnceADay:
    'Der Link ist 24 Stunden gültig und funktioniert nur einmal. Wenn Sie sich nicht registriert haben, können Sie diese Mail ignorieren: Ohne Bestätigung passiert nichts.',
  verifyAction: 'Adresse bestätigen',
  whySignUp: 'Sie erhalten diese Mail, weil sich jemand mit dieser Adresse registriert hat.',
  existingSubject: 'Sie haben bereits ein Konto',
  existingTold:
    'Jemand wollte diese Adresse für ein anderes Foreword-Konto verwenden, zu ihr gehört aber schon eines. Es wurde nichts geändert.',
  existingIfYou:
    'Wenn Sie das waren, melden Sie sich einfach an. Falls Sie Ihr Passwort vergessen haben, setzen Sie es unter {url} zurück.',
  existingIfNot: 'Wenn Sie das nicht waren, müssen Sie nichts tun.',
  signIn: 'Anmelden',
  resetSubject: 'Passwort zurücksetzen',
  resetAsk: 'Wählen Sie ein neues Passwort für Ihr Foreword-Konto.',
  resetLink:
    'Der Link ist eine Stunde gültig und funktioniert nur einmal. Sobald Sie ein neues Passwort festlegen, werden Sie überall abgemeldet.',
  resetIfNot:
    'Wenn Sie das nicht angefordert haben, können Sie diese Mail ignorieren: Ihr Passwort bleibt, wie es ist.',
  resetAction: 'Neues Passwort wählen',
  whyReset: 'Sie erhalten diese Mail, weil für diese Adresse ein neues Passwort angefordert wurde.',
  changeSubject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  changeAsk: 'Bestätigen Sie diese Adresse, um sie ab sofort für Ihr Foreword-Konto zu verwenden.',
  changeLink:
    'Der Link ist 24 Stunden gültig und funktioniert nur einmal. Wenn Sie das nicht angefordert haben, können Sie diese Mail ignorieren: Ohne Bestätigung passiert nichts.',
  changeAction: 'Diese Adresse verwenden',
  whyChange: 'Sie erhalten diese Mail, weil jemand diese Adresse in einem Foreword-Profil eingetragen hat.',
  requestedSubject: 'Änderung Ihrer E-Mail-Adresse angefordert',
  requestedTold:
    'Über Ihr Foreword-Konto wurde eine neue E-Mail-Adresse angefordert. Wenn Sie das waren, bestätigen Sie die Änderung in der Mail, die wir an die neue Adresse geschickt haben.',
  requestedIfNot:
    'Wenn Sie das nicht waren, stoppen Sie die Änderung: Dabei werden alle Geräte abgemeldet. Setzen Sie danach Ihr Passwort zurück. Der Link ist 24 Stunden gültig.',
  requestedAction: 'Änderung stoppen',
  movedSubject: 'Ihre E-Mail-Adresse wurde geändert',
  movedTold:
    'Für Ihr Foreword-Konto gilt ab sofort eine andere E-Mail-Adresse. Mit dieser hier können Sie sich nicht mehr anmelden, und Briefings gehen an die neue.',
  movedIfNot:
    'Wenn Sie das nicht waren, schreiben Sie bitte sofort an {supportEmail}. Wenn Sie in den letzten 24 Stunden schon eine Mail von uns dazu bekommen haben, können Sie die Änderung auch mit dem Link darin rückgängig machen.',
  movedAction: 'Zum Profil',
  whyMoved: 'Sie erhalten diese Mail, weil zu dieser Adresse bisher ein Foreword-Konto gehörte.',
  passwordSubject: 'Ihr Passwort wurde geändert',
  passwordTold:
    'Für Ihr Foreword-Konto wurde ein neues Passwort festgelegt. Alle Browser und Geräte wurden abgemeldet; ab jetzt gilt nur noch das neue Passwort.',
  passwordIfNot:
    'Wenn Sie das nicht waren, kann jemand anderes Ihre Mails lesen: Sichern Sie zuerst Ihr Postfach, legen Sie dann unter {url} ein anderes Passwort fest und schreiben Sie an {supportEmail}.',
  deviceSubject: 'Neue Anmeldung bei Ihrem Konto',
  deviceTold:
    'Bei Ihrem Foreword-Konto gab es eine neue Anmeldung: {device}. Diesen Browser haben wir nicht wiedererkannt. Das kommt auch vor, wenn Sie Cookies gelöscht oder sich überall abgemeldet haben.',
  deviceOn: '{program} unter {system}',
  unknownDevice: 'unbekannter Browser',
  deviceIfNot:
    'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, legen Sie unter {url} ein neues Passwort fest: Damit werden alle Geräte abgemeldet.',
  deviceAction: 'Sitzungen ansehen',
  factorAddedSubject: 'Zweiter Faktor hinzugefügt',
  factorAddedApp: 'Ihrem Foreword-Konto wurde eine Authenticator-App als zweiter Faktor hinzugefügt.',
  factorAddedPasskey: 'Ihrem Foreword-Konto wurde ein Passkey als zweiter Faktor hinzugefügt.',
  factorRemovedSubject: 'Zweiter Faktor entfernt',
  factorRemovedApp: 'Aus Ihrem Foreword-Konto wurde eine Authenticator-App entfernt. Sie ist kein zweiter Faktor mehr.',
  factorRemovedPasskey: 'Aus Ihrem Foreword-Konto wurde ein Passkey entfernt. Er ist kein zweiter Faktor mehr.',
  codeUsedSubject: 'Wiederherstellungscode verwendet',
  codeUsedTold:
    'Einer der Wiederherstellungscodes Ihres Foreword-Kontos wurde verwendet. {count, plural, =0 {Es ist keiner mehr übrig: Erstellen Sie neue in den Einstellungen.} one {Einer ist noch übrig.} other {# sind noch übrig.}}',
  codesRenewedSubject: 'Neue Wiederherstellungscodes',
  codesRenewedTold: 'Für Ihr Foreword-Konto wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.',
  factorRefusedSubject: 'Falscher zweiter Faktor',
  factorRefusedTold:
    'In den letzten 24 Stunden wurde für Ihr Foreword-Konto mehrmals ein falscher zweiter Faktor eingegeben. Wer das war, hatte den ersten Schritt der Anmeldung schon hinter sich und kennt vielleicht Ihr Passwort.',
  factorsResetSubject: 'Zweite Faktoren entfernt',
  factorsResetTold:
    'Auf Anfrage haben wir die zweiten Faktoren Ihres Foreword-Kontos entfernt. Sie sind überall abgemeldet; bitte melden Sie sich an und richten Sie wieder einen zweiten Faktor ein.',
  factorIfNot:
    'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, legen Sie unter {url} ein neues Passwort fest (damit werden alle Geräte abgemeldet) und schreiben Sie uns.',
  factorAction: 'Konto ansehen',
  toolsAction: 'Einstellungen öffnen',
  tokenSubject: 'Neues Zugriffstoken',
  tokenTold:
    'Für Ihr Foreword-Konto wurde ein Zugriffstoken erstellt: „{name}“. Wer es hat, kann über unsere API auf Ihre Termine und Briefings zugreifen, bis es abläuft oder Sie es widerrufen.',
  tokenIfNot:
    'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, legen Sie unter {url} ein neues Passwort fest. Damit werden alle Geräte abgemeldet und alle Zugriffstoken ungültig.',
  webhookAddedSubject: 'Neuer Webhook',
  webhookAddedTold:
    'Ihrem Foreword-Konto wurde ein Webhook hinzugefügt. Ab jetzt wird {host} benachrichtigt, wenn sich Ihre Briefings und Termine ändern; deren Inhalt wird nicht übermittelt.',
  webhookIfNot:
    'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, löschen Sie ihn in den Einstellungen und legen Sie unter {url} ein neues Passwort fest.',
  webhookStoppedSubject: 'Ihr Webhook funktioniert nicht mehr',
  webhookStoppedTold: 'Ihr Webhook bei {host} nimmt unsere Ereignisse nicht an. Deshalb senden wir keine mehr.',
  webhookStoppedNext:
    'Was er geantwortet hat, sehen Sie in den Einstellungen. Sobald er wieder funktioniert, senden Sie einen Test: Kommt er an, senden wir wieder Ereignisse. Ereignisse aus der Zwischenzeit werden nicht nachgesendet.',
  channelSetSubject: '{channel} verbunden',
  channelSetTold:
    '{channel} wurde mit Ihrem Foreword-Konto verbunden. Alle in diesem Kanal können die Briefings lesen, die dort erscheinen.',
  channelIfNot:
    'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, trennen Sie die Verbindung in den Einstellungen und legen Sie unter {url} ein neues Passwort fest.',
  channelStoppedSubject: 'Keine Briefings mehr in {channel}',
  channelStoppedTold:
    '{channel} nimmt unsere Nachrichten nicht mehr an. Deshalb senden wir nichts mehr dorthin. Ihre Briefings kommen per E-Mail, sofern Sie sie nicht stattdessen in einem anderen Kanal erhalten.',
  channelStoppedNext: 'Wenn sie wieder dort erscheinen sollen, richten Sie {channel} in den Einstellungen neu ein.',
  joinedSubject: 'Sie melden sich jetzt mit Google an',
  joinedTold:
    'Sie haben sich mit Google bei Foreword angemeldet und melden sich ab jetzt immer so an. Ihr Passwort gilt nicht mehr, und alle anderen Geräte wurden abgemeldet.',
  joinedPassword:
    'Wenn Sie wieder ein Passwort verwenden möchten, legen Sie unter {url} ein neues fest. Damit wird die Anmeldung mit Google deaktiviert. Wenn Sie sich erneut mit Google anmelden, gilt das Passwort nicht mehr.',
  joinedIfNot: 'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und schreiben Sie an {supportEmail}.',
  joinedAction: 'Zu Foreword',
  lockedSubject: 'Ihr Konto ist gesperrt',
  lockedTold:
    'Bei Ihrem Foreword-Konto kann sich niemand mehr anmelden, denn möglicherweise hatte jemand anderes Zugriff darauf. Ihre Daten bleiben erhalten; Briefings sind ausgesetzt.',
  lockedAsk:
    'Um es entsperren zu lassen, schreiben Sie an {supportEmail}. Wir werden Sie bitten, nachzuweisen, dass das Konto Ihnen gehört.',
  lockedAction: 'Kontakt aufnehmen',
  deletedSubject: 'Ihr Konto wurde gelöscht',
  deletedTold:
    'Ihr Foreword-Konto wurde wie gewünscht gelöscht: Die Verbindung zu Ihren Kalendern ist getrennt; Termine, Recherchen und Briefings sind entfernt.',
  deletedIfNot:
    'Wenn Sie das nicht waren, schreiben Sie an {supportEmail}. Gelöschtes lässt sich nicht wiederherstellen.',
  deletedForgotten:
    'Auch diese Adresse löschen wir, sobald diese Mail verschickt ist. Damit die Löschung auch nach dem Einspielen einer Sicherung gilt, bleibt eine verschlüsselte Kopie der Adresse bis zu {days, number} Tage gespeichert. Sie können sich jederzeit neu registrieren.',
  whyDeleted: 'Sie erhalten diese Mail, weil das Konto zu dieser Adresse gelöscht wurde.',
  reconnectSubject: 'Verbinden Sie Ihren {provider}-Kalender neu',
  reconnectTold:
    'Foreword darf Ihren {provider}-Kalender nicht mehr lesen. Neue und geänderte Termine werden deshalb nicht erkannt.',
  reconnectWhy:
    'Das passiert, wenn die Berechtigung entzogen wurde oder abgelaufen ist, das Passwort geändert wurde oder Ihre IT-Administration Foreword blockiert; lassen Sie es in diesem Fall zuerst dort freigeben. Es wurde nichts gelöscht: Verbinden Sie den Kalender neu, und alles läuft weiter.',
  reconnectAction: 'Neu verbinden',
  whyReconnect: 'Sie erhalten diese Mail, weil Ihr Kalender mit Foreword verbunden war.',
  whySubscription: 'Sie erhalten diese Mail, weil Sie Foreword abonniert haben.',
  billingAction: 'Abo in den Einstellungen',
  trialSubject: 'Ihre Testphase endet am {date}',
  trialReminder: 'Erinnerung: Ihre Testphase endet am {date}',
  trialTold:
    'Ihre kostenlose Testphase bei Foreword endet am {date}. Danach beginnt Ihr kostenpflichtiges Abo, und Ihre Karte wird mit {amount} belastet.',
  trialCancel:
    'Wenn Sie das nicht möchten, kündigen Sie vorher in den Einstellungen: Eine gekündigte Testphase endet sofort und kostet nichts.',
  paymentSubject: 'Ihre Zahlung ist fehlgeschlagen',
  paymentTold: 'Ihre Zahlung von {amount} für Foreword konnte nicht ausgeführt werden.',
  paymentNotAgain:
    'Wir versuchen es nicht automatisch noch einmal. Um Ihr Abo zu behalten, wählen Sie in den Einstellungen „Update payment method“ oder „Billing portal“ und zahlen Sie mit einer anderen Karte.',
  paymentAgain:
    'Wir versuchen es am {date} noch einmal. Um sicherzugehen, wählen Sie in den Einstellungen „Update payment method“ und hinterlegen Sie eine andere Karte.',
  receiptSubject: 'Ihr Zahlungsbeleg',
  receiptTold: 'Vielen Dank. Ihre Zahlung von {amount} für Foreword ist am {date} eingegangen.',
  receiptInvoice: 'Die Rechnung finden Sie in den Einstellungen unter „Billing portal“.',
  trialOverSubject: 'Ihre Testphase ist beendet',
  trialOverTold: 'Ihre Testphase bei Foreword ist beendet. Es wurde nichts berechnet.',
  subscriptionOverSubject: 'Ihr Abo ist beendet',
  subscriptionOverTold: 'Ihr Foreword-Abo ist beendet. Es wird nichts mehr berechnet.',
  overStays: 'Ihr Konto und Ihre Kalender bleiben bestehen. Sie können jederzeit wieder ein Abo abschließen.',
  cancelledSubject: 'Ihr Abo ist gekündigt',
  cancelledTold:
    'Ihr Foreword-Abo ist gekündigt. Sie behalten den Zugang bis zum {date}; es wird nichts mehr berechnet.',
  cancelledBack: 'Wenn Sie es sich bis dahin anders überlegen, können Sie es in den Einstellungen wieder aktivieren.',

  nobodyInvited: 'Es ist niemand eingeladen, daher gab es nichts zu recherchieren.',
  guestsObjected:
    '{count, plural, one {Ihr Gast oder dessen Unternehmen hat um Verzicht auf Recherchen gebeten.} other {Ihre Gäste oder deren Unternehmen haben um Verzicht auf Recherchen gebeten.}}',
  companyObjected:
    '{company} hat um Verzicht auf Recherchen gebeten. Deshalb steht hier nichts über das Unternehmen und seine Mitarbeitenden.',
  leftWithObjector: 'Hier ging es um jemanden, der um Verzicht auf Recherchen gebeten hat.',
  guestsNotFound:
    '{guests, plural, one {Über den Gast wurde nichts Öffentliches gefunden.} other {Über die Gäste wurde nichts Öffentliches gefunden.}}',
  nothingFound:
    'Über {guests, plural, one {den Gast} other {die Gäste}} und {companies, plural, one {das zugehörige Unternehmen} other {die zugehörigen Unternehmen}} wurde nichts Öffentliches gefunden.',
  companyNotFound: 'Über {company} wurden keine verlässlichen öffentlichen Informationen gefunden.',
  guestNotFound: 'Es wurde nichts gefunden, das sich sicher auf {guest} bezieht.',
  whichGuest:
    'Wer ist {guest}? Es gibt mehrere Personen mit diesem Namen, aber keine ist mit Sicherheit Ihr Gast. Öffnen Sie den Termin, um auszuwählen.',
  guestsLeftOut:
    '{count, plural, one {Zu # weiteren Gast wurde nicht recherchiert.} other {Zu # weiteren Gästen wurde nicht recherchiert.}}',
  searchIncomplete:
    'Die Websuche lieferte diesmal nur einen Teil der Ergebnisse. Möglicherweise gibt es also mehr zu wissen, als hier steht.',
  nothingReliable: 'Es wurde nichts Verlässliches gefunden.',
  searchUnanswered: 'Die Websuche lieferte nur einen Teil der Ergebnisse.',
  draftDropped:
    '{dropped, plural, one {# von {proposed, number} entworfenen Sätzen wurde weggelassen, weil er sich nicht verifizieren ließ.} other {# von {proposed, number} entworfenen Sätzen wurden weggelassen, weil sie sich nicht verifizieren ließen.}}',
  notCheckedTwice:
    'Der Entwurf konnte nicht mit seinen Quellen abgeglichen werden. Deshalb stehen hier nur Zitate von den Websites der Unternehmen selbst.',
  notWritten:
    'Dieses Briefing konnte diesmal nicht geschrieben werden. Deshalb stehen hier nur Zitate von den Websites der Unternehmen selbst.',
  companyNotDescribed: 'Zu {company} wurde keine Beschreibung gefunden.',
  companyWithoutNews: 'Zu {company} wurden keine Neuigkeiten gefunden.',
  companyUnknown: 'Zu {company} wurde nichts gefunden.',
  guestWithoutRole: 'Die Position von {guest} wurde nicht gefunden.',
  guestRoleOnly: 'Von {guest} wurde nur die Position gefunden.',
  guestUncertain: 'Zu {guest} wurde nichts Gesichertes gefunden.',
  guestProbable: '{guest} ist wahrscheinlich, aber nicht sicher die beschriebene Person.',
  noTalkingPoints: 'Es gibt keine Gesprächspunkte.',
  fewSources:
    '{count, plural, =0 {Das Briefing stützt sich auf keine Quelle.} one {Das Briefing stützt sich auf eine Quelle.} other {Das Briefing stützt sich auf # Quellen.}}',
  oneSite: 'Alle Quellen stammen von derselben Website.',
  someUndated: 'Bei einigen Quellen steht nicht, wann sie veröffentlicht wurden.',
  allUndated: 'Bei keiner Quelle steht, wann sie veröffentlicht wurde.',
  someOld: 'Einige Quellen sind mehr als ein Jahr alt.',

  exampleTitle: 'Beispiel: Kennenlerngespräch',
  exampleLocation: 'Online',
  exampleTake:
    'Ana Reyes möchte wissen, ob Sie die Lieferungen im Norden übernehmen können. [3] Example Freight hat letzten Monat ein zweites Lager in Leeds eröffnet, und der Vertrag mit dem jetzigen Spediteur endet im Frühjahr. [1]',
  exampleRisk:
    'Vom letzten Spediteur trennte sie sich wegen verpasster Lieferfenster: Halten Sie Ihre Zahlen zur Pünktlichkeit bereit. [2]',
  exampleNewsPage: 'Example Freight eröffnet Lager in Leeds',
  exampleInterviewPage: 'Ana Reyes über Spediteure: ein Interview',
  exampleAboutPage: 'Example Freight: Über uns',
  exampleRole: 'Betriebsleiterin seit 2024 [3]',
  exampleMove: 'Leitete den Umzug in das neue Lager, der neun Wochen dauerte. [1]',
  exampleQuote:
    'Sagte in einem Interview, dass sie Spediteure nach eingehaltenen Lieferfenstern auswählt und nicht nach dem Preis. [2]',
  exampleCompany: 'Spedition für Möbelhersteller, 140 Beschäftigte, in Familienbesitz. [3]',
  exampleNews: 'Gewann im Herbst vier Möbelhersteller in Schottland als Kunden. [1]',
  exampleDelivery: 'Liefert inzwischen innerhalb von zwei Tagen. [3]',
  examplePointRoutes:
    'Von Leeds aus ist der Weg zu den Kunden in Schottland nur noch halb so weit: Zeigen Sie Ihre Routen von dort. [1]',
  examplePointFigures:
    'Sie beurteilt Spediteure nach eingehaltenen Lieferfenstern: Beginnen Sie mit Ihren Zahlen, nicht mit Preisen. [2]',
  exampleQuestionTrouble: 'Welche Lieferungen ab Leeds machen Ihnen derzeit die meisten Probleme?',
  exampleQuestionDecision: 'Bis wann müssen Sie über den Vertrag entscheiden, der im Frühjahr endet?',
  exampleNotFound: 'Der Name des jetzigen Spediteurs.',
};
