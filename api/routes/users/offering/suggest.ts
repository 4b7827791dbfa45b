import { suggestOffering } from '#api/commands/suggest-offering.ts';
import { route } from '#api/route.ts';
import { suggestOffering as endpoint } from '#contract/offering.ts';

export const suggestOfferingRoute = route(endpoint, ({ context, caller }) => suggestOffering(context, caller.userId));
