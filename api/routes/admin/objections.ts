import { addObjection } from '#api/commands/add-objection.ts';
import { route } from '#api/route.ts';
import { readListed, viewObjection } from '#api/views.ts';
import { addObjection as addEndpoint, listObjections } from '#contract/objections.ts';
import { listObjections as listRows } from '#db/queries/objections.ts';

export const objectionsRoutes = [
  route(listObjections, async ({ context: { pool, encryption, readable }, query: { page, limit } }) => {
    const { total, objections } = await listRows(pool, { page, limit });
    const rows = objections.map((row) => {
      const text = readListed(row, encryption);
      return { id: row.id, item: text === null ? null : viewObjection(row, text) };
    });
    return {
      data: readable('objections', rows),
      pagination: { totalPages: Math.ceil(total / limit), total },
    };
  }),
  route(addEndpoint, async ({ context, request, body }) => {
    const { objection, text } = await addObjection(context, request, body);
    return {
      message: 'Added to the list. This address or domain will no longer be researched.',
      objection: viewObjection(objection, text),
    };
  }),
];
