import { createContext } from 'react';

/**
 * The language of the report shown inside, for the `lang` attribute of its statements; their labels are English.
 * Undefined if unknown.
 */
export const ReportLanguage = createContext<string | undefined>(undefined);
