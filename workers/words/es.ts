import type { Messages } from './en.ts';

export const es: Messages = {
  sentences: '{first} {second}',
  span: 'De {start} a {end}, {day} ({zone})',
  spanOverMidnight: '{day}, {start}, a {lastDay}, {end} ({zone})',
  hours: 'De {start} a {end} ({zone})',

  join: 'Unirse',
  joinOn: 'Unirse en {host}',
  open: 'Abrir',
  openInForeword: 'Abrir en Foreword',
  documents: 'Documentos',
  onHost: '{title} (en {host})',
  whatDoYouWant: '¿Qué quiere conseguir?',
  changeOrStop: 'Cambiar o dejar de recibir estos correos',
  unsubscribe: 'Darse de baja',

  answeredMaybe: 'Ha respondido «quizás».',
  notAnsweredYet: 'Aún no ha respondido.',
  researchedOn: 'Investigado el {date} a las {time} {zone}.',
  notResearched: 'Sin investigar.',

  quickTake: 'Lo esencial',
  sinceLastTime: 'Desde la última vez',
  newSince: 'Novedades desde el {date}',
  whoYouMeet: 'Con quién se reúne',
  talkingPoints: 'Temas de conversación',
  questionsToAsk: 'Preguntas para la reunión',
  watchOut: 'A tener en cuenta',
  couldNotBeFound: 'Lo que no se ha encontrado',
  confidence: 'Fiabilidad: {percent}',
  sources: 'Fuentes',
  wrongFactHere: 'Aquí encontró un dato erróneo:',
  inferred: 'Deducido',
  suggested: 'Sugerencias',
  quoted: 'Citas',

  researchFailed: 'La investigación para esta reunión ha fallado.',
  quotaExceeded: 'Ha agotado las investigaciones de este mes.',
  dailyCapReached: 'Ha alcanzado el límite diario de investigaciones.',
  noTime: 'No hubo tiempo suficiente para investigar esta reunión.',
  olderResults: 'A continuación figuran los resultados de una investigación anterior; pueden estar desactualizados.',
  calendarOnly: 'A continuación figura solo lo que consta en su calendario.',

  firstContact: 'No hay reuniones anteriores con estas personas en su calendario.',
  lastMet: 'Última reunión, el {date}: {title}.',
  lastMetWith: 'Última reunión, el {date}: {title}, con {guests}.',
  metOften: '{count, plural, one {Se han reunido # vez.} other {Se han reunido # veces.}}',
  youNoted: 'Su nota: «{outcome}»',

  andMoreGuests: '{count, plural, one {Y # invitado externo más.} other {Y # invitados externos más.}}',
  hiddenGuests: 'Su calendario no muestra a todos los invitados.',
  yourSide: 'Por su parte: {names}.',
  andMore: '{names} y {count, number} más',
  guestsNotResearched: 'No se ha investigado a los invitados ni a sus empresas.',
  accepted: 'Ha aceptado',
  declined: 'Ha rechazado',
  maybe: 'Quizás',
  notAnswered: 'Sin respuesta',
  objected: 'Ha pedido que no se le investigue',
  confirmed: 'Identidad confirmada',
  likely: 'Probablemente esta persona',
  unknown: 'Identidad sin confirmar',
  externalGuests: '{count, plural, one {# invitado externo} other {# invitados externos}}',
  externalGuestsAlone: '{count, plural, one {# invitado externo} other {# invitados externos}}; falta la investigación',
  more: 'Hay más en Foreword',

  wasUseful: '¿Le ha sido útil?',
  useful: '¿Útil?',
  yes: 'Sí',
  no: 'No',
  wrongPerson: '¿Persona equivocada?',
  noMoreAbout: 'No recibir más correos sobre',
  thisSeries: 'esta serie',
  thisMeeting: 'esta reunión',

  testSubject: 'Prueba: {subject}',
  testNotice: 'Esta es la prueba que ha pedido, con una de sus reuniones. El briefing real le llegará por separado.',
  exampleNotice:
    'Esta es la prueba que ha pedido. Todavía no se ha investigado ninguna de sus reuniones, así que todas las personas que aparecen son ficticias.',

  movedTo: 'Nueva hora, {time}: {title}',
  otherGuests: 'Cambio de invitados: {title}',
  dayAndTime: '{day}, {time}',
  timeAndDay: '{time}, {day}',
  was: 'Antes:',
  now: 'Ahora:',
  asPlanned: 'Según lo previsto:',
  wasAndNow: 'Antes: {before}. Ahora: {now}.',
  alsoComing: 'También asisten',
  noLongerComing: 'Ya no asisten',
  alsoComingNames: 'También asisten: {names}.',
  noLongerComingNames: 'Ya no asisten: {names}.',
  stillHolds: 'El briefing que recibió sigue siendo válido; no se le enviará otra vez.',
  restStillHolds: 'El resto del briefing que recibió sigue siendo válido; no se le enviará otra vez.',
  sentBy: 'Enviado por Foreword.',

  digestSubject: '{day}: {count, plural, one {# reunión} other {# reuniones}} por preparar',
  digestLead: '{count, plural, one {# reunión} other {# reuniones}} con invitados externos.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'El día entero no cabe en un correo: hay {count, plural, one {# reunión} other {# reuniones}} más en Foreword',
  wholeBriefing: 'Briefing completo y fuentes',
  alsoToday: 'Además, hoy',
  briefingSent: '{time} {title}: el briefing ya se ha enviado.',
  briefingFollows: '{time} {title}: el briefing llegará más tarde.',
  digestFooter: 'Su resumen diario de Foreword.',

  greeting: 'Hola, {name}:',
  greetingNobody: 'Hola:',
  accountFooter: 'Foreword. {why} Preguntas: {supportEmail}',
  whyOwner: 'Recibe este correo porque esta es la dirección de una cuenta de Foreword.',
  verifySubject: 'Confirme su dirección de correo',
  verifyAsk: 'Confirme esta dirección para terminar de crear su cuenta de Foreword.',
  linkOnceADay:
    'El enlace sirve una sola vez, durante 24 horas. Si no se ha registrado, ignore este correo: sin la confirmación no ocurre nada.',
  verifyAction: 'Confirmar esta dirección',
  whySignUp: 'Recibe este correo porque alguien se ha registrado con esta dirección.',
  existingSubject: 'Ya tiene una cuenta',
  existingTold:
    'Alguien ha intentado registrarse en Foreword con esta dirección, que ya tiene una cuenta. No se ha cambiado nada.',
  existingIfYou: 'Si ha sido usted, inicie sesión. Si ha olvidado la contraseña, restablézcala en {url}.',
  existingIfNot: 'Si no ha sido usted, no tiene que hacer nada.',
  signIn: 'Iniciar sesión',
  resetSubject: 'Restablezca su contraseña',
  resetAsk: 'Elija una contraseña nueva para su cuenta de Foreword.',
  resetLink: 'El enlace sirve una sola vez, durante una hora. La contraseña nueva cierra su sesión en todas partes.',
  resetIfNot: 'Si no lo ha pedido, ignore este correo: su contraseña sigue como está.',
  resetAction: 'Elegir contraseña nueva',
  whyReset: 'Recibe este correo porque se ha pedido una contraseña nueva para esta dirección.',
  changeSubject: 'Confirme su nueva dirección de correo',
  changeAsk: 'Confirme esta dirección para usarla a partir de ahora en su cuenta de Foreword.',
  changeLink:
    'El enlace sirve una sola vez, durante 24 horas. Si no lo ha pedido, ignore este correo: sin la confirmación no ocurre nada.',
  changeAction: 'Usar esta dirección',
  whyChange: 'Recibe este correo porque alguien ha escrito esta dirección en un perfil de Foreword.',
  requestedSubject: 'Su dirección de correo va a cambiar',
  requestedTold:
    'Desde su cuenta de Foreword se ha pedido usar otra dirección de correo. Si ha sido usted, confírmela en el correo enviado a la nueva dirección.',
  requestedIfNot:
    'Si no ha sido usted, detenga el cambio: se cerrará la sesión en todos los dispositivos. Después, restablezca su contraseña. El enlace sirve durante 24 horas.',
  requestedAction: 'Detener el cambio',
  movedSubject: 'Su dirección de correo ha cambiado',
  movedTold:
    'Su cuenta de Foreword usa otra dirección de correo a partir de ahora. Con esta ya no puede iniciar sesión, y los briefings llegan a la nueva.',
  movedIfNot: 'Si no ha sido usted, escriba enseguida a {supportEmail}.',
  movedAction: 'Ir a su perfil',
  whyMoved: 'Recibe este correo porque esta era la dirección de una cuenta de Foreword.',
  passwordSubject: 'Su contraseña ha cambiado',
  passwordTold:
    'Se ha establecido una contraseña nueva para su cuenta de Foreword. Se ha cerrado la sesión en todos los navegadores y dispositivos; ahora solo la contraseña nueva abre la cuenta.',
  passwordIfNot:
    'Si no ha sido usted, otra persona puede leer su correo: proteja primero su buzón, establezca después otra contraseña en {url} y escriba a {supportEmail}.',
  deviceSubject: 'Nuevo inicio de sesión en su cuenta',
  deviceTold: 'Alguien ha iniciado sesión en su cuenta de Foreword con {device}, que no se había usado antes.',
  deviceIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, establezca una contraseña nueva en {url}: se cerrará la sesión en todos los dispositivos.',
  deviceAction: 'Ver sus sesiones',
  factorAddedSubject: 'Segundo factor añadido',
  factorAddedApp: 'Se ha añadido una aplicación de autenticación a su cuenta de Foreword como segundo factor.',
  factorAddedPasskey: 'Se ha añadido una llave de acceso a su cuenta de Foreword como segundo factor.',
  factorRemovedSubject: 'Segundo factor eliminado',
  factorRemovedApp:
    'Se ha quitado una aplicación de autenticación de su cuenta de Foreword. Ya no es un segundo factor.',
  factorRemovedPasskey: 'Se ha quitado una llave de acceso de su cuenta de Foreword. Ya no es un segundo factor.',
  codeUsedSubject: 'Código de recuperación usado',
  codeUsedTold:
    'Se ha usado uno de los códigos de recuperación de su cuenta de Foreword. {count, plural, =0 {No queda ninguno: cree otros en los ajustes.} one {Queda uno.} other {Quedan #.}}',
  codesRenewedSubject: 'Nuevos códigos de recuperación',
  codesRenewedTold:
    'Se han creado nuevos códigos de recuperación para su cuenta de Foreword. Los anteriores ya no sirven.',
  factorsResetSubject: 'Segundos factores eliminados',
  factorsResetTold:
    'Nos han pedido quitar los segundos factores de su cuenta de Foreword y lo hemos hecho. Se ha cerrado su sesión en todas partes; inicie sesión y configure uno de nuevo.',
  factorIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, establezca una contraseña nueva en {url}, que cierra la sesión en todos los dispositivos, y escríbanos.',
  factorAction: 'Ver su cuenta',
  toolsAction: 'Abrir la configuración',
  tokenSubject: 'Nuevo token de acceso',
  tokenTold:
    'Se ha creado un token de acceso para su cuenta de Foreword: «{name}». Quien lo tenga puede usar sus reuniones y briefings a través de nuestra API hasta que usted lo revoque.',
  tokenIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, establezca una contraseña nueva en {url}. Así se cierran todas las sesiones y dejan de valer todos los tokens de acceso.',
  webhookAddedSubject: 'Nuevo webhook',
  webhookAddedTold:
    'Se ha añadido un webhook a su cuenta de Foreword. A partir de ahora se avisa a {host} cuando cambian sus briefings y reuniones, sin su contenido.',
  webhookIfNot:
    'Si ha sido usted, no tiene que hacer nada. Si no, elimínelo en la configuración y establezca una contraseña nueva en {url}.',
  webhookStoppedSubject: 'Su webhook ha dejado de funcionar',
  webhookStoppedTold:
    'Su webhook en {host} ha rechazado nuestros eventos durante un día, así que hemos dejado de enviarlos.',
  webhookStoppedNext:
    'En la configuración puede ver lo que respondió. Cuando vuelva a funcionar, envíe una prueba: si llega, volveremos a enviar eventos. Lo que haya ocurrido entretanto no se envía después.',
  joinedSubject: 'Ahora inicia sesión con Google',
  joinedTold:
    'Ha iniciado sesión en Foreword con Google, que a partir de ahora abre su cuenta. Su contraseña ya no sirve y se ha cerrado la sesión en los demás dispositivos.',
  joinedPassword:
    'Para volver a usar una contraseña, establezca una nueva en {url}. El inicio de sesión con Google queda desactivado hasta que lo use de nuevo.',
  joinedIfNot: 'Si no ha sido usted, restablezca enseguida su contraseña y escriba a {supportEmail}.',
  joinedAction: 'Ir a Foreword',
  deletedSubject: 'Su cuenta se ha eliminado',
  deletedTold:
    'Su cuenta de Foreword se ha eliminado, como pidió: sus calendarios están desconectados, y las reuniones, las investigaciones y los briefings se han borrado.',
  deletedIfNot: 'Si no ha sido usted, escriba a {supportEmail}. Lo eliminado no se puede recuperar.',
  deletedForgotten: 'Olvidamos esta dirección en cuanto sale este correo. Puede registrarse de nuevo cuando quiera.',
  whyDeleted: 'Recibe este correo porque se ha eliminado la cuenta de esta dirección.',
  reconnectSubject: 'Vuelva a conectar su calendario de {provider}',
  reconnectTold:
    '{provider} ya no permite que Foreword lea su calendario, así que no se ven las reuniones nuevas ni los cambios.',
  reconnectWhy:
    'Ocurre cuando se retira o caduca el permiso, o cuando cambia la contraseña. No se ha borrado nada: conecte el calendario de nuevo y todo continúa.',
  reconnectAction: 'Conectar en los ajustes',
  whyReconnect: 'Recibe este correo porque su calendario estaba conectado a Foreword.',
  whySubscription: 'Recibe este correo porque tiene una suscripción a Foreword.',
  billingAction: 'Suscripción en los ajustes',
  trialSubject: 'Su prueba termina el {date}',
  trialReminder: 'Recordatorio: su prueba termina el {date}',
  trialTold:
    'Su prueba gratuita de Foreword termina el {date}. Después pasa a ser un plan de pago y se cargan {amount} en su tarjeta.',
  trialCancel:
    'Si no lo desea, cancele antes en los ajustes: una prueba cancelada termina en el acto y no cuesta nada.',
  paymentSubject: 'Su pago ha fallado',
  paymentTold: 'Su tarjeta ha rechazado el pago de {amount} de Foreword.',
  paymentNotAgain:
    'No se volverá a intentar automáticamente. Para conservar su suscripción, pague con otra tarjeta en los ajustes, en «Update payment method».',
  paymentAgain:
    'Se volverá a intentar el {date}. Para mayor seguridad, añada otra tarjeta en los ajustes, en «Update payment method».',
  receiptSubject: 'Su recibo',
  receiptTold: 'Gracias. Su pago de {amount} por Foreword llegó el {date}.',
  receiptInvoice: 'La factura está en los ajustes, en «Billing portal».',
  trialOverSubject: 'Su prueba ha terminado',
  trialOverTold: 'Su prueba de Foreword ha terminado. No se ha cobrado nada.',
  subscriptionOverSubject: 'Su suscripción ha terminado',
  subscriptionOverTold: 'Su suscripción a Foreword ha terminado. No se cobrará nada más.',
  overStays: 'Su cuenta y sus calendarios siguen como están. Puede suscribirse de nuevo cuando quiera.',
  trialCancelledSubject: 'Su prueba está cancelada',
  trialCancelledTold:
    'Su prueba de Foreword está cancelada. Conserva el acceso hasta el {date} y no se cobrará nada más.',
  cancelledSubject: 'Su suscripción está cancelada',
  cancelledTold:
    'Su suscripción a Foreword está cancelada. Conserva el acceso hasta el {date} y no se cobrará nada más.',
  cancelledBack: 'Si cambia de opinión antes, reactívela en los ajustes.',
};
