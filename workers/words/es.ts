import type { Messages } from './en.ts';

export const es: Messages = {
  tag: 'es',
  voice: 'Spanish, addressing the reader as "usted"',
  addressee: 'first',

  sentences: '{first} {second}',
  label: '{label}:',
  labelled: '{label}: {value}',
  noted: '{text} ({note})',
  place: '{place}.',
  quotedText: '«{text}»',
  role: ', {role}',
  span: '{start} a {end}, {day} ({zone})',
  spanOverMidnight: '{start} del {day}, a {end} del {lastDay} ({zone})',
  hours: '{start} a {end} ({zone})',
  firstOfMonth: '1',

  join: 'Unirse',
  joinOn: 'Unirse en {host}',
  open: 'Abrir',
  openInForeword: 'Abrir en Foreword',
  documents: 'Documentos',
  onHost: '{title} (en {host})',
  whatDoYouWant: '¿Qué espera de esta reunión?',
  changeOrStop: 'Gestionar estos correos',
  unsubscribe: 'Darse de baja',

  answeredMaybe: 'Ha respondido «quizás».',
  notAnsweredYet: 'Aún no ha respondido.',
  researchedOn: 'Búsqueda realizada el {date}, {time} ({zone}).',
  notResearched: 'Búsqueda no realizada.',

  quickTake: 'Lo esencial',
  sinceLastTime: 'Desde la última vez',
  newSince: 'Novedades desde el {date}',
  whoYouMeet: 'Con quién se reúne',
  talkingPoints: 'Temas por tratar',
  questionsToAsk: 'Preguntas para la reunión',
  watchOut: 'Puntos de atención',
  couldNotBeFound: 'Información no encontrada',
  confidence: 'Fiabilidad: {percent}',
  sources: 'Fuentes',
  wrongFactHere: 'Aquí señaló un dato erróneo:',
  inferred: 'Deducciones',
  suggested: 'Sugerencias',
  quoted: 'Citas',

  researchFailed: 'La búsqueda de información para esta reunión ha fallado.',
  quotaExceeded: 'Ha agotado las búsquedas de este mes.',
  dailyCapReached: 'Ha alcanzado el límite de búsquedas en 24 horas.',
  noTime: 'No ha habido tiempo de buscar información para esta reunión.',
  olderResults: 'Los resultados siguientes son de una búsqueda anterior y pueden estar desactualizados.',
  calendarOnly: 'La información siguiente procede únicamente de su calendario.',

  firstContact: 'No hay reuniones anteriores con estas personas en Foreword.',
  lastMet: 'Última reunión, el {date}: {title}.',
  lastMetWith: 'Última reunión, el {date}: {title}, con {guests}.',
  metOften:
    '{count, plural, one {# reunión anterior con alguno de estos invitados.} other {# reuniones anteriores con alguno de estos invitados.}}',
  youNoted: 'Su nota: «{outcome}»',

  andMoreGuests: '{count, plural, one {Y # invitado externo más.} other {Y # invitados externos más.}}',
  hiddenGuests: 'Su calendario no muestra a todos los invitados.',
  yourSide: 'También invitados: {names}.',
  andMore: '{count, number} más',
  guestsNotResearched: 'No se ha buscado información sobre los invitados ni sobre sus empresas.',
  accepted: 'Ha aceptado',
  declined: 'Ha rechazado',
  maybe: 'Quizás',
  notAnswered: 'No ha respondido',
  objected: 'Sin búsqueda de información, a raíz de una solicitud',
  confirmed: 'Identidad confirmada',
  likely: 'Probablemente esta persona',
  unknown: 'Identidad sin confirmar',
  externalGuests: '{count, plural, one {# invitado externo} other {# invitados externos}}',
  externalGuestsAlone:
    '{count, plural, one {# invitado externo} other {# invitados externos}}, sin búsqueda de información',
  more: 'Ver más en Foreword',

  wasUseful: '¿Le ha sido útil?',
  useful: '¿Útil?',
  yes: 'Sí',
  no: 'No',
  wrongPerson: '¿Persona equivocada?',
  noMoreAbout: 'No recibir más correos sobre',
  thisSeries: 'esta serie de reuniones',
  thisMeeting: 'esta reunión',

  testSubject: 'Prueba: {subject}',
  testNotice: 'Esta es la prueba que ha pedido, con una de sus reuniones. El briefing real le llegará por separado.',
  exampleNotice:
    'Esta es la prueba que ha pedido. Todavía no se ha buscado información sobre ninguna de sus reuniones, así que todas las personas que aparecen son ficticias.',

  movedTo: 'Nuevo horario ({time}): {title}',
  otherGuests: 'Cambio de invitados: {title}',
  dayAndTime: '{day}, {time}',
  timeAndDay: '{time}, {day}',
  was: 'Antes:',
  now: 'Ahora:',
  asPlanned: 'Según lo previsto:',
  wasAndNow: 'Antes: {before}. Ahora: {now}.',
  alsoComing: 'Nuevos invitados',
  noLongerComing: 'Invitados que ya no figuran en la lista',
  alsoComingNames: 'Nuevos invitados: {names}.',
  noLongerComingNames: 'Invitados que ya no figuran en la lista: {names}.',
  stillHolds: 'Su briefing sigue siendo válido; no se le enviará otra vez.',
  restStillHolds: 'El resto de su briefing sigue siendo válido; no se le enviará otra vez.',
  sentBy: 'Enviado por Foreword.',

  digestSubject: '{count, plural, one {# reunión} other {# reuniones}} por preparar para el {day}',
  digestLead: '{count, plural, one {# reunión} other {# reuniones}} con invitados externos.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'El día entero no cabe en un correo: hay {count, plural, one {# reunión} other {# reuniones}} más en Foreword',
  wholeBriefing: 'Briefing completo y fuentes',
  otherMeetings: 'Otras reuniones',
  briefingSent: '{time} {title}: el briefing ya se ha enviado.',
  briefingFollows: '{time} {title}: el briefing llegará más tarde.',
  digestFooter: 'Su resumen diario de Foreword.',

  greeting: 'Hola, {name}:',
  greetingNobody: 'Hola:',
  accountFooter: 'Foreword. {why} Preguntas: {supportEmail}',
  whyOwner: 'Recibe este correo porque esta dirección está asociada a una cuenta de Foreword.',
  verifySubject: 'Confirme su dirección de correo',
  verifyAsk: 'Confirme esta dirección para terminar de crear su cuenta de Foreword.',
  linkOnceADay:
    'El enlace caduca a las 24 horas y solo funciona una vez. Si no se ha registrado, ignore este correo: sin la confirmación no ocurrirá nada.',
  verifyAction: 'Confirmar esta dirección',
  whySignUp: 'Recibe este correo porque alguien se ha registrado con esta dirección.',
  existingSubject: 'Ya tiene una cuenta',
  existingTold:
    'Alguien ha intentado usar esta dirección para otra cuenta de Foreword, pero ya está asociada a una. No se ha cambiado nada.',
  existingIfYou: 'Si ha sido usted, inicie sesión. Si ha olvidado la contraseña, restablézcala en {url}.',
  existingIfNot: 'Si no ha sido usted, no tiene que hacer nada.',
  signIn: 'Iniciar sesión',
  resetSubject: 'Restablezca su contraseña',
  resetAsk: 'Elija una contraseña nueva para su cuenta de Foreword.',
  resetLink:
    'El enlace caduca al cabo de una hora y solo funciona una vez. Al establecer una contraseña nueva se cierran todas sus sesiones.',
  resetIfNot: 'Si no la ha pedido, ignore este correo: su contraseña no cambiará.',
  resetAction: 'Elegir contraseña nueva',
  whyReset: 'Recibe este correo porque se ha pedido una contraseña nueva para esta dirección.',
  changeSubject: 'Confirme su nueva dirección de correo',
  changeAsk: 'Confirme esta dirección para usarla a partir de ahora en su cuenta de Foreword.',
  changeLink:
    'El enlace caduca a las 24 horas y solo funciona una vez. Si no lo ha pedido, ignore este correo: sin la confirmación no ocurrirá nada.',
  changeAction: 'Usar esta dirección',
  whyChange: 'Recibe este correo porque alguien ha introducido esta dirección en un perfil de Foreword.',
  requestedSubject: 'Solicitud de cambio de correo',
  requestedTold:
    'Desde su cuenta de Foreword se ha pedido cambiar la dirección de correo. Si ha sido usted, confirme el cambio en el correo enviado a la nueva dirección.',
  requestedIfNot:
    'Si no ha sido usted, cancele el cambio: se cerrará la sesión en todos los dispositivos. Después, restablezca su contraseña. El enlace caduca a las 24 horas.',
  requestedAction: 'Cancelar el cambio',
  movedSubject: 'Su dirección de correo ha cambiado',
  movedTold:
    'Su cuenta de Foreword usa otra dirección de correo a partir de ahora. Con esta ya no puede iniciar sesión, y los briefings se envían a la nueva.',
  movedIfNot:
    'Si no ha sido usted, escriba de inmediato a {supportEmail}. Si en las últimas 24 horas ya le hemos escrito sobre este cambio, también puede deshacerlo con el enlace de ese correo.',
  movedAction: 'Ir a su perfil',
  whyMoved: 'Recibe este correo porque esta dirección estaba asociada a una cuenta de Foreword.',
  passwordSubject: 'Su contraseña ha cambiado',
  passwordTold:
    'Se ha establecido una contraseña nueva para su cuenta de Foreword. Se ha cerrado la sesión en todos los navegadores y dispositivos; ahora solo se puede entrar con la contraseña nueva.',
  passwordIfNot:
    'Si no ha sido usted, otra persona puede leer su correo: proteja primero su buzón, establezca después otra contraseña en {url} y escriba a {supportEmail}.',
  deviceSubject: 'Nuevo inicio de sesión en su cuenta',
  deviceTold:
    'Se ha producido un nuevo inicio de sesión en su cuenta de Foreword: {device}. No hemos reconocido este navegador; también puede ocurrir si ha borrado las cookies o ha cerrado todas sus sesiones.',
  deviceOn: '{program} en {system}',
  unknownDevice: 'navegador desconocido',
  deviceIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, establezca una contraseña nueva en {url}: se cerrará la sesión en todos los dispositivos.',
  deviceAction: 'Ver sus sesiones',
  factorAddedSubject: 'Segundo factor añadido',
  factorAddedApp: 'Se ha añadido una aplicación de autenticación a su cuenta de Foreword como segundo factor.',
  factorAddedPasskey: 'Se ha añadido una llave de acceso a su cuenta de Foreword como segundo factor.',
  factorRemovedSubject: 'Segundo factor eliminado',
  factorRemovedApp:
    'Se ha eliminado una aplicación de autenticación de su cuenta de Foreword. Ya no es un segundo factor.',
  factorRemovedPasskey: 'Se ha eliminado una llave de acceso de su cuenta de Foreword. Ya no es un segundo factor.',
  codeUsedSubject: 'Código de recuperación usado',
  codeUsedTold:
    'Se ha usado uno de los códigos de recuperación de su cuenta de Foreword. {count, plural, =0 {No queda ninguno: genere otros en la configuración.} one {Queda uno.} other {Quedan #.}}',
  codesRenewedSubject: 'Nuevos códigos de recuperación',
  codesRenewedTold:
    'Se han generado nuevos códigos de recuperación para su cuenta de Foreword. Los anteriores ya no funcionan.',
  factorRefusedSubject: 'Segundo factor incorrecto',
  factorRefusedTold:
    'En las últimas 24 horas se ha introducido varias veces un segundo factor incorrecto para su cuenta de Foreword. Quien lo hizo ya había superado el primer paso del inicio de sesión y quizá conozca su contraseña.',
  factorsResetSubject: 'Segundos factores eliminados',
  factorsResetTold:
    'A raíz de una solicitud, hemos eliminado los segundos factores de su cuenta de Foreword. Se han cerrado todas sus sesiones; inicie sesión y configure de nuevo un segundo factor.',
  factorIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, establezca una contraseña nueva en {url}, con lo que se cerrará la sesión en todos los dispositivos, y escríbanos.',
  factorAction: 'Ver su cuenta',
  toolsAction: 'Abrir la configuración',
  tokenSubject: 'Nuevo token de acceso',
  tokenTold:
    'Se ha creado un token de acceso para su cuenta de Foreword: «{name}». Quien lo tenga puede acceder a sus reuniones y briefings a través de nuestra API hasta que caduque o usted lo revoque.',
  tokenIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, establezca una contraseña nueva en {url}. Así se cierran todas las sesiones y dejan de funcionar todos los tokens de acceso.',
  webhookAddedSubject: 'Nuevo webhook',
  webhookAddedTold:
    'Se ha añadido un webhook a su cuenta de Foreword. A partir de ahora se avisará a {host} cuando cambien sus briefings y reuniones; no se envía su contenido.',
  webhookIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, elimínelo en la configuración y establezca una contraseña nueva en {url}.',
  webhookStoppedSubject: 'Su webhook ha dejado de funcionar',
  webhookStoppedTold: 'Su webhook en {host} no acepta nuestros eventos, así que hemos dejado de enviarlos.',
  webhookStoppedNext:
    'En la configuración puede ver qué respondió. Cuando vuelva a funcionar, envíe una prueba: si llega, se reanudarán los envíos. Lo que haya ocurrido entretanto no se enviará después.',
  channelSetSubject: '{channel} conectado',
  channelSetTold:
    'Se ha conectado {channel} a su cuenta de Foreword. Todos los miembros de ese canal pueden leer los briefings que se envíen allí.',
  channelIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, elimine la conexión en la configuración y establezca una contraseña nueva en {url}.',
  channelStoppedSubject: 'Sus briefings ya no llegan a {channel}',
  channelStoppedTold:
    '{channel} ya no acepta nuestros mensajes, así que hemos dejado de enviarlos allí. Sus briefings llegarán por correo, a menos que los reciba en otro canal.',
  channelStoppedNext: 'Si quiere recibirlos allí otra vez, vuelva a configurar {channel}.',
  joinedSubject: 'Ahora inicia sesión con Google',
  joinedTold:
    'Ha iniciado sesión en Foreword con Google y, a partir de ahora, esa es su forma de entrar. Su contraseña ya no funciona y se ha cerrado la sesión en los demás dispositivos.',
  joinedPassword:
    'Para volver a usar una contraseña, establezca una nueva en {url}. Así se desactiva el inicio de sesión con Google. Si vuelve a iniciar sesión con Google, la contraseña dejará de funcionar.',
  joinedIfNot: 'Si no ha sido usted, restablezca de inmediato su contraseña y escriba a {supportEmail}.',
  joinedAction: 'Ir a Foreword',
  lockedSubject: 'Su cuenta está bloqueada',
  lockedTold:
    'Nadie puede iniciar sesión en su cuenta de Foreword, porque es posible que otra persona haya tenido acceso a ella. Sus datos se conservan; los briefings están en pausa.',
  lockedAsk: 'Para desbloquearla, escriba a {supportEmail}. Le pediremos que demuestre que la cuenta es suya.',
  lockedAction: 'Contactar con nosotros',
  deletedSubject: 'Su cuenta se ha eliminado',
  deletedTold:
    'Su cuenta de Foreword se ha eliminado, como pidió: sus calendarios están desconectados, y las reuniones, los resultados de las búsquedas y los briefings se han borrado.',
  deletedIfNot: 'Si no ha sido usted, escriba a {supportEmail}. Lo eliminado no se puede recuperar.',
  deletedForgotten:
    'También borraremos esta dirección en cuanto se haya enviado este correo. Para que restaurar una copia de seguridad no anule la eliminación, se conserva una copia cifrada de la dirección durante un máximo de {days, number} días. Puede registrarse de nuevo cuando quiera.',
  whyDeleted: 'Recibe este correo porque se ha eliminado la cuenta asociada a esta dirección.',
  reconnectSubject: 'Vuelva a conectar su calendario de {provider}',
  reconnectTold:
    'Foreword ya no tiene permiso para leer su calendario de {provider}, así que no se detectan las reuniones nuevas ni los cambios.',
  reconnectWhy:
    'Ocurre cuando se retira o caduca el permiso, cuando cambia la contraseña o cuando su administrador bloquea Foreword; en este último caso, pídale primero que lo permita. No se ha borrado nada: vuelva a conectar el calendario y todo seguirá funcionando.',
  reconnectAction: 'Volver a conectar',
  whyReconnect: 'Recibe este correo porque su calendario estaba conectado a Foreword.',
  whySubscription: 'Recibe este correo porque tiene una suscripción a Foreword.',
  billingAction: 'Ver su suscripción',
  trialSubject: 'Su periodo de prueba termina el {date}',
  trialReminder: 'Recordatorio: su periodo de prueba termina el {date}',
  trialTold:
    'Su periodo de prueba gratuito de Foreword termina el {date}. Después empieza el plan de pago y se hará un cargo de {amount} en su tarjeta.',
  trialCancel:
    'Si no lo desea, cancele antes en la configuración: un periodo de prueba cancelado termina en el acto y no cuesta nada.',
  paymentSubject: 'No se ha podido cobrar su pago',
  paymentTold: 'Su pago de {amount} por Foreword no se ha podido completar.',
  paymentNotAgain:
    'No se volverá a intentar automáticamente. Para conservar su suscripción, elija «Update payment method» o «Billing portal» en la configuración y pague con otra tarjeta.',
  paymentAgain:
    'Se volverá a intentar el {date}. Para mayor seguridad, elija «Update payment method» en la configuración y añada otra tarjeta.',
  receiptSubject: 'Su recibo',
  receiptTold: 'Gracias. Hemos recibido su pago de {amount} por Foreword el {date}.',
  receiptInvoice: 'La factura está en la configuración, en «Billing portal».',
  trialOverSubject: 'Su periodo de prueba ha terminado',
  trialOverTold: 'Su periodo de prueba de Foreword ha terminado. No se ha cobrado nada.',
  subscriptionOverSubject: 'Su suscripción ha terminado',
  subscriptionOverTold: 'Su suscripción a Foreword ha terminado. No se cobrará nada más.',
  overStays: 'Su cuenta y sus calendarios siguen como están. Puede suscribirse de nuevo cuando quiera.',
  cancelledSubject: 'Su suscripción está cancelada',
  cancelledTold:
    'Su suscripción a Foreword está cancelada. Conserva el acceso hasta el {date} y no se cobrará nada más.',
  cancelledBack: 'Si cambia de opinión antes de esa fecha, reactívela en la configuración.',

  nobodyInvited: 'No hay nadie invitado, así que no había nada que buscar.',
  guestsObjected:
    '{count, plural, one {Su invitado, o la empresa de este, ha pedido no ser objeto de búsquedas.} other {Sus invitados, o las empresas de estos, han pedido no ser objeto de búsquedas.}}',
  companyObjected:
    '{company} ha pedido que no se busque información sobre la empresa, así que aquí no se dice nada de ella ni de su personal.',
  leftWithObjector: 'Lo que había aquí trataba de alguien que ha pedido que no se busque información sobre su persona.',
  guestsNotFound:
    '{guests, plural, one {No se ha encontrado información pública sobre el invitado.} other {No se ha encontrado información pública sobre los invitados.}}',
  nothingFound:
    'No se ha encontrado información pública sobre {guests, plural, one {el invitado} other {los invitados}} ni sobre {companies, plural, one {su empresa} other {sus empresas}}.',
  companyNotFound: 'No se ha encontrado información pública fiable sobre {company}.',
  guestNotFound: 'No se ha encontrado nada que se refiera con certeza a {guest}.',
  whichGuest:
    '¿Quién es {guest}? Se han encontrado varias personas con ese nombre, pero ninguna es con certeza su invitado. Abra la reunión para elegir.',
  guestsLeftOut:
    '{count, plural, one {No se ha buscado información sobre # invitado más.} other {No se ha buscado información sobre # invitados más.}}',
  searchIncomplete:
    'Esta vez la búsqueda web ha quedado incompleta, así que puede haber más información de la que recoge este briefing.',
  nothingReliable: 'No se ha encontrado nada fiable.',
  searchUnanswered: 'La búsqueda web ha quedado incompleta.',
  draftDropped:
    '{dropped, plural, one {Se ha omitido # de las {proposed, number} frases redactadas porque no se ha podido verificar.} other {Se han omitido # de las {proposed, number} frases redactadas porque no se han podido verificar.}}',
  notCheckedTwice:
    'No se ha podido contrastar el borrador con sus fuentes, así que solo se muestran citas de los sitios web de las propias empresas.',
  notWritten:
    'Esta vez no se ha podido redactar el briefing, así que solo se muestran citas de los sitios web de las propias empresas.',
  companyNotDescribed: 'No se ha encontrado ninguna descripción de {company}.',
  companyWithoutNews: 'No se han encontrado noticias sobre {company}.',
  companyUnknown: 'No se ha encontrado nada sobre {company}.',
  guestWithoutRole: 'No se ha encontrado el cargo de {guest}.',
  guestRoleOnly: 'De {guest} solo se ha encontrado el cargo.',
  guestUncertain: 'No se ha encontrado nada seguro sobre {guest}.',
  guestProbable: '{guest} es probablemente la persona descrita, pero no es seguro.',
  noTalkingPoints: 'No hay temas de conversación.',
  fewSources:
    '{count, plural, =0 {El briefing no se basa en ninguna fuente.} one {El briefing se basa en una fuente.} other {El briefing se basa en # fuentes.}}',
  oneSite: 'Todas las fuentes proceden del mismo sitio web.',
  someUndated: 'Algunas fuentes no indican cuándo se publicaron.',
  allUndated: 'Ninguna fuente indica cuándo se publicó.',
  someOld: 'Algunas fuentes tienen más de un año.',

  exampleTitle: 'Ejemplo: primera llamada',
  exampleLocation: 'En línea',
  exampleTake:
    'Ana Reyes quiere saber si ustedes pueden encargarse de las entregas en el norte. [3] Example Freight abrió el mes pasado su segundo almacén, en Leeds, y el contrato con su transportista actual termina en primavera. [1]',
  exampleRisk:
    'Dejó a su último transportista por incumplir las franjas de entrega: tenga a mano sus cifras de puntualidad. [2]',
  exampleNewsPage: 'Example Freight abre un almacén en Leeds',
  exampleInterviewPage: 'Ana Reyes habla de los transportistas: entrevista',
  exampleAboutPage: 'Example Freight: quiénes somos',
  exampleRole: 'Directora de Operaciones desde 2024 [3]',
  exampleMove: 'Dirigió el traslado al nuevo almacén, que duró nueve semanas. [1]',
  exampleQuote:
    'Dijo en una entrevista que elige a los transportistas por las franjas de entrega cumplidas, no por el precio. [2]',
  exampleCompany: 'Transitario para fabricantes de muebles, 140 personas, empresa familiar. [3]',
  exampleNews: 'Incorporó en otoño a cuatro fabricantes de muebles de Escocia. [1]',
  exampleDelivery: 'Ahora entrega a sus clientes en dos días. [3]',
  examplePointRoutes:
    'Leeds reduce más o menos a la mitad la distancia a los clientes de Escocia: muestre sus rutas desde allí. [1]',
  examplePointFigures:
    'Valora a los transportistas por las franjas cumplidas: empiece por sus cifras, no por los precios. [2]',
  exampleQuestionTrouble: '¿Qué entregas desde Leeds les dan más problemas hoy?',
  exampleQuestionDecision: '¿Cuándo tienen que decidir sobre el contrato que termina en primavera?',
  exampleNotFound: 'El nombre del transportista actual.',
};
