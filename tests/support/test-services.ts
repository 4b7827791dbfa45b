import * as z from 'zod';

/** Where the services of this test run listen. */
export const testServicesSchema = z.object({
  postgresPort: z.number(),
  redisUrl: z.string(),
  redisDatabases: z.number(),
  temporalAddress: z.string(),
  /** Ports reserved for the tests. */
  ports: z.object({ first: z.number(), last: z.number() }),
  stateDir: z.string(),
});

export type TestServices = z.infer<typeof testServicesSchema>;

declare module 'vitest' {
  interface ProvidedContext {
    services: TestServices;
    /** The browser of nearly all tests. */
    headlessShellPath: string;
    chromiumPath: string;
  }
}
