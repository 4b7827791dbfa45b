import { randomBytes, randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { addressParser } from 'postal-mime';
import { assertRecipientCount, assertVerified, bareAddress } from './addresses.ts';
import { invalidParameter, SesError } from './errors.ts';
import type { Parameters } from './parameters.ts';
import type { SesStore } from './state.ts';
import type { XmlValue } from './xml.ts';

export type ActionContext = { parameters: Parameters; region: string; store: SesStore };
type Content = { subject: string; text: string | undefined; html: string | undefined };

const maxBytes = 10_485_760;

/** Sends an email. Throws MessageRejected for an unverified sender, InvalidParameterValue for invalid input. */
export async function sendEmail({ parameters, region, store }: ActionContext): Promise<{ [name: string]: XmlValue }> {
  const content = {
    subject: parameters.get('Message.Subject.Data'),
    text: parameters.find('Message.Body.Text.Data'),
    html: parameters.find('Message.Body.Html.Data'),
  };
  return { MessageId: await compose(content, { parameters, region, store }) };
}

/** Sends a complete message. The envelope is `Source` and `Destinations` if given, otherwise the message's headers. */
export async function sendRawEmail({
  parameters,
  region,
  store,
}: ActionContext): Promise<{ [name: string]: XmlValue }> {
  refuseConfigurationSet(parameters.find('ConfigurationSetName'));
  const bytes = Buffer.from(parameters.get('RawMessage.Data'), 'base64');
  assertSize(bytes.length);
  const raw = bytes.toString('utf8');
  const email = await PostalMime.parse(raw);
  const fromHeaders = email.headers.filter(({ key }) => key === 'from');
  if (fromHeaders.length > 1) throw invalidParameter("Duplicate header 'From'.");
  const header = email.headers.find(({ key }) => key === 'from')?.value;
  const source = parameters.find('Source') ?? header;
  if (source === undefined || header === undefined) throw invalidParameter("Missing required header 'From'.");
  const from = bareAddress(source);
  assertVerified(from, region);
  assertVerified(bareAddress(header), region);

  const given = parameters.list('Destinations');
  const inHeaders = email.headers
    .filter(({ key }) => ['to', 'cc', 'bcc'].includes(key))
    .flatMap(({ value }) => addressParser(value, { flatten: true }));
  const to = (given.length > 0 ? given : inHeaders.map(({ address }) => address ?? '')).map(bareAddress);
  assertRecipientCount(to);
  return { MessageId: deliver({ from, to, raw: withoutBcc(raw) }, store) };
}

/** Removes all Bcc headers, but not lines of the body that look like one. */
function withoutBcc(raw: string): string {
  const [headers = raw] = /^[^]*?\r?\n(?=\r?\n)/.exec(raw) ?? [];
  return `${headers.replaceAll(/^bcc:.*\r?\n(?:[ \t].*\r?\n)*/gim, '')}${raw.slice(headers.length)}`;
}

async function compose(
  { subject, text, html }: Content,
  { parameters, region, store }: ActionContext,
): Promise<string> {
  refuseConfigurationSet(parameters.find('ConfigurationSetName'));
  const source = parameters.get('Source');
  const from = bareAddress(source);
  assertVerified(from, region);
  if (/[\r\n\0]/.test(subject)) throw invalidParameter('Header value contains control characters: Subject');
  const [toList, ccList, bccList] = ['To', 'Cc', 'Bcc'].map((kind) => parameters.list(`Destination.${kind}Addresses`));
  const recipients = [...(toList ?? []), ...(ccList ?? []), ...(bccList ?? [])].map(bareAddress);
  assertRecipientCount(recipients);
  const replyTo = parameters.list('ReplyToAddresses');
  for (const address of replyTo) bareAddress(address);

  const composer = new MailComposer({
    from: source,
    to: toList ?? [],
    cc: ccList ?? [],
    replyTo,
    subject,
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    headers: { 'X-SES-Message-Tags': messageTags(parameters) },
  });
  const message = await composer.compile().build();
  assertSize(message.length);
  return deliver({ from, to: recipients, raw: message.toString('utf8') }, store);
}

function deliver({ from, to, raw }: { from: string; to: string[]; raw: string }, store: SesStore): string {
  const id = newMessageId();
  store.addSent({ id, at: new Date().toISOString(), from, to, raw });
  return id;
}

function messageTags(parameters: Parameters): string {
  return parameters
    .groups('Tags', ['Name', 'Value'])
    .map(({ Name, Value }) => `${Name}=${Value}`)
    .join(', ');
}

/** Rejects a request with a configuration set, since the sandbox has none. */
function refuseConfigurationSet(name: string | undefined): void {
  if (name === undefined) return;
  const message = `Configuration set <${name}> does not exist.`;
  throw new SesError('ConfigurationSetDoesNotExist', message, { details: { ConfigurationSetName: name } });
}

function assertSize(bytes: number): void {
  if (bytes > maxBytes) throw invalidParameter(`Message length is more than ${maxBytes} bytes long: '${bytes}'.`);
}

/** Returns a random message id in the vendor's format, starting with `0107`. */
function newMessageId(): string {
  return `0107${randomBytes(6).toString('hex')}-${randomUUID()}-000000`;
}
