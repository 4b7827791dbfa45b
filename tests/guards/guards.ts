import { accessGuards } from './access-guards.ts';
import { accountGuards } from './account-guards.ts';
import { contentGuards } from './content-guards.ts';
import { factorGuards } from './factor-guards.ts';
import type { Guard } from './guard.ts';
import { guestGuards } from './guest-guards.ts';
import { operatorGuards } from './operator-guards.ts';
import { requestGuards } from './request-guards.ts';
import { secretGuards } from './secret-guards.ts';
import { shareGuards } from './share-guards.ts';
import { toolGuards } from './tool-guards.ts';
import { webhookGuards } from './webhook-guards.ts';

/** All guards, in the order of the table of attacks. */
export const guards: readonly Guard[] = [
  ...accessGuards,
  ...accountGuards,
  ...contentGuards,
  ...factorGuards,
  ...guestGuards,
  ...operatorGuards,
  ...requestGuards,
  ...secretGuards,
  ...shareGuards,
  ...toolGuards,
  ...webhookGuards,
].toSorted((a, b) => a.row - b.row);
