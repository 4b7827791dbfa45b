import type { Messages } from './en.ts';

/** Dates follow a colon, a bracket or “in data”, because an article would depend on the day (il 2, l’8). */
export const it: Messages = {
  tag: 'it',
  voice: 'Italian, addressing the reader as "tu"',
  addressee: 'first',

  sentences: '{first} {second}',
  label: '{label}:',
  labelled: '{label}: {value}',
  noted: '{text} ({note})',
  place: '{place}.',
  quotedText: '«{text}»',
  role: ', {role}',
  span: '{start}–{end}, {day} ({zone})',
  spanOverMidnight: '{day}, {start} – {lastDay}, {end} ({zone})',
  hours: '{start}–{end} ({zone})',
  firstOfMonth: '1',

  join: 'Partecipa',
  joinOn: 'Partecipa su {host}',
  open: 'Apri',
  openInForeword: 'Apri in Foreword',
  documents: 'Documenti',
  onHost: '{title} (su {host})',
  whatDoYouWant: 'Che cosa ti aspetti da questa riunione?',
  changeOrStop: 'Gestisci queste e-mail',
  unsubscribe: 'Annulla l’iscrizione',

  answeredMaybe: 'Hai risposto «forse».',
  notAnsweredYet: 'Non hai ancora risposto.',
  researchedOn: 'Ricerca effettuata in data {date}, ore {time} ({zone}).',
  notResearched: 'Nessuna ricerca effettuata.',

  quickTake: 'In breve',
  sinceLastTime: 'Dall’ultima volta',
  newSince: 'Novità dall’ultima ricerca ({date})',
  whoYouMeet: 'Chi incontri',
  talkingPoints: 'Spunti di conversazione',
  questionsToAsk: 'Domande da fare',
  watchOut: 'Attenzione a',
  couldNotBeFound: 'Informazioni non trovate',
  confidence: 'Affidabilità: {percent}',
  sources: 'Fonti',
  wrongFactHere: 'Qui hai segnalato un errore:',
  inferred: 'Deduzioni',
  suggested: 'Suggerimenti',
  quoted: 'Citazioni',

  researchFailed: 'La ricerca su questa riunione non è riuscita.',
  quotaExceeded: 'Le ricerche disponibili per questo mese sono esaurite.',
  dailyCapReached: 'Hai raggiunto il limite di ricerche nelle 24 ore.',
  noTime: 'Non c’è stato abbastanza tempo per fare ricerche su questa riunione.',
  olderResults: 'Qui sotto trovi i risultati di una ricerca precedente, che potrebbero non essere aggiornati.',
  calendarOnly: 'Qui sotto trovi solo quello che c’è nel tuo calendario.',

  firstContact: 'In Foreword non ci sono riunioni precedenti con queste persone.',
  lastMet: 'Ultima riunione: {date}, {title}.',
  lastMetWith: 'Ultima riunione: {date}, {title}, con {guests}.',
  metOften:
    '{count, plural, one {# riunione precedente con almeno uno di questi invitati.} other {# riunioni precedenti con almeno uno di questi invitati.}}',
  youNoted: 'La tua nota: «{outcome}»',

  andMoreGuests: '{count, plural, one {E # altro invitato esterno.} other {E altri # invitati esterni.}}',
  hiddenGuests: 'Il tuo calendario non riporta tutti gli invitati.',
  yourSide: 'Tra gli invitati anche: {names}.',
  andMore: '{count, plural, one {un altro} other {altri #}}',
  guestsNotResearched: 'Non sono state fatte ricerche sugli invitati e sulle loro aziende.',
  accepted: 'Ha accettato',
  declined: 'Ha rifiutato',
  maybe: 'Forse',
  notAnswered: 'Non ha risposto',
  objected: 'Nessuna ricerca, a seguito di una richiesta',
  confirmed: 'Identità confermata',
  likely: 'Probabilmente questa persona',
  unknown: 'Identità non certa',
  externalGuests: '{count, plural, one {# invitato esterno} other {# invitati esterni}}',
  externalGuestsAlone: '{count, plural, one {# invitato esterno} other {# invitati esterni}}, nessuna ricerca',
  more: 'Leggi il resto in Foreword',

  wasUseful: 'Ti è stato utile?',
  useful: 'Utile?',
  yes: 'Sì',
  no: 'No',
  wrongPerson: 'Persona sbagliata?',
  noMoreAbout: 'Non ricevere più e-mail su',
  thisSeries: 'questa serie di riunioni',
  thisMeeting: 'questa riunione',

  testSubject: 'Prova: {subject}',
  testNotice: 'Questa è la prova che hai chiesto, con una delle tue riunioni. Il briefing vero arriverà a parte.',
  exampleNotice:
    'Questa è la prova che hai chiesto. Non c’è ancora una ricerca su nessuna delle tue riunioni, quindi tutte le persone citate sono inventate.',

  movedTo: 'Nuovo orario ({time}): {title}',
  otherGuests: 'Modifica degli invitati: {title}',
  dayAndTime: '{day}, {time}',
  timeAndDay: '{time}, {day}',
  was: 'Prima:',
  now: 'Ora:',
  asPlanned: 'Come previsto:',
  wasAndNow: 'Prima: {before}. Ora: {now}.',
  alsoComing: 'Nuovi invitati',
  noLongerComing: 'Invitati non più in elenco',
  alsoComingNames: 'Nuovi invitati: {names}.',
  noLongerComingNames: 'Invitati non più in elenco: {names}.',
  stillHolds: 'Il tuo briefing resta valido e non verrà inviato di nuovo.',
  restStillHolds: 'Il resto del tuo briefing resta valido e non verrà inviato di nuovo.',
  sentBy: 'Inviato da Foreword.',

  digestSubject: '{count, plural, one {# riunione} other {# riunioni}} da preparare per {day}',
  digestLead: '{count, plural, one {# riunione} other {# riunioni}} con invitati esterni.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'L’intera giornata non sta in una sola e-mail: {count, plural, one {# altra riunione ti aspetta} other {altre # riunioni ti aspettano}} in Foreword',
  wholeBriefing: 'Briefing completo e fonti',
  otherMeetings: 'Altre riunioni',
  briefingSent: '{time} {title}: il briefing è già stato inviato.',
  briefingFollows: '{time} {title}: il briefing arriverà più tardi.',
  digestFooter: 'Il tuo riepilogo quotidiano di Foreword.',

  greeting: 'Ciao {name},',
  greetingNobody: 'Ciao,',
  accountFooter: 'Foreword. {why} Domande: {supportEmail}',
  whyOwner: 'Ricevi questa e-mail perché questo indirizzo è associato a un account Foreword.',
  verifySubject: 'Conferma il tuo indirizzo e-mail',
  verifyAsk: 'Conferma questo indirizzo per completare la creazione del tuo account Foreword.',
  linkOnceADay:
    'Il link è valido per 24 ore e funziona una sola volta. Se la registrazione non è partita da te, ignora questa e-mail: senza conferma non succede nulla.',
  verifyAction: 'Conferma questo indirizzo',
  whySignUp: 'Ricevi questa e-mail perché qualcuno si è registrato con questo indirizzo.',
  existingSubject: 'Hai già un account',
  existingTold:
    'Qualcuno ha provato a usare questo indirizzo per un altro account Foreword, ma l’indirizzo è già associato a un account. Non è stato modificato nulla.',
  existingIfYou: 'Se eri tu, accedi. Se hai dimenticato la password, reimpostala su {url}.',
  existingIfNot: 'Se non eri tu, non devi fare nulla.',
  signIn: 'Accedi',
  resetSubject: 'Reimposta la password',
  resetAsk: 'Scegli una nuova password per il tuo account Foreword.',
  resetLink:
    'Il link è valido per un’ora e funziona una sola volta. Impostando una nuova password chiudi tutte le sessioni.',
  resetIfNot: 'Se non l’hai chiesto tu, ignora questa e-mail: la password resta com’è.',
  resetAction: 'Scegli una nuova password',
  whyReset: 'Ricevi questa e-mail perché è stata chiesta una nuova password per questo indirizzo.',
  changeSubject: 'Conferma il tuo nuovo indirizzo e-mail',
  changeAsk: 'Conferma questo indirizzo per usarlo d’ora in poi con il tuo account Foreword.',
  changeLink:
    'Il link è valido per 24 ore e funziona una sola volta. Se non l’hai chiesto tu, ignora questa e-mail: senza conferma non succede nulla.',
  changeAction: 'Usa questo indirizzo',
  whyChange: 'Ricevi questa e-mail perché qualcuno ha inserito questo indirizzo in un profilo Foreword.',
  requestedSubject: 'Richiesta di modifica dell’indirizzo e-mail',
  requestedTold:
    'Dal tuo account Foreword è stato chiesto di cambiare indirizzo e-mail. Se eri tu, conferma la modifica dall’e-mail inviata al nuovo indirizzo.',
  requestedIfNot:
    'Se non eri tu, blocca la modifica: tutti i dispositivi verranno disconnessi. Poi reimposta la password. Il link è valido per 24 ore.',
  requestedAction: 'Blocca la modifica',
  movedSubject: 'Il tuo indirizzo e-mail è cambiato',
  movedTold:
    'D’ora in poi il tuo account Foreword usa un altro indirizzo e-mail. Con questo non puoi più accedere e i briefing arrivano a quello nuovo.',
  movedIfNot:
    'Se non eri tu, scrivi subito a {supportEmail}. Se nelle ultime 24 ore hai già ricevuto una nostra e-mail al riguardo, puoi anche annullare la modifica con il link che contiene.',
  movedAction: 'Vai al profilo',
  whyMoved: 'Ricevi questa e-mail perché questo indirizzo era associato a un account Foreword.',
  passwordSubject: 'La tua password è cambiata',
  passwordTold:
    'È stata impostata una nuova password per il tuo account Foreword. Tutti i browser e i dispositivi sono stati disconnessi; ora si accede solo con la nuova password.',
  passwordIfNot:
    'Se non eri tu, qualcun altro può leggere la tua posta: proteggi prima la casella, poi imposta un’altra password su {url} e scrivi a {supportEmail}.',
  deviceSubject: 'Nuovo accesso al tuo account',
  deviceTold:
    'C’è stato un nuovo accesso al tuo account Foreword: {device}. Non abbiamo riconosciuto questo browser; può succedere anche se hai cancellato i cookie o chiuso tutte le sessioni.',
  deviceOn: '{program} su {system}',
  unknownDevice: 'browser sconosciuto',
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
    'Sono stati creati nuovi codici di recupero per il tuo account Foreword. Quelli vecchi non funzionano più.',
  factorRefusedSubject: 'Secondo fattore errato',
  factorRefusedTold:
    'Nelle ultime 24 ore è stato inserito più volte un secondo fattore errato per il tuo account Foreword. Chi lo ha fatto aveva già superato il primo passaggio dell’accesso e potrebbe conoscere la tua password.',
  factorsResetSubject: 'Secondi fattori rimossi',
  factorsResetTold:
    'A seguito di una richiesta, abbiamo rimosso i secondi fattori del tuo account Foreword. Tutte le sessioni sono state chiuse; accedi e configura di nuovo un secondo fattore.',
  factorIfNot:
    'Se eri tu, non devi fare nulla. Altrimenti imposta una nuova password su {url}, così tutti i dispositivi verranno disconnessi, e scrivici.',
  factorAction: 'Vedi il tuo account',
  toolsAction: 'Apri le impostazioni',
  tokenSubject: 'Nuovo token di accesso',
  tokenTold:
    'È stato creato un token di accesso per il tuo account Foreword: «{name}». Chi lo possiede può accedere alle tue riunioni e ai tuoi briefing tramite la nostra API finché non scade o non lo revochi.',
  tokenIfNot:
    'Se eri tu, non devi fare nulla. Altrimenti imposta una nuova password su {url}: tutti i dispositivi verranno disconnessi e tutti i token di accesso smetteranno di funzionare.',
  webhookAddedSubject: 'Nuovo webhook',
  webhookAddedTold:
    'È stato aggiunto un webhook al tuo account Foreword. D’ora in poi {host} riceve un avviso quando i tuoi briefing e le tue riunioni cambiano, ma non il loro contenuto.',
  webhookIfNot:
    'Se eri tu, non devi fare nulla. Altrimenti eliminalo nelle impostazioni e imposta una nuova password su {url}.',
  webhookStoppedSubject: 'Il tuo webhook non funziona più',
  webhookStoppedTold: 'Il tuo webhook su {host} non accetta i nostri eventi, quindi abbiamo smesso di inviarli.',
  webhookStoppedNext:
    'Nelle impostazioni vedi che cosa ha risposto. Quando funziona di nuovo, invia una prova: se arriva, gli invii riprendono. Gli eventi persi nel frattempo non verranno inviati in seguito.',
  channelSetSubject: '{channel} collegato',
  channelSetTold:
    '{channel} è stato collegato al tuo account Foreword. Chiunque sia in quel canale può leggere i briefing inviati lì.',
  channelIfNot:
    'Se eri tu, non devi fare nulla. Altrimenti rimuovi il collegamento nelle impostazioni e imposta una nuova password su {url}.',
  channelStoppedSubject: 'I tuoi briefing non arrivano più su {channel}',
  channelStoppedTold:
    '{channel} non accetta più i nostri messaggi, quindi abbiamo smesso di inviarli lì. I tuoi briefing arriveranno via e-mail, a meno che tu non li riceva su un altro canale.',
  channelStoppedNext: 'Per riceverli di nuovo lì, configura ancora {channel} nelle impostazioni.',
  joinedSubject: 'Ora accedi con Google',
  joinedTold:
    'Hai eseguito l’accesso a Foreword con Google e d’ora in poi accedi così. La password non funziona più e tutti gli altri dispositivi sono stati disconnessi.',
  joinedPassword:
    'Per usare di nuovo una password, impostane una nuova su {url}. Così disattivi l’accesso con Google. Se accedi di nuovo con Google, la password smette di funzionare.',
  joinedIfNot: 'Se non eri tu, reimposta subito la password e scrivi a {supportEmail}.',
  joinedAction: 'Vai a Foreword',
  lockedSubject: 'Il tuo account è bloccato',
  lockedTold:
    'Nessuno può accedere al tuo account Foreword, perché forse qualcun altro ha potuto accedervi. I tuoi dati restano conservati; i briefing sono sospesi.',
  lockedAsk: 'Per sbloccarlo, scrivi a {supportEmail}. Ti chiederemo di dimostrare che l’account è tuo.',
  lockedAction: 'Contattaci',
  deletedSubject: 'Il tuo account è stato eliminato',
  deletedTold:
    'Il tuo account Foreword è stato eliminato, come hai chiesto: i calendari sono scollegati; riunioni, ricerche e briefing sono stati cancellati.',
  deletedIfNot: 'Se non eri tu, scrivi a {supportEmail}. Ciò che è stato eliminato non si può recuperare.',
  deletedForgotten:
    'Anche questo indirizzo verrà cancellato appena inviata questa e-mail. Perché il ripristino di un backup non annulli l’eliminazione, una copia cifrata dell’indirizzo resta conservata per un massimo di {days, number} giorni. Puoi registrarti di nuovo quando vuoi.',
  whyDeleted: 'Ricevi questa e-mail perché l’account associato a questo indirizzo è stato eliminato.',
  reconnectSubject: 'Ricollega il tuo calendario {provider}',
  reconnectTold:
    'Foreword non può più leggere il tuo calendario {provider}: le riunioni nuove o modificate non vengono rilevate.',
  reconnectWhy:
    'Succede quando l’autorizzazione viene revocata o scade, quando cambia la password o quando il tuo amministratore blocca Foreword; in quest’ultimo caso, chiedigli prima di consentirlo. Non è stato cancellato nulla: ricollega il calendario e tutto riprende.',
  reconnectAction: 'Ricollega il calendario',
  whyReconnect: 'Ricevi questa e-mail perché il tuo calendario era collegato a Foreword.',
  whySubscription: 'Ricevi questa e-mail perché hai un abbonamento a Foreword.',
  billingAction: 'Vedi il tuo abbonamento',
  trialSubject: 'Fine del periodo di prova: {date}',
  trialReminder: 'Promemoria, fine del periodo di prova: {date}',
  trialTold:
    'Il tuo periodo di prova gratuito di Foreword termina in data {date}. Poi inizia il piano a pagamento e sulla tua carta verrà addebitato l’importo di {amount}.',
  trialCancel:
    'Se non lo desideri, disdici prima di allora nelle impostazioni: un periodo di prova disdetto termina subito e non costa nulla.',
  paymentSubject: 'Il pagamento non è riuscito',
  paymentTold: 'Il tuo pagamento di {amount} per Foreword non è andato a buon fine.',
  paymentNotAgain:
    'Non ci saranno altri tentativi automatici. Per mantenere l’abbonamento, scegli «Update payment method» o «Billing portal» nelle impostazioni e paga con un’altra carta.',
  paymentAgain:
    'Faremo un nuovo tentativo in data {date}. Per sicurezza, scegli «Update payment method» nelle impostazioni e inserisci un’altra carta.',
  receiptSubject: 'La tua ricevuta',
  receiptTold: 'Grazie. Abbiamo ricevuto il tuo pagamento di {amount} per Foreword in data {date}.',
  receiptInvoice: 'La fattura è nelle impostazioni, alla voce «Billing portal».',
  trialOverSubject: 'Il tuo periodo di prova è terminato',
  trialOverTold: 'Il tuo periodo di prova di Foreword è terminato. Non è stato addebitato nulla.',
  subscriptionOverSubject: 'Il tuo abbonamento è terminato',
  subscriptionOverTold: 'Il tuo abbonamento a Foreword è terminato. Non verrà addebitato altro.',
  overStays: 'Il tuo account e i tuoi calendari restano invariati. Puoi abbonarti di nuovo quando vuoi.',
  cancelledSubject: 'Il tuo abbonamento è stato disdetto',
  cancelledTold:
    'Il tuo abbonamento a Foreword è stato disdetto. L’accesso resta attivo fino alla scadenza ({date}) e non verrà addebitato altro.',
  cancelledBack: 'Se cambi idea prima di allora, riattivalo nelle impostazioni.',

  nobodyInvited: 'Non è invitato nessuno, quindi non c’era nessuno su cui fare ricerche.',
  guestsObjected:
    '{count, plural, one {Il tuo invitato o la sua azienda ha chiesto di non essere oggetto di ricerche.} other {I tuoi invitati o le loro aziende hanno chiesto di non essere oggetto di ricerche.}}',
  companyObjected:
    '{company} ha chiesto di non essere oggetto di ricerche, quindi qui non si dice nulla dell’azienda e del suo personale.',
  leftWithObjector: 'Questa parte riguardava una persona che ha chiesto di non essere oggetto di ricerche.',
  guestsNotFound:
    '{guests, plural, one {Non sono state trovate informazioni pubbliche sull’invitato.} other {Non sono state trovate informazioni pubbliche sugli invitati.}}',
  nothingFound:
    'Non sono state trovate informazioni pubbliche {guests, plural, one {sull’invitato} other {sugli invitati}} né {companies, plural, one {sulla sua azienda} other {sulle loro aziende}}.',
  companyNotFound: 'Non sono state trovate informazioni pubbliche affidabili su {company}.',
  guestNotFound: 'Non è stato trovato nulla che riguardi con certezza {guest}.',
  whichGuest:
    'Chi è {guest}? Sono state trovate più persone con questo nome, ma nessuna è con certezza il tuo invitato. Apri la riunione per scegliere.',
  guestsLeftOut:
    '{count, plural, one {Non sono state fatte ricerche su un altro invitato.} other {Non sono state fatte ricerche su altri # invitati.}}',
  searchIncomplete:
    'Questa volta la ricerca sul web è rimasta incompleta, quindi potrebbe esserci altro oltre a quanto riporta questo briefing.',
  nothingReliable: 'Non è stato trovato nulla di affidabile.',
  searchUnanswered: 'La ricerca sul web è rimasta incompleta.',
  draftDropped:
    '{dropped, plural, one {# delle {proposed, number} frasi scritte è stata omessa perché non è stato possibile verificarla.} other {# delle {proposed, number} frasi scritte sono state omesse perché non è stato possibile verificarle.}}',
  notCheckedTwice:
    'Non è stato possibile confrontare la bozza con le sue fonti, quindi sono riportate solo citazioni dai siti delle aziende stesse.',
  notWritten:
    'Questa volta non è stato possibile scrivere il briefing, quindi sono riportate solo citazioni dai siti delle aziende stesse.',
  companyNotDescribed: 'Non è stata trovata una descrizione di {company}.',
  companyWithoutNews: 'Non sono state trovate novità su {company}.',
  companyUnknown: 'Non è stato trovato nulla su {company}.',
  guestWithoutRole: 'Il ruolo di {guest} non è stato trovato.',
  guestRoleOnly: 'Di {guest} è stato trovato solo il ruolo.',
  guestUncertain: 'Non è stato trovato nulla di certo su {guest}.',
  guestProbable: '{guest} è probabilmente, ma non con certezza, la persona descritta.',
  noTalkingPoints: 'Non ci sono spunti di conversazione.',
  fewSources:
    '{count, plural, =0 {Il briefing non si basa su alcuna fonte.} one {Il briefing si basa su una fonte.} other {Il briefing si basa su # fonti.}}',
  oneSite: 'Tutte le fonti provengono dallo stesso sito.',
  someUndated: 'Alcune fonti non indicano quando sono state pubblicate.',
  allUndated: 'Nessuna fonte indica quando è stata pubblicata.',
  someOld: 'Alcune fonti hanno più di un anno.',

  exampleTitle: 'Esempio: primo incontro',
  exampleLocation: 'Online',
  exampleTake:
    'Ana Reyes vuole capire se potete occuparvi delle consegne al nord. [3] Example Freight ha aperto il mese scorso il suo secondo magazzino a Leeds e il contratto con l’attuale trasportatore scade in primavera. [1]',
  exampleRisk:
    'Ha lasciato l’ultimo trasportatore per le fasce di consegna mancate: tieni pronti i tuoi dati sulla puntualità. [2]',
  exampleNewsPage: 'Example Freight apre un magazzino a Leeds',
  exampleInterviewPage: 'Ana Reyes parla dei trasportatori: un’intervista',
  exampleAboutPage: 'Example Freight: chi siamo',
  exampleRole: 'Direttrice operativa dal 2024 [3]',
  exampleMove: 'Ha guidato il trasferimento nel nuovo magazzino, durato nove settimane. [1]',
  exampleQuote:
    'Ha detto in un’intervista di scegliere i trasportatori in base alle fasce di consegna rispettate, non al prezzo. [2]',
  exampleCompany: 'Spedizioniere per produttori di mobili, 140 persone, a conduzione familiare. [3]',
  exampleNews: 'In autunno ha acquisito come clienti quattro produttori di mobili in Scozia. [1]',
  exampleDelivery: 'Ora consegna ai clienti entro due giorni. [3]',
  examplePointRoutes: 'Leeds dimezza più o meno la distanza dai clienti in Scozia: mostra i tuoi percorsi da lì. [1]',
  examplePointFigures: 'Giudica i trasportatori dalle fasce rispettate: comincia dai tuoi dati, non dai prezzi. [2]',
  exampleQuestionTrouble: 'Quali consegne da Leeds vi danno più problemi oggi?',
  exampleQuestionDecision: 'Entro quando dovete decidere sul contratto che scade in primavera?',
  exampleNotFound: 'Il nome dell’attuale trasportatore.',
};
