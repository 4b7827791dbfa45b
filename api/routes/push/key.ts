import { route } from '#api/route.ts';
import { getPushKey } from '#contract/push.ts';

export const pushKeyRoute = route(getPushKey, ({ context }) => ({ key: context.config.pushKey }));
