import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { contactSchema } from './contact-schema.ts';

export const resolveContact = standardSchemaResolver(contactSchema);
