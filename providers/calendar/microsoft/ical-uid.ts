/** Exchange's ids are Global Object IDs ([MS-OXOCAL] 2.2.1.27) in hex. */
const GLOBAL_OBJECT_ID = /^040000008200E00074C5B7101A82E008(?<date>[0-9A-F]{8})(?<rest>(?:[0-9A-F]{2}){21,})$/i;
/** After the creation time, a reserved field and the size of the data. */
const DATA_AT = 2 * (8 + 8 + 4);
/** Marks data that is the UID of another system's event ([MS-OXCICAL] 2.1.3.1.1.20.26). */
const FOREIGN = 'vCal-Uid\u0001\0\0\0';

/**
 * Returns the UID that an event has in other calendars. Exchange wraps UIDs of other systems, sometimes more than once,
 * and adds the date to the ids of a series' occurrences.
 *
 * @param originalStart Identifies an occurrence together with the UID. If null, as when someone is invited to only one
 * occurrence, only the date in the id identifies it, so the id is returned unchanged.
 */
export function toICalUid(uid: string, originalStart: Date | null): string {
  const { date, rest } = GLOBAL_OBJECT_ID.exec(uid)?.groups ?? {};
  if (rest === undefined || (date !== '00000000' && originalStart === null)) return uid;
  const data = Buffer.from(rest.slice(DATA_AT), 'hex').toString();
  const foreign = data.startsWith(FOREIGN) ? data.slice(FOREIGN.length).replace(/\0+$/, '') : '';
  if (/^[^\p{Cc}\ufffd]+$/u.test(foreign)) return toICalUid(foreign, originalStart);
  return `${uid.slice(0, 32)}00000000${rest}`.toUpperCase();
}
