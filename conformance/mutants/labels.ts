import type { Mutant } from './mutant.ts'
import { calls, paramsOf, readFirst, rowsChanged, rowsOf, withJson } from './wire.ts'

/** Faults in labels. */
export const labelsMutants: readonly Mutant[] = [
  {
    name: 'label-duplicate-created',
    says: 'Creating a label that exists already answers 201',
    caughtBy: 'labels/duplicate',
    fault: async (request, next) => {
      const reply = await next(request)
      const creates = calls(request, 'POST /projects/:id/labels')
      return creates && reply.status === 409 ? withJson({ ...reply, status: 201 }, { id: 1 }) : reply
    },
  },
  {
    name: 'label-promoted-by-name-missing',
    says: 'A label is not promoted by its name in the body',
    caughtBy: 'labels/promote-by-name',
    fault: async (request, next) => {
      const reply = await next(request)
      const byName = calls(request, 'PUT /projects/:id/labels/promote')
      return byName ? withJson({ ...reply, status: 404 }, { error: '404 Not Found' }) : reply
    },
  },
  {
    name: 'group-labels-never-from-below',
    says: 'A list of the labels of a group never has those of the groups below',
    caughtBy: 'labels/group-reach',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/labels')
          ? { ...request, url: request.url.replace('include_descendant_groups=true', '') }
          : request,
      ),
  },
  rowsChanged(
    'label-update-resets-color',
    'An update of a label resets the color that is not sent',
    'labels/life',
    ['PUT /projects/:id/labels/:name'],
    (row) => ({ ...row, color: '#6699cc' }),
  ),
  {
    name: 'label-name-given-twice-at-once',
    says: 'Two labels of one name are created by two calls at once',
    caughtBy: 'labels/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'POST /projects/:id/labels')) return next(request)
      const { name } = paramsOf(request)
      const isFree = rowsOf(await readFirst(next, request)).every((row) => row.name !== name)
      const reply = await next(request)
      return isFree && reply.status === 409 ? withJson({ ...reply, status: 201 }, { id: 999_999 }) : reply
    },
  },
]
