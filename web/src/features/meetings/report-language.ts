import { createContext } from 'react';

/**
 * The language of the report shown inside, which its statements are marked with: the labels around them are in English.
 * Undefined if unknown.
 */
export const ReportLanguage = createContext<string | undefined>(undefined);
