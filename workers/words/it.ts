import type { Messages } from './en.ts';

/** Dates stand after a colon: the article before them would change with the day (il 2, l’8). */
export const it: Messages = {
  sentences: '{first} {second}',
  span: '{start}–{end}, {day} ({zone})',
  spanOverMidnight: '{day} {start} – {lastDay} {end} ({zone})',
  hours: '{start}–{end} ({zone})',

  join: 'Partecipa',
  joinOn: 'Partecipa su {host}',
  open: 'Apri',
  openInForeword: 'Apri in Foreword',
  documents: 'Documenti',
  onHost: '{title} (su {host})',
  whatDoYouWant: 'Che cosa vuoi ottenere?',
  changeOrStop: 'Modifica o disattiva queste e-mail',
  unsubscribe: 'Annulla l’iscrizione',

  answeredMaybe: 'Hai risposto «forse».',
  notAnsweredYet: 'Non hai ancora risposto.',
  researchedOn: 'Ricerca effettuata: {date}, {time} {zone}.',
  notResearched: 'Nessuna ricerca effettuata.',

  quickTake: 'In breve',
  sinceLastTime: 'Dall’ultima volta',
  newSince: 'Novità dopo il precedente aggiornamento: {date}',
  whoYouMeet: 'Chi incontri',
  talkingPoints: 'Spunti di conversazione',
  questionsToAsk: 'Domande da fare',
  watchOut: 'A cosa fare attenzione',
  couldNotBeFound: 'Che cosa non è stato trovato',
  confidence: 'Affidabilità: {percent}',
  sources: 'Fonti',
  wrongFactHere: 'Qui hai trovato un dato errato:',
  inferred: 'Dedotto',
  suggested: 'Suggerimenti',
  quoted: 'Citazioni',

  researchFailed: 'La ricerca per questa riunione non è riuscita.',
  quotaExceeded: 'Le ricerche disponibili per questo mese sono esaurite.',
  dailyCapReached: 'Hai raggiunto il limite giornaliero di ricerche.',
  noTime: 'Non c’è stato abbastanza tempo per la ricerca su questa riunione.',
  olderResults: 'Qui sotto trovi i risultati di una ricerca precedente, che potrebbero non essere aggiornati.',
  calendarOnly: 'Qui sotto trovi solo quello che c’è nel tuo calendario.',

  firstContact: 'Nel tuo calendario non ci sono riunioni precedenti con queste persone.',
  lastMet: 'Ultimo incontro: {date}, {title}.',
  lastMetWith: 'Ultimo incontro: {date}, {title}, con {guests}.',
  metOften: '{count, plural, one {Vi siete incontrati # volta.} other {Vi siete incontrati # volte.}}',
  youNoted: 'La tua nota: «{outcome}»',

  andMoreGuests: '{count, plural, one {E # altro ospite esterno.} other {E altri # ospiti esterni.}}',
  hiddenGuests: 'Il tuo calendario non riporta tutti gli ospiti.',
  yourSide: 'Da parte tua: {names}.',
  andMore: '{names} e {count, plural, one {un altro} other {altri #}}',
  guestsNotResearched: 'Non sono state fatte ricerche sugli ospiti e sulle loro aziende.',
  accepted: 'Ha accettato',
  declined: 'Ha rifiutato',
  maybe: 'Forse',
  notAnswered: 'Non ha risposto',
  objected: 'Ha chiesto di non essere oggetto di ricerche',
  confirmed: 'Identità confermata',
  likely: 'Probabilmente questa persona',
  unknown: 'Identità non certa',
  externalGuests: '{count, plural, one {# ospite esterno} other {# ospiti esterni}}',
  externalGuestsAlone: '{count, plural, one {# ospite esterno} other {# ospiti esterni}}; la ricerca manca',
  more: 'Il resto è in Foreword',

  wasUseful: 'Ti è stato utile?',
  useful: 'Utile?',
  yes: 'Sì',
  no: 'No',
  wrongPerson: 'Persona sbagliata?',
  noMoreAbout: 'Basta e-mail su',
  thisSeries: 'questa serie',
  thisMeeting: 'questa riunione',

  testSubject: 'Prova: {subject}',
  testNotice: 'Questa è la prova che hai chiesto, con una delle tue riunioni. Il briefing vero arriverà a parte.',
  exampleNotice:
    'Questa è la prova che hai chiesto. Non c’è ancora una ricerca su nessuna delle tue riunioni, quindi tutte le persone sono inventate.',

  movedTo: 'Spostata, {time}: {title}',
  otherGuests: 'Ospiti cambiati: {title}',
  dayAndTime: '{day} {time}',
  timeAndDay: '{time}, {day}',
  was: 'Prima:',
  now: 'Adesso:',
  asPlanned: 'Come previsto:',
  wasAndNow: 'Prima: {before}. Adesso: {now}.',
  alsoComing: 'Partecipano anche',
  noLongerComing: 'Non partecipano più',
  alsoComingNames: 'Partecipano anche: {names}.',
  noLongerComingNames: 'Non partecipano più: {names}.',
  stillHolds: 'Il briefing che hai ricevuto resta valido e non verrà inviato una seconda volta.',
  restStillHolds: 'Il resto del briefing che hai ricevuto resta valido e non verrà inviato una seconda volta.',
  sentBy: 'Inviato da Foreword.',

  digestSubject: '{day}: {count, plural, one {# riunione} other {# riunioni}} da preparare',
  digestLead: '{count, plural, one {# riunione} other {# riunioni}} con ospiti esterni.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'La giornata intera non sta in un’e-mail: {count, plural, one {# altra riunione è} other {altre # riunioni sono}} in Foreword',
  wholeBriefing: 'Briefing completo e fonti',
  alsoToday: 'Oggi anche',
  briefingSent: '{time} {title}: il briefing è già stato inviato.',
  briefingFollows: '{time} {title}: il briefing arriverà più tardi.',
  digestFooter: 'Il tuo riepilogo quotidiano di Foreword.',

  greeting: 'Ciao {name},',
  greetingNobody: 'Ciao,',
  accountFooter: 'Foreword. {why} Domande: {supportEmail}',
  whyOwner: 'Ricevi questa e-mail perché questo è l’indirizzo di un account Foreword.',
  verifySubject: 'Conferma il tuo indirizzo e-mail',
  verifyAsk: 'Conferma questo indirizzo per completare la creazione del tuo account Foreword.',
  linkOnceADay:
    'Il link vale una sola volta, per 24 ore. Se non ti sei registrato, ignora questa e-mail: senza conferma non succede nulla.',
  verifyAction: 'Conferma questo indirizzo',
  whySignUp: 'Ricevi questa e-mail perché qualcuno si è registrato con questo indirizzo.',
  existingSubject: 'Hai già un account',
  existingTold:
    'Qualcuno ha provato a registrarsi a Foreword con questo indirizzo, che ha già un account. Non è stato cambiato nulla.',
  existingIfYou: 'Se eri tu, accedi. Se hai dimenticato la password, reimpostala su {url}.',
  existingIfNot: 'Se non eri tu, non devi fare nulla.',
  signIn: 'Accedi',
  resetSubject: 'Reimposta la password',
  resetAsk: 'Scegli una nuova password per il tuo account Foreword.',
  resetLink: 'Il link vale una sola volta, per un’ora. La nuova password ti disconnette ovunque.',
  resetIfNot: 'Se non l’hai chiesto tu, ignora questa e-mail: la password resta com’è.',
  resetAction: 'Scegli una nuova password',
  whyReset: 'Ricevi questa e-mail perché è stata chiesta una nuova password per questo indirizzo.',
  changeSubject: 'Conferma il tuo nuovo indirizzo e-mail',
  changeAsk: 'Conferma questo indirizzo per usarlo d’ora in poi con il tuo account Foreword.',
  changeLink:
    'Il link vale una sola volta, per 24 ore. Se non l’hai chiesto tu, ignora questa e-mail: senza conferma non succede nulla.',
  changeAction: 'Usa questo indirizzo',
  whyChange: 'Ricevi questa e-mail perché qualcuno ha inserito questo indirizzo in un profilo Foreword.',
  requestedSubject: 'Il tuo indirizzo e-mail sta per cambiare',
  requestedTold:
    'Dal tuo account Foreword è stato chiesto di usare un altro indirizzo e-mail. Se eri tu, confermalo dall’e-mail inviata al nuovo indirizzo.',
  requestedIfNot:
    'Se non eri tu, blocca la modifica: tutti i dispositivi verranno disconnessi. Poi reimposta la password. Il link vale 24 ore.',
  requestedAction: 'Blocca la modifica',
  movedSubject: 'Il tuo indirizzo e-mail è cambiato',
  movedTold:
    'Il tuo account Foreword usa d’ora in poi un altro indirizzo e-mail. Con questo non puoi più accedere e i briefing arrivano a quello nuovo.',
  movedIfNot: 'Se non eri tu, scrivi subito a {supportEmail}.',
  movedAction: 'Vai al profilo',
  whyMoved: 'Ricevi questa e-mail perché questo era l’indirizzo di un account Foreword.',
  passwordSubject: 'La tua password è cambiata',
  passwordTold:
    'È stata impostata una nuova password per il tuo account Foreword. Tutti i browser e i dispositivi sono stati disconnessi; ora solo la nuova password apre l’account.',
  passwordIfNot:
    'Se non eri tu, qualcun altro può leggere la tua posta: proteggi prima la casella, poi imposta un’altra password su {url} e scrivi a {supportEmail}.',
  deviceSubject: 'Nuovo accesso al tuo account',
  deviceTold: 'Qualcuno è entrato nel tuo account Foreword con {device}, mai usato prima.',
  deviceIfNot:
    'Se eri tu, non devi fare nulla. Altrimenti imposta una nuova password su {url}: tutti i dispositivi verranno disconnessi.',
  deviceAction: 'Vedi le tue sessioni',
  factorAddedSubject: 'Secondo fattore aggiunto',
  factorAddedApp: 'Un’app di autenticazione è stata aggiunta al tuo account Foreword come secondo fattore.',
  factorAddedPasskey: 'Una passkey è stata aggiunta al tuo account Foreword come secondo fattore.',
  factorRemovedSubject: 'Secondo fattore rimosso',
  factorRemovedApp: 'Un’app di autenticazione è stata rimossa dal tuo account Foreword. Non è più un secondo fattore.',
  factorRemovedPasskey: 'Una passkey è stata rimossa dal tuo account Foreword. Non è più un secondo fattore.',
  codeUsedSubject: 'Codice di recupero usato',
  codeUsedTold:
    'È stato usato uno dei codici di recupero del tuo account Foreword. {count, plural, =0 {Non ne resta nessuno: creane di nuovi nelle impostazioni.} one {Ne resta uno.} other {Ne restano #.}}',
  codesRenewedSubject: 'Nuovi codici di recupero',
  codesRenewedTold:
    'Sono stati creati nuovi codici di recupero per il tuo account Foreword. Quelli vecchi non valgono più.',
  factorsResetSubject: 'Secondi fattori rimossi',
  factorsResetTold:
    'Ci è stato chiesto di rimuovere i secondi fattori del tuo account Foreword, e lo abbiamo fatto. Sei disconnesso ovunque; accedi e configurane uno nuovo.',
  factorIfNot:
    'Se eri tu, non devi fare nulla. Altrimenti imposta una nuova password su {url}, che disconnette tutti i dispositivi, e scrivici.',
  factorAction: 'Vedi il tuo account',
  toolsAction: 'Apri le impostazioni',
  tokenSubject: 'Nuovo token di accesso',
  tokenTold:
    'È stato creato un token di accesso per il tuo account Foreword: «{name}». Chi lo possiede può usare le tue riunioni e i tuoi briefing tramite la nostra API finché non lo revochi.',
  tokenIfNot:
    'Se eri tu, non devi fare nulla. Altrimenti imposta una nuova password su {url}: tutti i dispositivi vengono disconnessi e tutti i token di accesso smettono di valere.',
  webhookAddedSubject: 'Nuovo webhook',
  webhookAddedTold:
    'È stato aggiunto un webhook al tuo account Foreword. D’ora in poi {host} viene avvisato quando i tuoi briefing e le tue riunioni cambiano, senza riceverne il contenuto.',
  webhookIfNot:
    'Se eri tu, non devi fare nulla. Altrimenti eliminalo nelle impostazioni e imposta una nuova password su {url}.',
  webhookStoppedSubject: 'Il tuo webhook non funziona più',
  webhookStoppedTold: 'Il tuo webhook su {host} rifiuta i nostri eventi, quindi abbiamo smesso di inviarli.',
  webhookStoppedNext:
    'Nelle impostazioni vedi che cosa ha risposto. Quando funziona di nuovo, invia una prova: se arriva, gli invii riprendono. Quello che è successo nel frattempo non viene inviato in seguito.',
  joinedSubject: 'Ora accedi con Google',
  joinedTold:
    'Sei entrato in Foreword con Google, che d’ora in poi apre il tuo account. La password non vale più e tutti gli altri dispositivi sono stati disconnessi.',
  joinedPassword:
    'Per usare di nuovo una password, impostane una su {url}. L’accesso con Google resta disattivato finché non lo usi di nuovo.',
  joinedIfNot: 'Se non eri tu, reimposta subito la password e scrivi a {supportEmail}.',
  joinedAction: 'Vai a Foreword',
  deletedSubject: 'Il tuo account è stato eliminato',
  deletedTold:
    'Il tuo account Foreword è stato eliminato, come hai chiesto: i calendari sono scollegati; riunioni, ricerche e briefing sono stati cancellati.',
  deletedIfNot: 'Se non eri tu, scrivi a {supportEmail}. Ciò che è stato eliminato non si può recuperare.',
  deletedForgotten:
    'Dimentichiamo questo indirizzo appena questa e-mail è partita. Puoi registrarti di nuovo quando vuoi.',
  whyDeleted: 'Ricevi questa e-mail perché l’account di questo indirizzo è stato eliminato.',
  reconnectSubject: 'Ricollega il tuo calendario {provider}',
  reconnectTold:
    '{provider} non permette più a Foreword di leggere il tuo calendario: le riunioni nuove o modificate non vengono viste.',
  reconnectWhy:
    'Succede quando l’autorizzazione viene revocata o scade, o quando cambia la password. Non è stato cancellato nulla: ricollega il calendario e tutto riprende.',
  reconnectAction: 'Ricollega nelle impostazioni',
  whyReconnect: 'Ricevi questa e-mail perché il tuo calendario era collegato a Foreword.',
  whySubscription: 'Ricevi questa e-mail perché hai un abbonamento a Foreword.',
  billingAction: 'Abbonamento nelle impostazioni',
  trialSubject: 'Fine della prova: {date}',
  trialReminder: 'Promemoria: fine della prova, {date}',
  trialTold:
    'La tua prova gratuita di Foreword termina in questa data: {date}. Diventa poi un piano a pagamento e sulla tua carta vengono addebitati {amount}.',
  trialCancel:
    'Se non lo desideri, disdici prima nelle impostazioni: una prova disdetta termina subito e non costa nulla.',
  paymentSubject: 'Il pagamento non è riuscito',
  paymentTold: 'La tua carta ha rifiutato il pagamento di {amount} per Foreword.',
  paymentNotAgain:
    'Non verrà ritentato automaticamente. Per mantenere l’abbonamento, paga con un’altra carta nelle impostazioni, alla voce «Update payment method».',
  paymentAgain:
    'Verrà ritentato in questa data: {date}. Per sicurezza, inserisci un’altra carta nelle impostazioni, alla voce «Update payment method».',
  receiptSubject: 'La tua ricevuta',
  receiptTold: 'Grazie. Abbiamo ricevuto il tuo pagamento di {amount} per Foreword: {date}.',
  receiptInvoice: 'La fattura è nelle impostazioni, alla voce «Billing portal».',
  trialOverSubject: 'La tua prova è terminata',
  trialOverTold: 'La tua prova di Foreword è terminata. Non è stato addebitato nulla.',
  subscriptionOverSubject: 'Il tuo abbonamento è terminato',
  subscriptionOverTold: 'Il tuo abbonamento a Foreword è terminato. Non verrà addebitato altro.',
  overStays: 'Il tuo account e i tuoi calendari restano come sono. Puoi abbonarti di nuovo quando vuoi.',
  trialCancelledSubject: 'La tua prova è stata disdetta',
  trialCancelledTold:
    'La tua prova di Foreword è stata disdetta. L’accesso resta attivo fino a questa data: {date}. Non verrà addebitato altro.',
  cancelledSubject: 'Il tuo abbonamento è stato disdetto',
  cancelledTold:
    'Il tuo abbonamento a Foreword è stato disdetto. L’accesso resta attivo fino a questa data: {date}. Non verrà addebitato altro.',
  cancelledBack: 'Se cambi idea prima di allora, riattivalo nelle impostazioni.',
};
