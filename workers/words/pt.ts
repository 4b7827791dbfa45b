import type { Messages } from './en.ts';

/** Brazilian Portuguese. */
export const pt: Messages = {
  tag: 'pt-BR',
  voice: 'Brazilian Portuguese, addressing the reader as "você"',
  addressee: 'first',

  sentences: '{first} {second}',
  label: '{label}:',
  labelled: '{label}: {value}',
  noted: '{text} ({note})',
  place: '{place}.',
  quotedText: '“{text}”',
  role: ', {role}',
  span: '{start} às {end}, {day} ({zone})',
  spanOverMidnight: '{start} de {day} às {end} de {lastDay} ({zone})',
  hours: '{start} às {end} ({zone})',
  firstOfMonth: '1º',

  join: 'Participar',
  joinOn: 'Participar em {host}',
  open: 'Abrir',
  openInForeword: 'Abrir no Foreword',
  documents: 'Documentos',
  onHost: '{title} (em {host})',
  whatDoYouWant: 'O que você espera desta reunião?',
  changeOrStop: 'Gerenciar estes e-mails',
  unsubscribe: 'Cancelar inscrição',

  answeredMaybe: 'Você respondeu “talvez”.',
  notAnsweredYet: 'Você ainda não respondeu.',
  researchedOn: 'Pesquisa feita em {date}, {time} ({zone}).',
  notResearched: 'Nenhuma pesquisa feita.',

  quickTake: 'O essencial',
  sinceLastTime: 'Desde a última vez',
  newSince: 'Novidades desde {date}',
  whoYouMeet: 'Com quem você vai se reunir',
  talkingPoints: 'Assuntos para abordar',
  questionsToAsk: 'Perguntas para fazer',
  watchOut: 'Pontos de atenção',
  couldNotBeFound: 'Informações não encontradas',
  confidence: 'Confiabilidade: {percent}',
  sources: 'Fontes',
  wrongFactHere: 'Você apontou um erro aqui:',
  inferred: 'Deduções',
  suggested: 'Sugestões',
  quoted: 'Citações',

  researchFailed: 'A pesquisa sobre esta reunião falhou.',
  quotaExceeded: 'Suas pesquisas deste mês acabaram.',
  dailyCapReached: 'Você atingiu o limite de pesquisas em 24 horas.',
  noTime: 'Não houve tempo suficiente para a pesquisa sobre esta reunião.',
  olderResults: 'Os resultados abaixo são de uma pesquisa anterior e podem estar desatualizados.',
  calendarOnly: 'As informações abaixo vêm apenas da sua agenda.',

  firstContact: 'Não há reuniões anteriores com estas pessoas no Foreword.',
  lastMet: 'Última reunião em {date}: {title}.',
  lastMetWith: 'Última reunião em {date}: {title}, com {guests}.',
  metOften:
    '{count, plural, one {# reunião anterior com algum destes convidados.} other {# reuniões anteriores com algum destes convidados.}}',
  youNoted: 'Sua anotação: “{outcome}”',

  andMoreGuests: '{count, plural, one {E mais # convidado externo.} other {E mais # convidados externos.}}',
  hiddenGuests: 'Sua agenda não mostra todos os convidados.',
  yourSide: 'Também na lista de convidados: {names}.',
  andMore: 'mais {count, number}',
  guestsNotResearched: 'Nenhuma pesquisa foi feita sobre os convidados e suas empresas.',
  accepted: 'Aceitou',
  declined: 'Recusou',
  maybe: 'Talvez',
  notAnswered: 'Não respondeu',
  objected: 'Sem pesquisa, a pedido',
  confirmed: 'Identidade confirmada',
  likely: 'Provavelmente esta pessoa',
  unknown: 'Identidade não confirmada',
  externalGuests: '{count, plural, one {# convidado externo} other {# convidados externos}}',
  externalGuestsAlone: '{count, plural, one {# convidado externo} other {# convidados externos}}, sem pesquisa',
  more: 'Ver mais no Foreword',

  wasUseful: 'Isso foi útil?',
  useful: 'Útil?',
  yes: 'Sim',
  no: 'Não',
  wrongPerson: 'Pessoa errada?',
  noMoreAbout: 'Não receber mais e-mails sobre',
  thisSeries: 'esta série de reuniões',
  thisMeeting: 'esta reunião',

  testSubject: 'Teste: {subject}',
  testNotice: 'Este é o teste que você pediu, com uma das suas reuniões. O briefing de verdade chegará separadamente.',
  exampleNotice:
    'Este é o teste que você pediu. Ainda não há pesquisa sobre nenhuma das suas reuniões, então todas as pessoas são fictícias.',

  movedTo: 'Novo horário ({time}): {title}',
  otherGuests: 'Mudança nos convidados: {title}',
  dayAndTime: '{day}, {time}',
  timeAndDay: '{time}, {day}',
  was: 'Antes:',
  now: 'Agora:',
  asPlanned: 'Como previsto:',
  wasAndNow: 'Antes: {before}. Agora: {now}.',
  alsoComing: 'Novos convidados',
  noLongerComing: 'Não constam mais na lista',
  alsoComingNames: 'Novos convidados: {names}.',
  noLongerComingNames: 'Não constam mais na lista: {names}.',
  stillHolds: 'Seu briefing continua válido; não vamos enviá-lo de novo.',
  restStillHolds: 'O resto do seu briefing continua válido; não vamos enviá-lo de novo.',
  sentBy: 'Enviado pelo Foreword.',

  digestSubject: '{count, plural, one {# reunião} other {# reuniões}} para preparar: {day}',
  digestLead: '{count, plural, one {# reunião} other {# reuniões}} com convidados externos.',
  digestDay: '{day}: {lead}',
  moreMeetings:
    'O dia inteiro não cabe em um e-mail: há mais {count, plural, one {# reunião} other {# reuniões}} no Foreword',
  wholeBriefing: 'Briefing completo e fontes',
  otherMeetings: 'Outras reuniões',
  briefingSent: '{time} {title}: o briefing já foi enviado.',
  briefingFollows: '{time} {title}: o briefing será enviado mais tarde.',
  digestFooter: 'Seu resumo diário do Foreword.',

  greeting: 'Olá, {name}!',
  greetingNobody: 'Olá!',
  accountFooter: 'Foreword. {why} Dúvidas: {supportEmail}',
  whyOwner: 'Você está recebendo este e-mail porque este endereço está associado a uma conta do Foreword.',
  verifySubject: 'Confirme seu endereço de e-mail',
  verifyAsk: 'Confirme este endereço para concluir a criação da sua conta do Foreword.',
  linkOnceADay:
    'O link é válido por 24 horas e só funciona uma vez. Se não foi você que se cadastrou, ignore este e-mail: sem a confirmação, nada acontece.',
  verifyAction: 'Confirmar este endereço',
  whySignUp: 'Você está recebendo este e-mail porque alguém se cadastrou com este endereço.',
  existingSubject: 'Você já tem uma conta',
  existingTold:
    'Alguém tentou usar este endereço em outra conta do Foreword, mas ele já está associado a uma conta. Nada foi alterado.',
  existingIfYou: 'Se foi você, basta entrar. Se esqueceu a senha, redefina-a em {url}.',
  existingIfNot: 'Se não foi você, não precisa fazer nada.',
  signIn: 'Entrar',
  resetSubject: 'Redefina sua senha',
  resetAsk: 'Escolha uma nova senha para sua conta do Foreword.',
  resetLink:
    'O link é válido por uma hora e só funciona uma vez. Ao definir uma nova senha, todas as sessões são encerradas.',
  resetIfNot: 'Se você não pediu isso, ignore este e-mail: sua senha continua a mesma.',
  resetAction: 'Escolher nova senha',
  whyReset: 'Você está recebendo este e-mail porque foi pedida uma nova senha para este endereço.',
  changeSubject: 'Confirme seu novo endereço de e-mail',
  changeAsk: 'Confirme este endereço para usá-lo a partir de agora na sua conta do Foreword.',
  changeLink:
    'O link é válido por 24 horas e só funciona uma vez. Se você não pediu isso, ignore este e-mail: sem a confirmação, nada acontece.',
  changeAction: 'Usar este endereço',
  whyChange: 'Você está recebendo este e-mail porque alguém informou este endereço em um perfil do Foreword.',
  requestedSubject: 'Pedido de alteração do seu e-mail',
  requestedTold:
    'Foi pedida, pela sua conta do Foreword, a troca do endereço de e-mail. Se foi você, confirme a troca no e-mail enviado ao novo endereço.',
  requestedIfNot:
    'Se não foi você, cancele a alteração: todos os dispositivos serão desconectados. Depois, redefina sua senha. O link é válido por 24 horas.',
  requestedAction: 'Cancelar a alteração',
  movedSubject: 'Seu endereço de e-mail foi alterado',
  movedTold:
    'A partir de agora, sua conta do Foreword usa outro endereço de e-mail. Com este não é mais possível entrar, e os briefings vão para o novo.',
  movedIfNot:
    'Se não foi você, escreva imediatamente para {supportEmail}. Se, nas últimas 24 horas, já tivermos enviado outro e-mail sobre esta alteração, você também pode desfazê-la com o link desse e-mail.',
  movedAction: 'Ir para o perfil',
  whyMoved: 'Você está recebendo este e-mail porque este endereço estava associado a uma conta do Foreword.',
  passwordSubject: 'Sua senha foi alterada',
  passwordTold:
    'Uma nova senha foi definida para sua conta do Foreword. Todos os navegadores e dispositivos foram desconectados; agora só é possível entrar com a nova senha.',
  passwordIfNot:
    'Se não foi você, outra pessoa pode ler seus e-mails: proteja primeiro sua caixa de e-mail, depois defina outra senha em {url} e escreva para {supportEmail}.',
  deviceSubject: 'Novo acesso à sua conta',
  deviceTold:
    'Alguém entrou na sua conta do Foreword com um navegador que não reconhecemos: {device}. Isso também pode acontecer depois que você apaga os cookies ou encerra todas as sessões.',
  deviceOn: '{program} no {system}',
  unknownDevice: 'navegador desconhecido',
  deviceIfNot:
    'Se foi você, não precisa fazer nada. Se não, defina uma nova senha em {url}: todos os dispositivos serão desconectados.',
  deviceAction: 'Ver suas sessões',
  factorAddedSubject: 'Segundo fator adicionado',
  factorAddedApp: 'Um aplicativo autenticador foi adicionado à sua conta do Foreword como segundo fator.',
  factorAddedPasskey: 'Uma chave de acesso foi adicionada à sua conta do Foreword como segundo fator.',
  factorRemovedSubject: 'Segundo fator removido',
  factorRemovedApp:
    'Um aplicativo autenticador foi removido da sua conta do Foreword. Ele não é mais um segundo fator.',
  factorRemovedPasskey: 'Uma chave de acesso foi removida da sua conta do Foreword. Ela não é mais um segundo fator.',
  codeUsedSubject: 'Código de recuperação usado',
  codeUsedTold:
    'Um dos códigos de recuperação da sua conta do Foreword foi usado. {count, plural, =0 {Não resta nenhum: crie novos nas configurações.} one {Resta um.} other {Restam #.}}',
  codesRenewedSubject: 'Novos códigos de recuperação',
  codesRenewedTold:
    'Novos códigos de recuperação foram criados para sua conta do Foreword. Os antigos não funcionam mais.',
  factorRefusedSubject: 'Segundo fator incorreto',
  factorRefusedTold:
    'Nas últimas 24 horas, um segundo fator incorreto foi inserido várias vezes para sua conta do Foreword. Quem fez isso já tinha passado pela primeira etapa do login e talvez saiba sua senha.',
  factorsResetSubject: 'Segundos fatores removidos',
  factorsResetTold:
    'Atendendo a um pedido, removemos os segundos fatores da sua conta do Foreword. Todas as sessões foram encerradas; entre e configure novamente um segundo fator.',
  factorIfNot:
    'Se foi você, não precisa fazer nada. Se não, defina uma nova senha em {url}, o que desconecta todos os dispositivos, e entre em contato conosco.',
  factorAction: 'Ver sua conta',
  toolsAction: 'Abrir as configurações',
  tokenSubject: 'Novo token de acesso',
  tokenTold:
    'Um token de acesso foi criado para sua conta do Foreword: “{name}”. Quem o tiver pode acessar suas reuniões e seus briefings pela nossa API até que ele expire ou você o revogue.',
  tokenIfNot:
    'Se foi você, não precisa fazer nada. Se não, defina uma nova senha em {url}. Isso desconecta todos os dispositivos e invalida todos os tokens de acesso.',
  webhookAddedSubject: 'Novo webhook',
  webhookAddedTold:
    'Um webhook foi adicionado à sua conta do Foreword. A partir de agora, {host} é avisado quando seus briefings e suas reuniões mudam; o conteúdo não é enviado.',
  webhookIfNot:
    'Se foi você, não precisa fazer nada. Se não, exclua-o nas configurações e defina uma nova senha em {url}.',
  webhookStoppedSubject: 'Seu webhook parou de funcionar',
  webhookStoppedTold: 'Seu webhook em {host} não aceita nossos eventos, então paramos de enviá-los.',
  webhookStoppedNext:
    'As configurações mostram o que ele respondeu. Quando voltar a funcionar, envie um teste: se ele chegar, os eventos voltam a ser enviados. O que aconteceu nesse meio-tempo não será enviado depois.',
  channelSetSubject: '{channel} conectado',
  channelSetTold:
    'O {channel} foi conectado à sua conta do Foreword. Todos nesse canal podem ler os briefings enviados para lá.',
  channelIfNot:
    'Se foi você, não precisa fazer nada. Se não, remova a conexão nas configurações e defina uma nova senha em {url}.',
  channelStoppedSubject: 'Seus briefings não chegam mais pelo {channel}',
  channelStoppedTold:
    'O {channel} não aceita mais nossas mensagens, então paramos de enviá-las para lá. Seus briefings chegarão por e-mail, a menos que você os receba em outro canal.',
  channelStoppedNext: 'Para recebê-los lá de novo, configure o {channel} outra vez.',
  joinedSubject: 'Agora você entra com o Google',
  joinedTold:
    'Você entrou no Foreword com o Google e, a partir de agora, é assim que acessa sua conta. Sua senha não funciona mais e todos os outros dispositivos foram desconectados.',
  joinedPassword:
    'Para voltar a usar uma senha, defina uma nova em {url}. Isso desativa o login com o Google. Se você entrar com o Google de novo, a senha deixará de funcionar.',
  joinedIfNot: 'Se não foi você, redefina imediatamente sua senha e escreva para {supportEmail}.',
  joinedAction: 'Ir para o Foreword',
  lockedSubject: 'Sua conta está bloqueada',
  lockedTold:
    'Ninguém pode entrar na sua conta do Foreword, porque outra pessoa pode ter tido acesso a ela. Seus dados continuam guardados; os briefings estão pausados.',
  lockedAsk: 'Para desbloqueá-la, escreva para {supportEmail}. Pediremos que você comprove que a conta é sua.',
  lockedAction: 'Fale conosco',
  deletedSubject: 'Sua conta foi excluída',
  deletedTold:
    'Sua conta do Foreword foi excluída, como você pediu: as agendas estão desconectadas; reuniões, pesquisas e briefings foram apagados.',
  deletedIfNot: 'Se não foi você, escreva para {supportEmail}. O que foi excluído não pode ser recuperado.',
  deletedForgotten:
    'Assim que este e-mail for enviado, este endereço também será apagado. Para que a restauração de um backup não desfaça a exclusão, guardamos uma cópia criptografada dele por até {days, number} dias. Você pode se cadastrar de novo quando quiser.',
  whyDeleted: 'Você está recebendo este e-mail porque a conta associada a este endereço foi excluída.',
  reconnectSubject: 'Reconecte sua agenda {provider}',
  reconnectTold:
    'O Foreword não consegue mais ler sua agenda {provider}, então reuniões novas ou alteradas não são detectadas.',
  reconnectWhy:
    'Isso acontece quando a permissão é retirada ou expira, quando a senha muda ou quando o administrador da sua empresa bloqueia o Foreword; nesse último caso, peça primeiro a ele que libere o acesso. Nada foi apagado: reconecte a agenda e tudo continua.',
  reconnectAction: 'Reconectar a agenda',
  whyReconnect: 'Você está recebendo este e-mail porque sua agenda estava conectada ao Foreword.',
  whySubscription: 'Você está recebendo este e-mail porque tem uma assinatura do Foreword.',
  billingAction: 'Ver sua assinatura',
  trialSubject: 'Seu período de teste termina em {date}',
  trialReminder: 'Lembrete: seu período de teste termina em {date}',
  trialTold:
    'Seu período de teste gratuito do Foreword termina em {date}. Depois começa o plano pago, e o valor de {amount} será cobrado no seu cartão.',
  trialCancel:
    'Se não quiser, cancele antes nas configurações: um período de teste cancelado termina na hora e não custa nada.',
  paymentSubject: 'Seu pagamento não foi aprovado',
  paymentTold: 'Seu pagamento de {amount} pelo Foreword não foi concluído.',
  paymentNotAgain:
    'Não haverá nova tentativa automática. Para manter a assinatura, escolha “Update payment method” ou “Billing portal” nas configurações e pague com outro cartão.',
  paymentAgain:
    'Haverá nova tentativa em {date}. Para garantir, escolha “Update payment method” nas configurações e adicione outro cartão.',
  receiptSubject: 'Seu recibo',
  receiptTold: 'Obrigado. Recebemos seu pagamento de {amount} pelo Foreword em {date}.',
  receiptInvoice: 'A fatura está nas configurações, em “Billing portal”.',
  trialOverSubject: 'Seu período de teste terminou',
  trialOverTold: 'Seu período de teste do Foreword terminou. Nada foi cobrado.',
  subscriptionOverSubject: 'Sua assinatura terminou',
  subscriptionOverTold: 'Sua assinatura do Foreword terminou. Nada mais será cobrado.',
  overStays: 'Sua conta e suas agendas continuam como estão. Você pode assinar de novo quando quiser.',
  cancelledSubject: 'Sua assinatura foi cancelada',
  cancelledTold: 'Sua assinatura do Foreword foi cancelada. O acesso continua até {date} e nada mais será cobrado.',
  cancelledBack: 'Se mudar de ideia até lá, reative-a nas configurações.',

  nobodyInvited: 'Ninguém foi convidado, então não havia quem pesquisar.',
  guestsObjected:
    '{count, plural, one {Seu convidado, ou a empresa dele, pediu para ficar fora das pesquisas.} other {Seus convidados, ou as empresas deles, pediram para ficar fora das pesquisas.}}',
  companyObjected:
    '{company} pediu para ficar fora das pesquisas, então nada é dito aqui sobre a empresa e as pessoas que trabalham nela.',
  leftWithObjector: 'O que havia aqui era sobre alguém que pediu para ficar fora das pesquisas.',
  guestsNotFound:
    '{guests, plural, one {Nenhuma informação pública foi encontrada sobre o convidado.} other {Nenhuma informação pública foi encontrada sobre os convidados.}}',
  nothingFound:
    'Nenhuma informação pública foi encontrada sobre {guests, plural, one {o convidado} other {os convidados}} nem sobre {companies, plural, one {sua empresa} other {suas empresas}}.',
  companyNotFound: 'Nenhuma informação pública confiável foi encontrada sobre {company}.',
  guestNotFound: 'Não foi encontrado nada que seja com certeza sobre {guest}.',
  whichGuest:
    'Quem é {guest}? Foram encontradas várias pessoas com esse nome, mas nenhuma é com certeza seu convidado. Abra a reunião para escolher.',
  guestsLeftOut:
    '{count, plural, one {Não foi feita pesquisa sobre # outro convidado.} other {Não foi feita pesquisa sobre outros # convidados.}}',
  searchIncomplete:
    'Desta vez a busca na web ficou incompleta, então pode haver mais informações do que as deste briefing.',
  nothingReliable: 'Nada confiável foi encontrado.',
  searchUnanswered: 'A busca na web ficou incompleta.',
  draftDropped:
    '{dropped, plural, one {# das {proposed, number} frases escritas foi omitida porque não pôde ser verificada.} other {# das {proposed, number} frases escritas foram omitidas porque não puderam ser verificadas.}}',
  notCheckedTwice:
    'Não foi possível comparar o texto com as fontes, então só aparecem citações dos sites das próprias empresas.',
  notWritten:
    'Desta vez não foi possível redigir o briefing, então só aparecem citações dos sites das próprias empresas.',
  companyNotDescribed: 'Nenhuma descrição de {company} foi encontrada.',
  companyWithoutNews: 'Nenhuma novidade sobre {company} foi encontrada.',
  companyUnknown: 'Nada foi encontrado sobre {company}.',
  guestWithoutRole: 'O cargo de {guest} não foi encontrado.',
  guestRoleOnly: 'De {guest}, só o cargo foi encontrado.',
  guestUncertain: 'Nenhuma informação segura foi encontrada sobre {guest}.',
  guestProbable: '{guest} provavelmente é a pessoa descrita, mas não é certo.',
  noTalkingPoints: 'Não há assuntos para abordar.',
  fewSources:
    '{count, plural, =0 {O briefing não se baseia em nenhuma fonte.} one {O briefing se baseia em uma fonte.} other {O briefing se baseia em # fontes.}}',
  oneSite: 'Todas as fontes são do mesmo site.',
  someUndated: 'Algumas fontes não dizem quando foram publicadas.',
  allUndated: 'Nenhuma fonte diz quando foi publicada.',
  someOld: 'Algumas fontes têm mais de um ano.',

  exampleTitle: 'Exemplo: primeira conversa',
  exampleLocation: 'Online',
  exampleTake:
    'Ana Reyes quer saber se vocês podem assumir as entregas no norte. [3] A Example Freight abriu no mês passado seu segundo armazém, em Leeds, e o contrato com a transportadora atual termina na primavera. [1]',
  exampleRisk:
    'Ela deixou a última transportadora por janelas de entrega perdidas: tenha à mão seus números de pontualidade. [2]',
  exampleNewsPage: 'Example Freight abre armazém em Leeds',
  exampleInterviewPage: 'Ana Reyes fala sobre transportadoras: entrevista',
  exampleAboutPage: 'Example Freight: quem somos',
  exampleRole: 'Diretora de Operações desde 2024 [3]',
  exampleMove: 'Liderou a mudança para o novo armazém, que levou nove semanas. [1]',
  exampleQuote:
    'Disse em uma entrevista que escolhe transportadoras pelas janelas de entrega cumpridas, não pelo preço. [2]',
  exampleCompany: 'Agente de cargas para fabricantes de móveis, 140 pessoas, empresa familiar. [3]',
  exampleNews: 'Conquistou quatro fabricantes de móveis na Escócia no outono. [1]',
  exampleDelivery: 'Agora entrega aos clientes em até dois dias. [3]',
  examplePointRoutes:
    'Leeds reduz mais ou menos pela metade a distância até os clientes na Escócia: mostre suas rotas a partir de lá. [1]',
  examplePointFigures:
    'Ela avalia transportadoras pelas janelas cumpridas: comece pelos seus números, não pelos preços. [2]',
  exampleQuestionTrouble: 'Quais entregas a partir de Leeds dão mais problemas hoje?',
  exampleQuestionDecision: 'Até quando vocês precisam decidir sobre o contrato que termina na primavera?',
  exampleNotFound: 'O nome da transportadora atual.',
};
