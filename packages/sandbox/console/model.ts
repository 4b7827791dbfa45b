import { Router } from 'express';
import * as z from 'zod';
import { type ConsoleContext, postControl, urlOf } from '#sandbox/console/context.ts';
import { options } from '#sandbox/console/layout.ts';
import { type Html, html } from '#sandbox/page.ts';

const modes = {
  default: 'careful: quotes what the pages say',
  obedient: 'obedient: follows instructions in pages and invitations',
  careless: 'careless: makes things up, mixes up names',
} as const;
const behaviours = {
  pause_turn: 'pauses its turn',
  refusal: 'refuses',
  max_tokens: 'is cut off',
  search_error: 'cannot search',
  fetch_error: 'cannot open pages',
  hang: 'never responds',
} as const;

const currentMode = z.object({ mode: z.enum(['default', 'obedient', 'careless']) });
const nextForm = z.object({ behaviour: z.string(), times: z.coerce.number().int().positive() });

/** Handles the forms that set the model's mode and plan its behaviours, like its `/_control/mode` and `/next`. */
export function modelRoutes(context: ConsoleContext): Router {
  const router = Router();
  const url = urlOf(context, 'anthropic');

  router.post('/model/mode', async (req, res, next) => {
    if (url === undefined) return next();
    await postControl(url, 'mode', currentMode.parse(req.body));
    return res.redirect(303, '/faults');
  });

  router.post('/model/next', async (req, res, next) => {
    if (url === undefined) return next();
    await postControl(url, 'next', nextForm.parse(req.body));
    return res.redirect(303, '/faults');
  });

  return router;
}

export async function modelPanel(context: ConsoleContext): Promise<Html> {
  const url = urlOf(context, 'anthropic');
  if (url === undefined) return html``;
  const { mode } = currentMode.parse(await (await fetch(`${url}/_control/mode`)).json());
  return html`<h2>The model</h2>
    <div class="panel pad row">
      <form class="row" method="post" action="/model/mode">
        <label>Mode <select name="mode">${options(Object.entries(modes), mode)}</select></label>
        <button class="quiet">Set</button>
      </form>
      <form class="row" method="post" action="/model/next">
        <label>On its next request, it <select name="behaviour">${options(Object.entries(behaviours), undefined)}</select></label>
        <label>Times <input class="short" type="number" name="times" value="1" min="1"></label>
        <button class="quiet">Add</button>
      </form>
    </div>`;
}
