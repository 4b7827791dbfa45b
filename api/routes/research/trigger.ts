import { triggerResearch } from '#api/commands/trigger-research.ts';
import { route } from '#api/route.ts';
import { triggerResearch as endpoint } from '#contract/research.ts';

export const triggerRoute = route(endpoint, ({ context, caller, body }) => triggerResearch(context, caller, body));
