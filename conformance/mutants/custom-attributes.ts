import type { Mutant } from './mutant.ts'
import { calls, pathOf, rowsChanged, withRows } from './wire.ts'

/** Faults in custom attributes. */
export const customAttributesMutants: readonly Mutant[] = [
  rowsChanged(
    'groups-without-custom-attributes',
    'A group is shown without its custom attributes, whatever is asked for',
    'custom-attributes/with-custom-attributes',
    ['GET /groups/:id'],
    ({ custom_attributes: _, ...row }) => row,
  ),
  {
    name: 'custom-attribute-keeps-first-value',
    says: 'Setting a custom attribute again keeps its first value',
    caughtBy: 'custom-attributes/set-and-delete',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      const place = pathOf(request.url)
      if (calls(request, 'PUT /projects/:id/custom_attributes/:key') && reply.status === 200)
        memory.set(place, memory.get(place) ?? JSON.parse(String(reply.body)).value)
      const first = memory.get(place)
      const reads = calls(request, 'GET /projects/:id/custom_attributes/:key') && first !== undefined
      return reads ? withRows(reply, (row) => ({ ...row, value: first })) : reply
    },
  },
]
