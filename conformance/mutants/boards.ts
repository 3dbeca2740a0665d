import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, withParams, withRows } from './wire.ts'

const BADGES = '/projects/:id/badges'
const BOARDS = '/projects/:id/boards'

/** Faults in badges and boards. */
export const boardMutants: readonly Mutant[] = [
  {
    name: 'badges-unrendered',
    says: 'Addresses of badges keep their placeholders',
    caughtBy: 'badges/rendered',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${BADGES}`)) return reply
      return withRows(reply, (row) => ({ ...row, rendered_link_url: row.link_url ?? null }))
    },
  },
  {
    name: 'badges-of-the-project-alone',
    says: 'The badges of a group are not shown in its projects',
    caughtBy: 'badges/inherited',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${BADGES}`) || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ kind }) => kind === 'project'),
      )
    },
  },
  {
    name: 'badges-of-any-scheme',
    says: 'The address of a badge may be a script',
    caughtBy: 'badges/addresses',
    fault: (request, next) =>
      next(
        calls(request, `POST ${BADGES}`)
          ? withParams(request, (params) => ({
              ...params,
              image_url: String(params.image_url).replace(/^javascript:.*/, 'https://example.com'),
            }))
          : request,
      ),
  },
  {
    name: 'lists-moved-one-too-far',
    says: 'A list is moved to the place behind the one that was asked for',
    caughtBy: 'boards/moved',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${BOARDS}/:board_id/lists/:list_id`)
          ? withParams(request, (params) => ({ ...params, position: Number(params.position) + 1 }))
          : request,
      ),
  },
  {
    name: 'boards-hide-both',
    says: 'Hiding the closed issues hides the open ones as well',
    caughtBy: 'boards/life',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${BOARDS}/:board_id`)
          ? withParams(request, (params) =>
              params.hide_closed_list === true ? { ...params, hide_backlog_list: true } : params,
            )
          : request,
      ),
  },
  {
    name: 'lists-of-a-label-twice',
    says: 'A second list of a label is answered as if it were added',
    caughtBy: 'boards/labels',
    fault: async (request, next) => {
      const reply = await next(request)
      const twice =
        calls(request, `POST ${BOARDS}/:board_id/lists`) && reply.body.includes('already been taken')
      return twice ? { ...reply, status: 201 } : reply
    },
  },
]
