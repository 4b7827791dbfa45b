import { Router } from 'express';
import { addObjection } from '#api/commands/add-objection.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, answerPage, readBody, readQuery } from '#api/http.ts';
import { requireAdmin } from '#api/middleware/require-admin.ts';
import { viewObjection } from '#api/views.ts';
import { addObjection as addEndpoint, listObjections } from '#contract/objections.ts';
import { listObjections as listRows } from '#db/queries/objections.ts';

export function objectionsRoute(context: ApiContext): Router {
  const { pool, encryption } = context;
  return Router()
    .get(listObjections.path, requireAdmin(context), async (request, response) => {
      const { page, limit } = readQuery(listObjections, request);
      const { total, objections } = await listRows(pool, { page, limit });
      const views = objections.map((row) => viewObjection(row, encryption));
      answerPage(response, listObjections, views, { totalPages: Math.ceil(total / limit), total });
    })
    .post(addEndpoint.path, requireAdmin(context), async (request, response) => {
      const objection = await addObjection(context, request, readBody(addEndpoint, request));
      answer(response, addEndpoint, {
        message: 'Added to the list. This address or domain will no longer be researched.',
        objection: viewObjection(objection, encryption),
      });
    });
}
